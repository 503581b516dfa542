package dev.faultlab.signature;

import com.google.auto.service.AutoService;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.DnsFacts;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.LookupTraffic;
import dev.faultlab.pattern.OneAtATime;
import dev.faultlab.pattern.OneAtATime.Demand;
import dev.faultlab.signature.Input.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Look-ups of one name queue behind one lock.
 *
 * <p>{@code java.net.InetAddress$NameServiceAddresses.get} holds a lock per host name during the
 * look-up (a monitor up to JDK 17, a ReentrantLock from 21 on), so with the cache off at most one
 * look-up of a name is outstanding whatever the number of threads that ask. "At most one" alone
 * decides nothing: a cached name, a kept connection and a single thread look the same on the wire.
 * So the program under test counts how many threads were asking at once, how often it asked and how
 * many calls it served, and the capture tells what became of them.
 */
@AutoService(Signature.class)
public final class SerialisedLookups implements Signature {
  /** Threads asking at once that it takes; with fewer, one look-up at a time may be chance. */
  static final long THREADS = Demand.COUNTED.callers();

  /** Calls and look-ups that it takes. */
  static final long LOOKUPS = Demand.COUNTED.lookups();

  /** One in so many: fewer than that and something else answers in place of the name server. */
  static final long RARE = 10;

  /** With fewer than one in so many on the wire, a cache may be why only one is outstanding. */
  static final long MOST = 2;

  private static final FactSpec CALLS = new FactSpec("calls", "calls", "calls served");
  private static final FactSpec ASKED =
      new FactSpec("lookups-asked", "look-ups", "look-ups asked for");
  private static final FactSpec FAILED =
      new FactSpec("lookups-failed", "look-ups", "look-ups that failed");
  private static final FactSpec ASKING =
      new FactSpec("threads-asking", "threads", "threads asking at once");
  private static final FactSpec ASKING_ONE_NAME =
      new FactSpec("threads-asking-one-name", "threads", "threads asking for one name at once");

  @Override
  public String kind() {
    return "serialised-lookups";
  }

  @Override
  public String title() {
    return "at most one look-up of a name outstanding, however many threads ask";
  }

  @Override
  public List<Input> inputs() {
    return List.of(
        Input.required("capture", Kind.CAPTURE, "look-ups on the wire"),
        Input.required("host", Kind.TEXT, "name that is looked up, with the names below it"),
        Input.required("calls", Kind.POINTER, "calls served"),
        Input.required("asked", Kind.POINTER, "look-ups asked for"),
        Input.required(
            "failed", Kind.POINTER, "how many of them failed, a number or an object of numbers"),
        Input.required("asking", Kind.POINTER, "most threads inside a look-up at once"),
        Input.required(
            "asking-one-name",
            Kind.POINTER,
            "most threads inside a look-up of the same name at once, read where several names were"
                + " asked for"));
  }

  @Override
  public List<FactSpec> facts() {
    List<FactSpec> facts = new ArrayList<>(List.of(CALLS, ASKED, FAILED, ASKING, ASKING_ONE_NAME));
    facts.addAll(LookupTraffic.SPECS);
    return List.copyOf(facts);
  }

  @Override
  public List<FactSpec> decidedBy(Observation seen) {
    return switch (seen.code()) {
      case "serialised" -> List.of(LookupTraffic.MAX_ONE_NAME);
      case "concurrent" ->
          neverTwoForOneName(seen)
              ? List.of(ASKING_ONE_NAME, LookupTraffic.MAX_ALL_NAMES)
              : List.of(LookupTraffic.MAX_ONE_NAME);
      case "not-asked" -> List.of(ASKED);
      case "cached" -> List.of(LookupTraffic.LOOKUPS);
      default -> List.of();
    };
  }

  /** Then the look-ups of all names decide: for no one name could there be two. */
  private static boolean neverTwoForOneName(Observation seen) {
    return seen.facts().stream()
        .filter(fact -> fact.id().equals(ASKING_ONE_NAME.id()))
        .anyMatch(fact -> ((Number) fact.value()).longValue() == 1);
  }

  @Override
  public Observation observe(TrialEvidence evidence, Inputs inputs) {
    JsonFacts json = new JsonFacts(evidence);
    LookupTraffic wire =
        new DnsFacts(evidence, inputs.file("capture")).lookups(inputs.text("host"));
    return decide(
        json.count(CALLS, inputs.pointer("calls")),
        json.count(ASKED, inputs.pointer("asked")),
        json.total(FAILED, inputs.pointer("failed")),
        json.count(ASKING, inputs.pointer("asking")),
        // With one name on the wire all that ask, ask for that one.
        json.count(
            ASKING_ONE_NAME, inputs.pointer(wire.names() > 1 ? "asking-one-name" : "asking")),
        wire);
  }

