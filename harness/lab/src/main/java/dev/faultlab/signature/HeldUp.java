package dev.faultlab.signature;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.auto.service.AutoService;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.signature.Input.Kind;
import java.util.List;
import java.util.Optional;

/**
 * Requests queue behind one lock while a file is held.
 *
 * <p>{@code labs/random/hold} makes a file wait (nobody reads the pipe and it is full; nobody
 * writes the FIFO and it is empty), sends requests, and asks the service what has become of them
 * once each has either been served or come to rest inside the class that uses the file. One thread
 * is in the system call then, and all others wait for the lock that it holds. This state lasts
 * until the file is let go, so no clock is needed to find it.
 *
 * <p>That all requests are served afterwards is part of the proof: the held file was what they
 * waited for.
 */
@AutoService(Signature.class)
public final class HeldUp implements Signature {
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

  @Override
  public String kind() {
    return "held-up";
  }

  @Override
  public String title() {
    return "requests wait for one lock while a file is blocked";
  }

  @Override
  public List<Input> inputs() {
    return List.of(
        Input.required("report", Kind.POINTER, "what hold printed"),
        Input.required("lock", Kind.TEXT, "whose lock the requests wait for"));
  }

  @Override
  public List<FactSpec> facts() {
    return List.of(SENT, SERVED, RUNNING, WAITING, AFTERWARDS);
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
  public Observation observe(TrialEvidence evidence, Inputs inputs) {
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
    List<Fact<?>> facts = List.of(requests, served, running, waiting, afterwards);
    long all = requests.value();
    String counts =
        served.value()
            + " of "
            + all
            + " requests served while the file was held; threads in its system call: "
            + running.value()
            + ", waiting for "
            + lock
            + ": "
            + waiting.value();
    Optional<Observation> flaw = flaw("the file", held, all, afterwards.value(), facts);
    if (flaw.isPresent()) {
      return flaw.get();
    }
    if (served.value() == all) {
      return new Observation(State.ABSENT, "served", counts, facts);
    }
    boolean everyOneTold = served.value() + running.value() + waiting.value() == all;
    if (everyOneTold && running.value() == 1 && waiting.value() >= REQUESTS - 1) {
      return new Observation(State.PRESENT, "queued", counts, facts);
    }
    return Observation.unknown("no-queue", counts, facts);
  }

  /**
   * Why nothing can be told from such a report, if so.
   *
   * @param what was held
   */
  static Optional<Observation> flaw(
      String what, boolean held, long requests, long afterwards, List<Fact<?>> facts) {
    if (!held) {
      return Optional.of(Observation.unknown("not-held", what + " was not held to the end", facts));
    }
    if (requests < REQUESTS) {
      return Optional.of(
          Observation.unknown(
              "too-few", requests + " requests, at least " + REQUESTS + " are needed", facts));
    }
    if (afterwards != requests) {
      return Optional.of(
          Observation.unknown(
              "not-served",
              afterwards
                  + " of "
                  + requests
                  + " requests were served after "
                  + what
                  + " was let go",
              facts));
    }
    return Optional.empty();
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
