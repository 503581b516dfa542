package dev.faultlab.signature;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.auto.service.AutoService;
import dev.faultlab.fact.EvidenceReader;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.signature.Input.Kind;
import java.util.List;

/**
 * Requests queue behind one lock while a file is blocked.
 *
 * <p>{@code labs/random/hold} blocks a file (no process reads the full pipe, or none writes the
 * empty FIFO) and sends requests. Once each was either served or waits inside the class that uses
 * the file, it asks the service where they are. Then one thread is in the system call, and all
 * others wait for the lock that it holds. This state lasts until the file is released, so it is
 * found without a clock.
 *
 * <p>All requests are served afterwards, which proves that they waited for this file.
 */
@AutoService(Signature.class)
public final class QueuedBehindLock extends Signature {
  /** With fewer requests, a waiting one may be chance. */
  static final long REQUESTS = 8;

  static final FactSpec SENT = new FactSpec("requests", "requests", "requests sent");
  private static final FactSpec SERVED =
      new FactSpec("served-while-held", "requests", "served while the file was held");
  private static final FactSpec RUNNING =
      new FactSpec("threads-running", "threads", "threads in the system call");
  private static final FactSpec WAITING =
      new FactSpec("threads-waiting", "threads", "threads waiting for the lock");
  static final FactSpec AFTERWARDS =
      new FactSpec("served-afterwards", "requests", "served afterwards");

  public QueuedBehindLock() {
    super(
        "held-up",
        "requests wait for one lock while a file is blocked",
        List.of(
            Input.required("report", Kind.POINTER, "what hold printed"),
            Input.required("lock", Kind.TEXT, "whose lock the requests wait for")),
        List.of(SENT, SERVED, RUNNING, WAITING, AFTERWARDS),
        Reasons.present("queued")
            .absent("served")
            .unknown("no-queue", "not-held", "too-few", "not-served"));
  }

  @Override
  public List<FactSpec> decidedBy(Observation seen) {
    return switch (seen.code()) {
      case "served" -> List.of(SERVED);
      case "queued" -> List.of(RUNNING, WAITING);
      default -> List.of();
    };
  }

  @Override
  public Observation observe(EvidenceReader evidence, Inputs inputs) {
    JsonFacts json = new JsonFacts(evidence);
    String report = inputs.pointer("report");
    String lock = inputs.text("lock");
    return decide(
        lock,
        held(json, report),
        json.count(SENT, report + "/requests"),
        json.count(SERVED, report + "/whileHeld/issued"),
        json.count(RUNNING, report + "/whileHeld/threads/running"),
        json.count(
            WAITING.as("threads waiting for " + lock), report + "/whileHeld/threads/waiting"),
        json.count(AFTERWARDS, report + "/servedAfterwards"));
  }

  /**
   * The predicate itself.
   *
   * @param lock its owner
   */
  static Observation decide(
      String lock,
      boolean held,
      Fact<Long> requests,
      Fact<Long> served,
      Fact<Long> running,
      Fact<Long> waiting,
      Fact<Long> afterwards) {
    long all = requests.value();
    String counts =
        "%d of %d requests served while the file was held; threads in its system call: %d, waiting for %s: %d"
            .formatted(served.value(), all, running.value(), lock, waiting.value());
    boolean allAreKnown = served.value() + running.value() + waiting.value() == all;
    DecisionList cases = new DecisionList(List.of(requests, served, running, waiting, afterwards));
    return flaws(cases, "the file", held, all, afterwards.value())
        .absent(served.value() == all, "served", counts)
        .present(
            allAreKnown && running.value() == 1 && waiting.value() >= REQUESTS - 1,
            "queued",
            counts)
        .otherwiseUnknown("no-queue", counts);
  }

  /**
   * Cases in which the report is inconclusive.
   *
   * @param what was blocked
   */
  static DecisionList flaws(
      DecisionList cases, String what, boolean held, long requests, long afterwards) {
    return cases
        .unknown(!held, "not-held", what + " was not held to the end")
        .unknown(
            requests < REQUESTS,
            "too-few",
            "%d requests, at least %d are needed",
            requests,
            REQUESTS)
        .unknown(
            afterwards != requests,
            "not-served",
            "%d of %d requests were served after %s was let go",
            afterwards,
            requests,
            what);
  }

  /**
   * Whether it was blocked to the end.
   *
   * @throws MissingFact when the report lacks the answer
   */
  static boolean held(JsonFacts json, String report) {
    JsonNode held = json.node(report + "/held");
    if (!held.isBoolean()) {
      throw new MissingFact(report + "/held is '" + held + "', expected true or false");
    }
    return held.asBoolean();
  }
}
