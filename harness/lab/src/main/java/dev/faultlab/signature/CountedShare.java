package dev.faultlab.signature;

import com.google.auto.service.AutoService;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.signature.Input.Kind;
import java.util.List;

/**
 * Of a number of things, a good part did what none should: of 24 callers who gave up, 24 were kept
 * waiting.
 *
 * <p>The kind for a fault that a program can count by itself, so that a lab can state it without a
 * class of its own. It decides by events, never by a clock, as long as both counters count events:
 * things that came so far that the fault could show (callers who gave up, entries that expired),
 * and those of them in which it did. A slow machine makes neither count wrong.
 *
 * <pre>
 * signatures:
 *   never-evicts:
 *     kind: counted-share
 *     title: expired entries stay in the cache
 *     whole: names.json#/expired
 *     whole-is: entries that expired
 *     part: names.json#/kept
 *     part-is: are still held
 * </pre>
 *
 * <p>PRESENT ({@code share}) when the part is at least one in {@code one-in} of the whole, ABSENT
 * ({@code none}) only when it is 0, UNKNOWN in between ({@code few}), when the whole is less than
 * {@code at-least} ({@code too-few}), and when the part is more than the whole ({@code
 * more-than-whole}): then the two do not count the same things.
 */
@AutoService(Signature.class)
public final class CountedShare implements Signature {
  /** With fewer, what was not seen may just not have happened yet. */
  static final long AT_LEAST = 8;

  /** One in so many: what happens less often than that is not how the program works. */
  static final long ONE_IN = 4;

  private static final FactSpec WHOLE =
      new FactSpec("whole", "1", "things that could show the fault, in the words of whole-is");
  private static final FactSpec PART =
      new FactSpec("part", "1", "those that did, in the words of part-is");

  @Override
  public String kind() {
    return "counted-share";
  }

  @Override
  public String title() {
    return "a good part of what was counted did what none should";
  }

  @Override
  public List<Input> inputs() {
    return List.of(
        Input.required("whole", Kind.POINTER, "counter of the things that could show the fault"),
        Input.required("part", Kind.POINTER, "counter of those that did"),
        Input.required("whole-is", Kind.TEXT, "what is counted, after 'of 24 ...'"),
        Input.required("part-is", Kind.TEXT, "what the part did, after 'of 24 things 3 ...'"),
        Input.optional(
            "at-least",
            Kind.NUMBER,
            "things needed to decide; " + AT_LEAST + " where it is left out"),
        Input.optional(
            "one-in",
            Kind.NUMBER,
            "present from one in so many on; " + ONE_IN + " where it is left out"));
  }

  @Override
  public List<FactSpec> facts() {
    return List.of(WHOLE, PART);
  }

  @Override
  public List<FactSpec> decidedBy(Observation seen) {
    return List.of(PART);
  }

  @Override
  public Observation observe(TrialEvidence evidence, Inputs inputs) {
    JsonFacts json = new JsonFacts(evidence);
    String wholeIs = inputs.text("whole-is");
    String partIs = inputs.text("part-is");
    Fact<Long> whole = json.count(WHOLE.as(wholeIs), inputs.pointer("whole"));
    Fact<Long> part = json.count(PART.as(partIs), inputs.pointer("part"));
    return decide(
        whole, part, inputs.number("at-least", AT_LEAST), inputs.number("one-in", ONE_IN));
  }

  /** The predicate itself. */
  static Observation decide(Fact<Long> whole, Fact<Long> part, long atLeast, long oneIn) {
    List<Fact<?>> facts = List.of(whole, part);
    String counts =
        String.format("of %d %s %d %s", whole.value(), whole.name(), part.value(), part.name());
    if (part.value() > whole.value()) {
      return Observation.unknown("more-than-whole", counts + ", which is more than all", facts);
    }
    if (whole.value() < atLeast) {
      return Observation.unknown(
          "too-few", counts + "; at least " + atLeast + " are needed", facts);
    }
    if (part.value() == 0) {
      return new Observation(State.ABSENT, "none", counts, facts);
    }
    if (part.value() < (double) whole.value() / oneIn) {
      return Observation.unknown("few", counts + "; neither none nor a good part", facts);
    }
    return new Observation(State.PRESENT, "share", counts, facts);
  }
}
