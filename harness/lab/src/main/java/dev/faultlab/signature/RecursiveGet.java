package dev.faultlab.signature;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.auto.service.AutoService;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.Observation;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.signature.Input.Kind;
import java.util.List;

/**
 * A lookup calls itself, from inside.
 *
 * <p>After waiting for the lock in {@code InetAddress$NameServiceAddresses.{@code get}}, a thread
 * finds another thread's object in the cache and calls get on that. Each faster thread adds a
 * frame. The depth varies from run to run and decides nothing. What decides is that it exceeds 1
 * with two threads and never with one. Counted exactly by {@code jvm-apps/depth-agent}.
 */
@AutoService(Signature.class)
public final class RecursiveGet extends CountingSignature {
  /** With fewer calls, the fault may just not have happened yet. */
  static final long CALLS = 50;

  private static final FactSpec GETS = new FactSpec("calls-of-get", "calls", "calls of get");
  private static final FactSpec NESTED =
      new FactSpec("recursive-calls", "calls", "calls of get from inside get");
  private static final FactSpec THREADS =
      new FactSpec("threads", "threads", "threads that called get");
  private static final FactSpec INSIDE =
      new FactSpec("max-inside", "threads", "most threads inside get at once");

  public RecursiveGet() {
    super(
        "recursive-get",
        "NameServiceAddresses.get calls itself on one stack",
        List.of(Input.required("depth", Kind.POINTER, "what jvm-apps/depth-agent reported")),
        List.of(
            new Counter(GETS, "depth", "/calls"),
            new Counter(NESTED, "depth", "/recursiveCalls"),
            new Counter(THREADS, "depth", "/threads"),
            new Counter(INSIDE, "depth", "/maxInside")),
        new Reasons()
            .exposure(GETS)
            .present("recursive", NESTED)
            .absent("single-thread", NESTED, THREADS)
            .absent("not-recursive", NESTED, THREADS)
            .unknown("not-applicable", "too-few", "never-together"));
  }

  @Override
  public Observation observe(TrialEvidence evidence, Inputs inputs) {
    JsonNode report = new JsonFacts(evidence).node(inputs.text("depth"));
    if (!report.path("applicable").asBoolean(false)) {
      return Observation.unknown(
          "not-applicable", report.path("reason").asText("the agent gave no counts"), List.of());
    }
    return super.observe(evidence, inputs);
  }

  @Override
  Observation decide(Counts counts, Inputs inputs) {
    long calls = counts.of(GETS);
    long recursive = counts.of(NESTED);
    long threads = counts.of(THREADS);
    String words =
        "%d of %d calls came from inside get, %d %s"
            .formatted(recursive, calls, threads, threads == 1 ? "thread" : "threads");
    return counts
        .decisions()
        .present(recursive > 0, "recursive", words)
        .tooFew(calls, CALLS, calls + " calls of get")
        .unknown(
            threads > 1 && counts.of(INSIDE) < 2,
            "never-together",
            words + ", but no two were ever inside at once")
        .otherwiseAbsent(threads == 1 ? "single-thread" : "not-recursive", words);
  }
}
