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
 * Requests queue behind one lock while a file is held.
 *
 * <p>{@code labs/random/hold} makes a file wait (no process reads the pipe and it is full; none
 * writes the FIFO and it is empty), sends requests, and asks the service what has become of them
 * once each has either been served or come to rest inside the class that uses the file. One thread
 * is in the system call then, and all others wait for the lock that it holds. This state lasts
 * until the file is let go, so no clock is needed to find it.
 *
 * <p>That all requests are served afterwards is part of the proof: the held file was what they
 * waited for.
 */
@AutoService(Signature.class)
public final class HeldUp extends Signature {
  /** With fewer requests, one that waits may be chance. */
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

  public HeldUp() {
    super(
        "held-up",
        "requests wait for one lock while a file is blocked",
        List.of(
            Input.required("report", Kind.POINTER, "what hold printed"),
            Input.required("lock", Kind.TEXT, "whose lock the requests wait for")),
        List.of(SENT, SERVED, RUNNING, WAITING, AFTERWARDS));
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
   * @param lock whose lock it is
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
    Cases cases = new Cases(List.of(requests, served, running, waiting, afterwards));
    return flaws(cases, "the file", held, all, afterwards.value())
        .absent(served.value() == all, "served", counts)
        .present(
            allAreKnown && running.value() == 1 && waiting.value() >= REQUESTS - 1,
            "queued",
            counts)
        .otherwiseUnknown("no-queue", counts);
  }

  /**
   * Reports that do not tell anything.
   *
   * @param what was held
   */
  static Cases flaws(Cases cases, String what, boolean held, long requests, long afterwards) {
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
   * Whether it was held to the end.
   *
   * @throws MissingFact when the report does not say
   */
  static boolean held(JsonFacts json, String report) {
    JsonNode held = json.node(report + "/held");
    if (!held.isBoolean()) {
      throw new MissingFact(report + "/held is '" + held + "', expected true or false");
    }
    return held.asBoolean();
  }
}
