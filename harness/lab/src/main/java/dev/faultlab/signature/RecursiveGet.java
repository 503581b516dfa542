package dev.faultlab.signature;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.auto.service.AutoService;
import dev.faultlab.fact.EvidenceReader;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.JsonFacts;
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
public final class RecursiveGet extends Signature {
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
        List.of(GETS, NESTED, THREADS, INSIDE),
        Reasons.present("recursive")
            .absent("single-thread", "not-recursive")
            .unknown("not-applicable", "too-few", "never-together"));
  }

  @Override
  public List<FactSpec> decidedBy(Observation seen) {
    return seen.state() == State.ABSENT ? List.of(NESTED, THREADS) : List.of(NESTED);
  }

  @Override
  public Observation observe(EvidenceReader evidence, Inputs inputs) {
    JsonFacts json = new JsonFacts(evidence);
    String depth = inputs.pointer("depth");
    JsonNode report = json.node(depth);
    if (!report.path("applicable").asBoolean(false)) {
      return Observation.unknown(
          "not-applicable", report.path("reason").asText("the agent gave no counts"), List.of());
    }
    return decide(
        json.count(GETS, depth + "/calls"),
        json.count(NESTED, depth + "/recursiveCalls"),
        json.count(THREADS, depth + "/threads"),
        json.count(INSIDE, depth + "/maxInside"));
  }

  /** The predicate itself. */
  static Observation decide(
      Fact<Long> calls, Fact<Long> recursive, Fact<Long> threads, Fact<Long> inside) {
    String counts =
        "%d of %d calls came from inside get, %d %s"
            .formatted(
                recursive.value(),
                calls.value(),
                threads.value(),
                threads.value() == 1 ? "thread" : "threads");
    return new DecisionList(List.of(calls, recursive, threads, inside))
        .present(recursive.value() > 0, "recursive", counts)
        .unknown(
            calls.value() < CALLS,
            "too-few",
            "%d calls of get, at least %d are needed",
            calls.value(),
            CALLS)
        .unknown(
            threads.value() > 1 && inside.value() < 2,
            "never-together",
            counts + ", but no two were ever inside at once")
        .otherwiseAbsent(threads.value() == 1 ? "single-thread" : "not-recursive", counts);
  }
}
