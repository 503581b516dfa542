package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ClientSeen;
import dev.faultlab.seen.State;
import dev.faultlab.testcontainers.condition.NetworkCondition.Running;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** A running condition that decides by rules in the router and at the name server. */
abstract class CountedRun implements Running {
  final Testbed bed;
  final Traffic traffic;
  final Rules router;
  final Rules names;
  final List<String> clients = new ArrayList<>();
  private Map<String, Long> before = Map.of();
  private boolean zoneChanged;
  private boolean closed;

  CountedRun(Testbed bed) {
    this.bed = bed;
    this.traffic = new Traffic(bed);
    this.router = new Rules(bed.parts().router());
    this.names = new Rules(bed.parts().nameServer());
  }

  /** Adds the rules that count a client, besides its {@link #traffic}. */
  void count(String client) {}

  /** Makes it hurt. */
  abstract void begin();

  @Override
  public void watch(String client) {
    traffic.watch(client);
    clients.add(client);
    count(client);
  }

  @Override
  public void inject() {
    begin();
    traffic.reset();
    before = packets();
  }

  /** Packets that a rule has counted since {@link #inject}. */
  final long since(String label) {
    return packets().getOrDefault(label, 0L) - before.getOrDefault(label, 0L);
  }

  /** Packets that a rule had counted at {@link #inject}. */
  final long before(String label) {
    return before.getOrDefault(label, 0L);
  }

  private Map<String, Long> packets() {
    Map<String, Long> packets = new TreeMap<>(router.packets());
    names.packets().forEach((label, count) -> packets.merge(label, count, Long::sum));
    return packets;
  }

  /** Gives all names of upstreams other data, until the end. Returns when the old TTL is over. */
  final void answer(Function<Upstream, String> address, Duration delay, int ttl) {
    zoneChanged = true;
    bed.answer(address, delay, ttl);
    awaitTtl();
  }

  /** Lets answers expire that clients may have kept. */
  static void awaitTtl() {
    Polling.pause(Duration.ofSeconds(Zone.TTL + 1));
  }

  /**
   * The usual observation: not exercised without exposure, present if any were affected, otherwise
   * absent.
   */
  final ClientSeen observed(long exposed, long affected, long of, String reason, String text) {
    State state = affected > 0 ? State.PRESENT : State.ABSENT;
    return observed(state, exposed, affected, of, reason, text);
  }

  /**
   * An observation of requests that failed. It is inconclusive if some are open and none failed:
   * the client may be about to answer.
   */
  final ClientSeen failures(
      long exposed, Answers answers, String failing, String fine, String text) {
    String said = text + "; " + answers;
    int asked = answers.asked();
    if (exposed > 0 && answers.failed() == 0 && !answers.complete()) {
      return observed(State.UNKNOWN, exposed, 0, asked, "unanswered", said);
    }
    String reason = answers.failed() > 0 ? failing : fine;
    return observed(exposed, answers.failed(), asked, reason, said);
  }

  /** An observation with all counters; without exposure it is not exercised. */
  final ClientSeen observed(
      State ifExposed, long exposed, long affected, long of, String reason, String text) {
    boolean met = exposed > 0;
    return new ClientSeen(
        met ? ifExposed : State.NOT_EXERCISED,
        exposed,
        Math.min(affected, of),
        of,
        met ? reason : "not-exercised",
        text,
        Collections.unmodifiableMap(packets()));
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (zoneChanged) {
      bed.answer(Upstream::front, Duration.ZERO, Zone.TTL);
    }
    router.close();
    names.close();
    traffic.close();
  }
}
