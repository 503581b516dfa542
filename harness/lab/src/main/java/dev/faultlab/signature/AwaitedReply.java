package dev.faultlab.signature;

import com.google.auto.service.AutoService;
import dev.faultlab.fact.EvidenceReader;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.signature.Input.Kind;
import java.util.List;

/**
 * Every request waits for the reply of a server, each on its own connection.
 *
 * <p>{@code labs/random/hold} stops that server, sends requests, and asks the service where they
 * wait. No lock is involved: all threads are in the call that reads the reply, so more threads
 * would only mean more waiting ones. This state lasts until the server continues, so it is found
 * without a clock. All requests are served afterwards, which shows that nothing else blocked them.
 */
@AutoService(Signature.class)
public final class AwaitedReply extends Signature {
  private static final FactSpec SERVED =
      new FactSpec("served-while-held", "requests", "served while the server did not answer");
  private static final FactSpec READING =
      new FactSpec("threads-reading", "threads", "threads in the call that waits for the reply");
  private static final FactSpec BLOCKED =
      new FactSpec("threads-blocked", "threads", "threads there that wait for a lock");

  public AwaitedReply() {
    super(
        "awaited-reply",
        "every request waits for another server's reply",
        List.of(
            Input.required("report", Kind.POINTER, "what hold printed"),
            Input.required("server", Kind.TEXT, "who is to reply")),
        List.of(QueuedBehindLock.SENT, SERVED, READING, BLOCKED, QueuedBehindLock.AFTERWARDS),
        Reasons.present("each-waits")
            .absent("served")
            .unknown("not-told-apart", "not-held", "too-few", "not-served"));
  }

  @Override
  public List<FactSpec> decidedBy(Observation seen) {
    return switch (seen.code()) {
      case "served" -> List.of(SERVED);
      case "each-waits" -> List.of(SERVED, READING, BLOCKED);
      default -> List.of();
    };
  }

  @Override
  public Observation observe(EvidenceReader evidence, Inputs inputs) {
    JsonFacts json = new JsonFacts(evidence);
    String report = inputs.pointer("report");
    return decide(
        inputs.text("server"),
        QueuedBehindLock.held(json, report),
        json.count(QueuedBehindLock.SENT, report + "/requests"),
        json.count(SERVED, report + "/whileHeld/issued"),
        json.count(READING, report + "/whileHeld/threads/running"),
        json.count(BLOCKED, report + "/whileHeld/threads/waiting"),
        json.count(QueuedBehindLock.AFTERWARDS, report + "/servedAfterwards"));
  }

  /**
   * The predicate itself.
   *
   * @param server whose reply is awaited
   */
  static Observation decide(
      String server,
      boolean held,
      Fact<Long> requests,
      Fact<Long> served,
      Fact<Long> reading,
      Fact<Long> blocked,
      Fact<Long> afterwards) {
    long all = requests.value();
    String counts =
        "%d of %d requests served while %s did not answer; threads that wait for its reply: %d, for a lock there: %d"
            .formatted(served.value(), all, server, reading.value(), blocked.value());
    DecisionList cases = new DecisionList(List.of(requests, served, reading, blocked, afterwards));
    return QueuedBehindLock.flaws(cases, server, held, all, afterwards.value())
        .absent(served.value() == all, "served", counts)
        .present(
            served.value() == 0 && reading.value() == all && blocked.value() == 0,
            "each-waits",
            counts)
        .otherwiseUnknown("not-told-apart", counts);
  }
}
