package dev.faultlab.signature;

import com.google.auto.service.AutoService;
import dev.faultlab.fact.DnsFacts;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.LookupTraffic;
import dev.faultlab.fact.Observation;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.pattern.OneAtATime;
import dev.faultlab.pattern.OneAtATime.Minimum;
import dev.faultlab.signature.Input.Kind;
import java.util.List;

/**
 * Lookups of one name queue behind one lock.
 *
 * <p>{@code java.net.InetAddress$NameServiceAddresses.get} holds a lock per host name during the
 * lookup (a monitor up to JDK 17, a ReentrantLock from 21 on). With the cache off, at most one
 * lookup of a name is therefore outstanding, however many threads ask. "At most one" alone decides
 * nothing: a cached name, a kept connection and a single thread look the same on the wire. So the
 * program under test counts how many threads asked at once, how often it asked and how many calls
 * it served, and the capture shows the lookups.
 */
@AutoService(Signature.class)
public final class SerialisedLookups extends Signature {
  /** Minimum of threads asking at once; with fewer, one lookup at a time may be chance. */
  static final long THREADS = Minimum.COUNTED.callers();

  /** Minimum of calls and lookups. */
  static final long LOOKUPS = Minimum.COUNTED.lookups();

  /**
   * With fewer than one lookup on the wire per this many answers, something else answers in place
   * of the name server.
   */
  static final long MIN_SERVER_SHARE = 10;

  /**
   * With fewer than one lookup on the wire per this many answers, a cache may be why only one is
   * outstanding.
   */
  static final long MIN_WIRE_SHARE = 2;

  private static final FactSpec CALLS = new FactSpec("calls", "calls", "calls served");
  private static final FactSpec LOOKUPS_ASKED =
      new FactSpec("lookups-asked", "lookups", "lookups asked for");
  private static final FactSpec FAILED =
      new FactSpec("lookups-failed", "lookups", "lookups that failed");
  private static final FactSpec THREADS_ASKING =
      new FactSpec("threads-asking", "threads", "threads asking at once");
  private static final FactSpec ASKING_ONE_NAME =
      new FactSpec("threads-asking-one-name", "threads", "threads asking for one name at once");

  public SerialisedLookups() {
    super(
        "serialised-lookups",
        "at most one lookup of a name outstanding, however many threads ask",
        List.of(
            Input.required("capture", Kind.CAPTURE, "lookups on the wire"),
            Input.required("host", Kind.TEXT, "name that is looked up, with the names below it"),
            Input.required("calls", Kind.POINTER, "calls served"),
            Input.required("asked", Kind.POINTER, "lookups asked for"),
            Input.required(
                "failed",
                Kind.POINTER,
                "how many of them failed, a number or an object of numbers"),
            Input.required("asking", Kind.POINTER, "most threads inside a lookup at once"),
            Input.required(
                "asking-one-name",
                Kind.POINTER,
                "most threads inside a lookup of the same name at once, read where several names were"
                    + " asked for")),
        List.of(
            CALLS,
            LOOKUPS_ASKED,
            FAILED,
            THREADS_ASKING,
            ASKING_ONE_NAME,
            LookupTraffic.LOOKUPS,
            LookupTraffic.MAX_ONE_NAME,
            LookupTraffic.MAX_ALL_NAMES),
        new Reasons()
            .exposure(CALLS)
            .present("serialised", LookupTraffic.MAX_ONE_NAME)
            .absent("cached", LookupTraffic.LOOKUPS)
            .absent("not-asked", LOOKUPS_ASKED)
            .absent("concurrent", LookupTraffic.MAX_ONE_NAME)
            .unknown(
                "partly-cached",
                "few-at-once",
                "too-few",
                "counter-differs",
                "failed",
                "too-few-threads",
                "lost-replies"));
  }

  @Override
  public List<FactSpec> decidedBy(Observation seen) {
    return seen.code().equals("concurrent") && isOnePerName(seen)
        ? List.of(ASKING_ONE_NAME, LookupTraffic.MAX_ALL_NAMES)
        : super.decidedBy(seen);
  }

  /** Whether no single name could have two outstanding; then the lookups of all names decide. */
  private static boolean isOnePerName(Observation seen) {
    return seen.facts().stream()
        .filter(fact -> fact.id().equals(ASKING_ONE_NAME.id()))
        .anyMatch(fact -> ((Number) fact.value()).longValue() == 1);
  }

  @Override
  public Observation observe(TrialEvidence evidence, Inputs inputs) {
    JsonFacts json = new JsonFacts(evidence);
    LookupTraffic dns = new DnsFacts(evidence, inputs.text("capture")).lookups(inputs.text("host"));
    // With one name on the wire, all threads ask for that one.
    String askingOneName = dns.names() > 1 ? "asking-one-name" : "asking";
    Counts counts =
        new Counts(json)
            .add(json.count(CALLS, inputs.text("calls")))
            .add(json.count(LOOKUPS_ASKED, inputs.text("asked")))
            .add(json.total(FAILED, inputs.text("failed")))
            .add(json.count(THREADS_ASKING, inputs.text("asking")))
            .add(json.count(ASKING_ONE_NAME, inputs.text(askingOneName)));
    return decide(counts, dns);
  }

