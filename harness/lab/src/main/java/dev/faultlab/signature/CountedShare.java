package dev.faultlab.signature;

import com.google.auto.service.AutoService;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.Observation;
import dev.faultlab.signature.Input.Kind;
import java.util.List;

/**
 * A considerable share of some events did what none should: of 24 callers who gave up, 24 were kept
 * waiting.
 *
 * <p>A kind for faults that a program can count by itself, so that a lab can declare one without
 * its own class. It decides by events, never by a clock: one counter has the events in which the
 * fault could show (callers who gave up, entries that expired), the other those in which it did. A
 * slow machine makes neither count wrong.
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
 * <p>PRESENT ({@code share}) when the part is at least one in {@code one-in} of the whole. ABSENT
 * ({@code none}) only when it is 0. UNKNOWN in between ({@code few}), when the whole is less than
 * {@code at-least} ({@code too-few}), and when the part is more than the whole ({@code *
 * more-than-whole}): the two then count different things.
 */
@AutoService(Signature.class)
public final class CountedShare extends CountingSignature {
  /** With fewer events, the fault may just not have happened yet. */
  static final long MIN_EVENTS = 8;

  /** One event in this many: what happens less often is not how the program works. */
  static final long FAULTY_ONE_IN = 4;

  private static final FactSpec WHOLE =
      new FactSpec("whole", "1", "cases that could show the fault; whole-is names them");
  private static final FactSpec PART =
      new FactSpec("part", "1", "cases that showed it; part-is names them");

  private static final List<Counter> COUNTERS =
      List.of(new Counter(WHOLE, "whole"), new Counter(PART, "part"));

  public CountedShare() {
    super(
        "counted-share",
        "a good part of what was counted did what none should",
        inputs(
            COUNTERS,
            Input.required("whole-is", Kind.TEXT, "what is counted, after 'of 24 ...'"),
            Input.required("part-is", Kind.TEXT, "what the part did, after 'of 24 things 3 ...'"),
            Input.optional(
                "at-least", Kind.NUMBER, "things needed to decide (default: " + MIN_EVENTS + ")"),
            Input.optional(
                "one-in",
                Kind.NUMBER,
                "present from one in so many on (default: " + FAULTY_ONE_IN + ")")),
        COUNTERS,
        new Reasons()
            .exposure(WHOLE)
            .present("share", PART)
            .absent("none", PART)
            .unknown("more-than-whole", "too-few", "few"));
  }

  @Override
  FactSpec named(FactSpec fact, Inputs inputs) {
    return fact.as(inputs.text(fact.id() + "-is"));
  }

  @Override
  Observation decide(Counts counts, Inputs inputs) {
    long whole = counts.of(WHOLE);
    long part = counts.of(PART);
    long atLeast = inputs.number("at-least", MIN_EVENTS);
    long oneIn = inputs.number("one-in", FAULTY_ONE_IN);
    // Words for several do not fit one.
    String form = whole == 1 ? "%2$s: %1$d; %4$s: %3$d" : "of %1$d %2$s %3$d %4$s";
    String words = form.formatted(whole, counts.name(WHOLE), part, counts.name(PART));
    return counts
        .decisions()
        .unknown(part > whole, "more-than-whole", words + ", which is more than all")
        .unknown(whole < atLeast, "too-few", words + "; at least " + atLeast + " are needed")
        .absent(part == 0, "none", words)
        .present(part >= (double) whole / oneIn, "share", words)
        .otherwiseUnknown("few", words + "; neither none nor a good part");
  }
}
