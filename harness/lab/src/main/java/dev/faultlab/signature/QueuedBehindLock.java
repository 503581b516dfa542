package dev.faultlab.signature;

import com.google.auto.service.AutoService;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.Observation;
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
public final class QueuedBehindLock extends CountingSignature {
  /** With fewer requests, a waiting one may be chance. */
  static final long REQUESTS = 8;

  private static final String REPORT = "report";

  static final FactSpec SENT = new FactSpec("requests", "requests", "requests sent");
  private static final FactSpec SERVED =
      new FactSpec("served-while-held", "requests", "served while the file was held");
  private static final FactSpec RUNNING =
      new FactSpec("threads-running", "threads", "threads in the system call");
  private static final FactSpec WAITING =
      new FactSpec("threads-waiting", "threads", "threads waiting for the lock");
  static final FactSpec SERVED_AFTERWARDS =
      new FactSpec("served-afterwards", "requests", "served afterwards");

  public QueuedBehindLock() {
    super(
        "held-up",
        "requests wait for one lock while a file is blocked",
        List.of(
            Input.required(REPORT, Kind.POINTER, "what hold printed"),
            Input.required("lock", Kind.TEXT, "whose lock the requests wait for")),
        counters(SERVED, RUNNING, WAITING),
        new Reasons()
            .exposure(SENT)
            .present("queued", RUNNING, WAITING)
            .absent("served", SERVED)
            .unknown("no-queue", "not-held", "too-few", "not-served"));
  }

  /** What hold printed: of the requests, and of the threads that serve them. */
  static List<Counter> counters(FactSpec served, FactSpec running, FactSpec waiting) {
    return List.of(
        new Counter(SENT, REPORT, "/requests"),
        new Counter(served, REPORT, "/whileHeld/issued"),
        new Counter(running, REPORT, "/whileHeld/threads/running"),
        new Counter(waiting, REPORT, "/whileHeld/threads/waiting"),
        new Counter(SERVED_AFTERWARDS, REPORT, "/servedAfterwards"));
  }

  @Override
  FactSpec named(FactSpec fact, Inputs inputs) {
    return fact == WAITING ? fact.as("threads waiting for " + inputs.text("lock")) : fact;
  }

  @Override
  Observation decide(Counts counts, Inputs inputs) {
    long sent = counts.of(SENT);
    long served = counts.of(SERVED);
    long running = counts.of(RUNNING);
    long waiting = counts.of(WAITING);
    String words =
        "%d of %d requests served while the file was held; threads in its system call: %d, waiting for %s: %d"
            .formatted(served, sent, running, inputs.text("lock"), waiting);
    boolean allAreKnown = served + running + waiting == sent;
    return flaws(counts, inputs, "the file")
        .absent(served == sent, "served", words)
        .present(allAreKnown && running == 1 && waiting >= REQUESTS - 1, "queued", words)
        .otherwiseUnknown("no-queue", words);
  }

  /**
   * Cases in which the report is inconclusive.
   *
   * @param what was blocked
   */
  static DecisionList flaws(Counts counts, Inputs inputs, String what) {
    long requests = counts.of(SENT);
    long afterwards = counts.of(SERVED_AFTERWARDS);
    return counts
        .decisions()
        .unknown(
            !counts.flag(inputs.text(REPORT) + "/held"),
            "not-held",
            what + " was not held to the end")
        .tooFew(requests, REQUESTS, requests + " requests")
        .unknown(
            afterwards != requests,
            "not-served",
            "%d of %d requests were served after %s was let go"
                .formatted(afterwards, requests, what));
  }
}