  /** The predicate itself. */
  static Observation decide(
      Fact<Long> calls,
      Fact<Long> asked,
      Fact<Long> failed,
      Fact<Long> asking,
      Fact<Long> askingOneName,
      LookupTraffic wire) {
    List<Fact<?>> facts = new ArrayList<>(List.of(calls, asked, failed, asking, askingOneName));
    facts.addAll(wire.facts());
    long lookups = wire.lookups().value();
    long oneName = wire.maxOneName().value();
    long allNames = wire.maxAllNames().value();
    // A failure is remembered as well (networkaddress.cache.negative.ttl, 10 s by default), so
    // look-ups that fail without a query say nothing of a cache for addresses.
    long succeeded = asked.value() - failed.value();

    if (calls.value() < LOOKUPS) {
      return Observation.unknown(
          "too-few", calls.value() + " calls, at least " + LOOKUPS + " are needed", facts);
    }
    if (asked.value() * RARE <= calls.value()) {
      if (lookups * RARE > calls.value()) {
        return Observation.unknown(
            "counter-differs",
            asked.value()
                + " look-ups asked for by the program's counter, "
                + lookups
                + " on the wire for "
                + calls.value()
                + " calls: somebody looks up past the counter",
            facts);
      }
      return new Observation(
          State.ABSENT,
          "not-asked",
          calls.value() + " calls needed " + asked.value() + " look-ups: connections are kept",
          facts);
    }
    if (succeeded < LOOKUPS && failed.value() > 0) {
      return Observation.unknown(
          "failed",
          failed.value()
              + " of "
              + asked.value()
              + " look-ups failed, the name server is in trouble",
          facts);
    }
    if (lookups * RARE <= succeeded) {
      return new Observation(
          State.ABSENT,
          "cached",
          asked.value()
              + " look-ups asked for, "
              + lookups
              + " on the wire: answers are kept or shared",
          facts);
    }
    OneAtATime.Answer answer =
        OneAtATime.of(Demand.COUNTED, lookups, asking.value(), oneName, wire.doubtful());
    // Nobody had to wait for somebody else's look-up of the same name, and nobody waited for
    // another
    // name: with so little demand for each, more threads would say no more.
    if (answer != OneAtATime.Answer.TOO_FEW_LOOKUPS && askingOneName.value() == 1 && allNames > 1) {
      return new Observation(
          State.ABSENT,
          "concurrent",
          allNames
              + " look-ups of "
              + wire.names()
              + " names outstanding at once, "
              + asking.value()
              + " threads asking, never two for one name",
          facts);
    }
    if (answer != OneAtATime.Answer.SERIALISED) {
      return notSerialised(answer, lookups, asking.value(), wire, facts);
    }
    if (lookups * MOST <= succeeded) {
      return Observation.unknown(
          "partly-cached",
          asked.value()
              + " look-ups asked for, only "
              + lookups
              + " on the wire: something answers in place of the name server",
          facts);
    }
    if (askingOneName.value() >= THREADS) {
      return new Observation(
          State.PRESENT,
          "serialised",
          askingOneName.value()
              + " threads asking, "
              + lookups
              + " look-ups of "
              + (wire.names() == 1 ? wire.busiestName() : wire.names() + " names, of any one")
              + ", never more than "
              + oneName
              + " outstanding"
              + sentAgain(wire.retransmissions()),
          facts);
    }
    return Observation.unknown(
        "few-at-once",
        wire.names()
            + " names, at most "
            + allNames
            + " look-ups outstanding and "
            + askingOneName.value()
            + " threads asking for one name at once",
        facts);
  }

  private static Observation notSerialised(
      OneAtATime.Answer answer,
      long lookups,
      long threads,
      LookupTraffic wire,
      List<Fact<?>> facts) {
    String several = wire.maxOneName().value() + " look-ups of " + wire.busiestName();
    return switch (answer) {
      case TOO_FEW_LOOKUPS ->
          Observation.unknown(
              "too-few",
              lookups + " look-ups on the wire, at least " + LOOKUPS + " are needed",
              facts);
      case CONCURRENT ->
          new Observation(
              State.ABSENT,
              "concurrent",
              several + " outstanding at once, " + threads + " threads asking",
              facts);
      case TOO_FEW_CALLERS ->
          Observation.unknown(
              "too-few-threads",
              "at most " + threads + " threads asked at once, " + THREADS + " are needed",
              facts);
      case DOUBTFUL ->
          Observation.unknown(
              "lost-replies",
              several
                  + " may have been outstanding, but "
                  + wire.doubtful()
                  + " of them never got their answer",
              facts);
      case SERIALISED -> throw new IllegalArgumentException("these are serialised");
    };
  }

  private static String sentAgain(long times) {
    return times == 0 ? "" : ", " + times + (times == 1 ? " query" : " queries") + " sent again";
  }
}
