package dev.faultlab.signature;

import com.google.auto.service.AutoService;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.Observation;
import dev.faultlab.signature.Input.Kind;
import java.util.List;

/**
 * A value is over its limit: a heap of 242 MiB where the container has 128.
 *
 * <p>For values that a program reports and that do not depend on how fast the machine is: sizes,
 * numbers of connections, bytes of a header.
 *
 * <pre>
 * signatures:
 *   heap-beyond-limit:
 *     kind: counted-excess
 *     value: heap.json#/heapMiB
 *     limit: heap.json#/limitMiB
 * </pre>
 *
 * <p>PRESENT ({@code over}) when the value is greater than the limit, else ABSENT ({@code within}).
 * UNKNOWN ({@code no-limit}) when the limit is negative, which many programs print for "none".
 */
@AutoService(Signature.class)
public final class CountedExcess extends CountingSignature {
  private static final FactSpec VALUE = new FactSpec("value", "1", "the value; value-is names it");
  private static final FactSpec LIMIT = new FactSpec("limit", "1", "its limit; limit-is names it");

  private static final List<Counter> COUNTERS =
      List.of(new Counter(VALUE, "value"), new Counter(LIMIT, "limit"));

  public CountedExcess() {
    super(
        "counted-excess",
        "a value is over its limit",
        inputs(
            COUNTERS,
            Input.optional("value-is", Kind.TEXT, "what the value is (default: value)"),
            Input.optional("limit-is", Kind.TEXT, "what the limit is (default: limit)")),
        COUNTERS,
        new Reasons()
            .present("over", VALUE, LIMIT)
            .absent("within", VALUE, LIMIT)
            .unknown("no-limit"));
  }

  @Override
  FactSpec named(FactSpec fact, Inputs inputs) {
    String words = fact.id() + "-is";
    return fact.as(inputs.has(words) ? inputs.text(words) : fact.id());
  }

  @Override
  Observation decide(Counts counts, Inputs inputs) {
    long value = counts.of(VALUE);
    long limit = counts.of(LIMIT);
    String words = "%s %d, %s %d".formatted(counts.name(VALUE), value, counts.name(LIMIT), limit);
    return counts
        .decisions()
        .unknown(limit < 0, "no-limit", words + ", which is none")
        .present(value > limit, "over", words)
        .otherwiseAbsent("within", words);
  }
}
