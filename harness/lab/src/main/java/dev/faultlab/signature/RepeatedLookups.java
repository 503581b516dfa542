package dev.faultlab.signature;

import com.google.auto.service.AutoService;
import dev.faultlab.fact.DnsFacts;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.LookupTraffic;
import dev.faultlab.fact.Observation;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.pattern.ConcurrentLookups;
import dev.faultlab.pattern.LookupsPerUse;
import dev.faultlab.pattern.LookupsPerUse.Minimum;
import dev.faultlab.signature.Input.Kind;
import java.util.List;

/**
 * A name is looked up again although a lookup of it is under way, or its address is known.
 *
 * <p>Two faults of a Go client have this symptom. With a cache that does not merge, every caller
 * who finds an entry expired asks: as many lookups of one name are outstanding as there are
 * clients. Without keep-alive, or with an unread body, every request connects and so looks up: as
 * many lookups as requests, one after the other. The controls differ in what keeps the number down:
 * lookups are merged, the answer is cached, or a connection is kept and needs no lookup.
 */
@AutoService(Signature.class)
public final class RepeatedLookups extends Signature {
  /** With fewer callers at once there is nothing to merge. */
  static final long MIN_CALLERS = 8;

  /** With fewer than one lookup per this many callers, most callers needed no lookup. */
  static final long CALLERS_PER_LOOKUP = 4;

  private static final FactSpec NEEDED =
      new FactSpec("times-needed", "times", "times an address was needed");
  private static final FactSpec CALLERS =
      new FactSpec("callers-at-once", "callers", "callers at once");
  private static final FactSpec OPENED =
      new FactSpec("connections-opened", "connections", "connections opened");

  public RepeatedLookups() {
    super(
        "repeated-lookups",
        "an address is looked up again although it is under way or known",
        List.of(
            Input.required("capture", Kind.CAPTURE, "lookups on the wire"),
            Input.required("host", Kind.TEXT, "name that is looked up, with the names below it"),
            Input.required("asked", Kind.POINTER, "how often the address was needed"),
            Input.required("asking", Kind.POINTER, "most callers at once"),
            Input.optional(
                "connections",
                Kind.POINTER,
                "how many connections were opened, where requests are made")),
        List.of(
            NEEDED,
            CALLERS,
            OPENED,
            LookupTraffic.LOOKUPS,
            LookupTraffic.MAX_ONE_NAME,
            LookupTraffic.MAX_ALL_NAMES),
        new Reasons()
            .exposure(NEEDED)
            .present("together", LookupTraffic.MAX_ONE_NAME)
            .present("each", LookupTraffic.LOOKUPS)
            .absent("connection-kept", LookupTraffic.LOOKUPS, LookupTraffic.MAX_ONE_NAME, OPENED)
            .absent("merged", LookupTraffic.LOOKUPS, LookupTraffic.MAX_ONE_NAME, CALLERS)
            .absent("cached", LookupTraffic.LOOKUPS, LookupTraffic.MAX_ONE_NAME, CALLERS)
            .unknown("too-few", "none-seen", "lost-replies", "between"));
  }

  @Override
  public Observation observe(TrialEvidence evidence, Inputs inputs) {
    JsonFacts json = new JsonFacts(evidence);
    Counts counts = new Counts(json);
    counts.add(json.count(NEEDED, inputs.text("asked")));
    counts.add(json.count(CALLERS, inputs.text("asking")));
    if (inputs.has("connections")) {
      counts.add(json.count(OPENED, inputs.text("connections")));
    }
    return decide(
        counts, new DnsFacts(evidence, inputs.text("capture")).lookups(inputs.text("host")));
  }

  /** The predicate itself. */
  static Observation decide(Counts counts, LookupTraffic wire) {
    long asked = counts.of(NEEDED);
    long asking = counts.of(CALLERS);
    long lookups = wire.lookups().value();
    long together = wire.maxOneName().value();
    String words =
        "%d times an address was needed, up to %d at once: %d lookups on the wire, up to %d of one name outstanding"
            .formatted(asked, asking, lookups, together);
    LookupsPerUse.Answer perUse = LookupsPerUse.of(Minimum.COUNTED, lookups, asked);
    ConcurrentLookups.Answer atOnce =
        ConcurrentLookups.of(ConcurrentLookups.MIN_COUNTED, together, wire.doubtful());
    boolean perRequest = perUse == LookupsPerUse.Answer.EACH || perUse == LookupsPerUse.Answer.MORE;
    boolean keptOpen = counts.hasFact(OPENED) && counts.of(OPENED) * CALLERS_PER_LOOKUP <= asked;
    return counts
        .decisions(wire.facts())
        .unknown(
            perUse == LookupsPerUse.Answer.TOO_FEW,
            "too-few",
            words + "; at least " + Minimum.COUNTED.uses() + " are needed")
        .unknown(lookups == 0, "none-seen", words + "; the first one needs one")
        .present(atOnce == ConcurrentLookups.Answer.TOGETHER, "together", words)
        .unknown(
            atOnce == ConcurrentLookups.Answer.DOUBTFUL,
            "lost-replies",
            words + "; " + wire.doubtful() + " never got their answer")
        .present(perRequest, "each", words)
        .unknown(
            perUse == LookupsPerUse.Answer.BETWEEN, "between", words + "; neither few nor one each")
        .otherwiseAbsent(
            keptOpen ? "connection-kept" : asking >= MIN_CALLERS ? "merged" : "cached", words);
  }
}
