package dev.faultlab.signature;

import com.google.auto.service.AutoService;
import dev.faultlab.fact.EvidenceReader;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.JsonFacts;
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
public final class CountedExcess extends Signature {
  private static final FactSpec VALUE = new FactSpec("value", "1", "the value; value-is names it");
  private static final FactSpec LIMIT = new FactSpec("limit", "1", "its limit; limit-is names it");

  public CountedExcess() {
    super(
        "counted-excess",
        "a value is over its limit",
        List.of(
            Input.required("value", Kind.POINTER, "the value, a whole number"),
            Input.required("limit", Kind.POINTER, "the limit, a whole number"),
            Input.optional(
                "value-is", Kind.TEXT, "what the value is; 'value' where it is left out"),
            Input.optional(
                "limit-is", Kind.TEXT, "what the limit is; 'limit' where it is left out")),
        List.of(VALUE, LIMIT),
        Reasons.present("over").absent("within").unknown("no-limit"));
  }

  @Override
  public List<FactSpec> decidedBy(Observation seen) {
    return List.of(VALUE, LIMIT);
  }

  @Override
  public Observation observe(EvidenceReader evidence, Inputs inputs) {
    JsonFacts json = new JsonFacts(evidence);
    Fact<Long> value = json.count(VALUE.as(words(inputs, "value")), inputs.pointer("value"));
    Fact<Long> limit = json.count(LIMIT.as(words(inputs, "limit")), inputs.pointer("limit"));
    String counts =
        "%s %d, %s %d".formatted(value.name(), value.value(), limit.name(), limit.value());
    return new DecisionList(List.of(value, limit))
        .unknown(limit.value() < 0, "no-limit", counts + ", which is none")
        .present(value.value() > limit.value(), "over", counts)
        .otherwiseAbsent("within", counts);
  }

  private static String words(Inputs inputs, String what) {
    return inputs.has(what + "-is") ? inputs.text(what + "-is") : what;
  }
}
