package dev.faultlab.signature;

import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.DnsFacts;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.LookupTraffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A name is looked up again although its address is being looked up, or is known already.
 *
 * <p>Two faults of a Go client look so. With a cache that does not merge, everyone who finds an
 * entry expired asks: as many look-ups of one name outstanding as clients. Without keep-alive, or
 * with a body that was not read, every request connects and so looks up: as many look-ups as
 * requests, one after the other. What keeps the number down tells the controls apart: look-ups are
 * merged, the answer is cached, or a connection is kept and nobody asks.
 *
 * <p>Inputs: {@code capture} (file), {@code host}, {@code asked} (address of a counter: how often
 * somebody wanted the address), {@code asking} (most callers at once) and, where requests are made,
 * {@code connections} (how many were opened).
 */
public final class RepeatedLookups implements Signature {
  /** With fewer, what was not seen may just not have happened yet. */
  static final long ASKED = 20;

  /** With fewer callers at once there is nothing to merge. */
  static final long TOGETHER = 8;

  /** One in so many: fewer than that and most who asked did without a look-up of their own. */
  static final long FEW = 4;

  private final String id;
  private final String title;

  private RepeatedLookups(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /** Many callers at once. */
  public static RepeatedLookups stampede() {
    return new RepeatedLookups(
        "stampede", "callers who need one address at one time send a look-up each");
  }

  /** One request after the other. */
  public static RepeatedLookups perRequest() {
    return new RepeatedLookups("lookup-per-request", "every request looks its host up");
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public Observation observe(TrialEvidence evidence, Map<String, String> inputs) {
    JsonFacts json = new JsonFacts(evidence);
    Optional<Fact<Long>> connections =
        Optional.ofNullable(inputs.get("connections"))
            .map(address -> json.count("connections opened", address));
    return decide(
        json.count("times an address was needed", inputs.get("asked")),
        json.count("callers at once", inputs.get("asking")),
        connections,
        new DnsFacts(evidence, inputs.get("capture")).lookups(inputs.get("host")));
  }

  /** The predicate itself. */
  static Observation decide(
      Fact<Long> asked, Fact<Long> asking, Optional<Fact<Long>> connections, LookupTraffic wire) {
    List<Fact<?>> facts = new ArrayList<>(List.of(asked, asking));
    connections.ifPresent(facts::add);
    facts.addAll(wire.facts());
    long lookups = wire.lookups().value();
    long together = wire.maxOneName().value();
    String counts =
        String.format(
            "%d times an address was needed, up to %d at once: %d look-ups on the wire, up to %d of"
                + " one name outstanding",
            asked.value(), asking.value(), lookups, together);

    if (asked.value() < ASKED) {
      return Observation.unknown("too-few", counts + "; at least " + ASKED + " are needed", facts);
    }
    if (lookups == 0) {
      return Observation.unknown("none-seen", counts + "; the first one needs one", facts);
    }
    if (together - wire.doubtful() > 1) {
      return new Observation(State.PRESENT, "together", counts, facts);
    }
    if (together > 1) {
      return Observation.unknown(
          "lost-replies", counts + "; " + wire.doubtful() + " never got their answer", facts);
    }
    if (lookups >= asked.value()) {
      return new Observation(State.PRESENT, "each", counts, facts);
    }
    if (lookups * FEW > asked.value()) {
      return Observation.unknown("between", counts + "; neither few nor one each", facts);
    }
    return new Observation(State.ABSENT, reason(asked, asking, connections), counts, facts);
  }

  private static String reason(
      Fact<Long> asked, Fact<Long> asking, Optional<Fact<Long>> connections) {
    if (connections.isPresent() && connections.get().value() * FEW <= asked.value()) {
      return "connection-kept";
    }
    return asking.value() >= TOGETHER ? "merged" : "cached";
  }
}
