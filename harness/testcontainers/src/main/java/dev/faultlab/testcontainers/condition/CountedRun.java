package dev.faultlab.testcontainers.condition;

import dev.faultlab.testcontainers.condition.NetworkCondition.Running;
import dev.faultlab.testcontainers.condition.Observation.State;
import java.util.Map;
import java.util.TreeMap;

/** A running condition that decides by rules in the router and at the name server. */
abstract class CountedRun implements Running {
  final Testbed bed;
  final Traffic traffic;
  final Rules router;
  final Rules names;
  private boolean zoneChanged;
  private boolean closed;

  CountedRun(Testbed bed) {
    this.bed = bed;
    this.traffic = new Traffic(bed);
    this.router = new Rules(bed.parts().router());
    this.names = new Rules(bed.parts().nameServer());
  }

  /** Adds the rules that count a client. */
  abstract void count(String client);

  /** Makes it hurt; calls are counted from then on. */
  abstract void begin();

  @Override
  public void watch(String client) {
    traffic.watch(client);
    count(client);
  }

  @Override
  public void inject() {
    begin();
    traffic.reset();
  }

  /** Gives the name server another zone until the end. */
  void answer(Zone zone) {
    zoneChanged = true;
    bed.answer(zone);
  }

  /**
   * The beginning of an observation: without exposure it is not exercised, and otherwise the number
   * of affected ones decides.
   */
  Draft judge(long exposed, long affected, long of) {
    State state = affected > 0 ? State.PRESENT : State.ABSENT;
    return new Draft(exposed == 0 ? State.NOT_EXERCISED : state, exposed, affected, of, "");
  }

  /** An observation without its text. */
  final class Draft {
    private final Observation so;

    private Draft(State state, long exposed, long affected, long of, String reason) {
      this.so = new Observation(state, exposed, affected, of, reason, "", Map.of());
    }

    Draft because(String reason) {
      boolean met = so.state() != State.NOT_EXERCISED;
      String why = met ? reason : "not-exercised";
      return new Draft(so.state(), so.exposed(), so.affected(), so.of(), why);
    }

    Observation saying(String text, Object... values) {
      Map<String, Long> counts = new TreeMap<>(router.packets());
      counts.putAll(names.packets());
      return new Observation(
          so.state(),
          so.exposed(),
          so.affected(),
          so.of(),
          so.reason(),
          String.format(text, values),
          Map.copyOf(counts));
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (zoneChanged) {
      bed.answer(bed.usual());
    }
    router.close();
    names.close();
    traffic.close();
  }
}