  /** The predicate itself. */
  static Observation decide(Counts counts, LookupTraffic dns) {
    long asked = counts.of(LOOKUPS_ASKED);
    long failed = counts.of(FAILED);
    long asking = counts.of(THREADS_ASKING);
    long askingOneName = counts.of(ASKING_ONE_NAME);
    // A failure is remembered as well (networkaddress.cache.negative.ttl, 10 s by default), so
    // lookups that fail without a query prove nothing about a cache of addresses.
    long succeeded = asked - failed;
    long lookups = dns.lookups().value();
    String needed = asked + " lookups asked for, ";
    DecisionList decisions = counts.decisions(dns.facts());
    decideByCounters(decisions, counts.of(CALLS), asked, failed, lookups);
    decisions.absent(
        lookups * MIN_SERVER_SHARE <= succeeded,
        "cached",
        needed + lookups + " on the wire: answers are kept or shared");
    outstanding(decisions, asking, askingOneName, dns);
    return decisions
        .unknown(
            lookups * MIN_WIRE_SHARE <= succeeded,
            "partly-cached",
            needed
                + "only %d on the wire: something answers in place of the name server"
                    .formatted(lookups))
        .present(
            askingOneName >= THREADS,
            "serialised",
            "%d threads asking, %d lookups of %s, never more than %d outstanding%s"
                .formatted(
                    askingOneName,
                    lookups,
                    dns.names() == 1 ? dns.busiestName() : dns.names() + " names, of any one",
                    dns.maxOneName().value(),
                    sentAgain(dns.retransmissions())))
        .otherwiseUnknown(
            "few-at-once",
            "%d names, at most %d lookups outstanding and %d threads asking for one name at once"
                .formatted(dns.names(), dns.maxAllNames().value(), askingOneName));
  }

  /** Cases that the program's own counts decide, before the capture is read. */
  private static void decideByCounters(
      DecisionList decisions, long calls, long asked, long failed, long lookups) {
    boolean rarelyAsked = asked * MIN_SERVER_SHARE <= calls;
    decisions
        .tooFew(calls, LOOKUPS, calls + " calls")
        .unknown(
            rarelyAsked && lookups * MIN_SERVER_SHARE > calls,
            "counter-differs",
            "%d lookups asked for by the program's counter, %d on the wire for %d calls: some of them pass the counter by"
                .formatted(asked, lookups, calls))
        .absent(
            rarelyAsked,
            "not-asked",
            "%d calls needed %d lookups: connections are kept".formatted(calls, asked))
        .unknown(
            asked - failed < LOOKUPS && failed > 0,
            "failed",
            "%d of %d lookups failed, the name server is in trouble".formatted(failed, asked));
  }

  /** Cases in which lookups do not queue, or the capture is inconclusive. */
  private static void outstanding(
      DecisionList decisions, long asking, long askingOneName, LookupTraffic dns) {
    long lookups = dns.lookups().value();
    long allNames = dns.maxAllNames().value();
    OneAtATime.Answer answer =
        OneAtATime.of(Minimum.COUNTED, lookups, asking, dns.maxOneName().value(), dns.doubtful());
    String several = dns.maxOneName().value() + " lookups of " + dns.busiestName();
    decisions
        .unknown(
            answer == OneAtATime.Answer.TOO_FEW_LOOKUPS,
            "too-few",
            "%d lookups on the wire, at least %d are needed".formatted(lookups, LOOKUPS))
        // No thread waited for another's lookup of the same name, and none waited for another name;
        // with so little demand for each name, more threads would prove no more.
        .absent(
            askingOneName == 1 && allNames > 1,
            "concurrent",
            "%d lookups of %d names outstanding at once, %d threads asking, never two for one name"
                .formatted(allNames, dns.names(), asking))
        .absent(
            answer == OneAtATime.Answer.CONCURRENT,
            "concurrent",
            several + " outstanding at once, " + asking + " threads asking")
        .unknown(
            answer == OneAtATime.Answer.TOO_FEW_CALLERS,
            "too-few-threads",
            "at most %d threads asked at once, %d are needed".formatted(asking, THREADS))
        .unknown(
            answer == OneAtATime.Answer.DOUBTFUL,
            "lost-replies",
            "%s may have been outstanding, but %d of them never got their answer"
                .formatted(several, dns.doubtful()));
  }

  private static String sentAgain(long times) {
    return times == 0 ? "" : ", " + times + (times == 1 ? " query" : " queries") + " sent again";
  }
}
