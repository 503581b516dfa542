package dev.faultlab.signature;

import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.JsonFacts;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Decoding by a charset's name allocates what a walk over the charset providers allocates.
 *
 * <p>The witness for a system into which no counting provider can be put, and for one that has no
 * provider at all but is sent names that nobody answers to. HotSpot counts the bytes that a thread
 * allocates exactly. How many a walk takes depends on the JDK, on the class path and on what the
 * JIT compiler has done (tens to hundreds of kilobytes), so no fixed number decides: the yardstick
 * is a walk that was forced in the same JVM, and the zero is the same decoding with kept charsets.
 *
 * <p>Inputs, addresses of counters: {@code decodes}, {@code needing} (decodes whose name the JDK's
 * own charsets do not answer to), {@code allocated} (bytes of all decodes), {@code kept-decodes}
 * and {@code kept-allocated} (the same with kept charsets), {@code walks} and {@code
 * walk-allocated} (forced walks and their bytes).
 */
public final class LookupAllocation implements Signature {
  static final long ENOUGH = 100;

  /** Nearer to a walk per use than to none: the JIT compiler can halve what either allocates. */
  static final double A_WALK = 0.5;

  /** What a look-up in the JDK's own table and a new decoder allocate is below this. */
  static final double NO_WALK = 0.1;

  @Override
  public String id() {
    return "lookup-allocation";
  }

  @Override
  public String title() {
    return "decoding by name allocates a walk over the providers per use";
  }

  @Override
  public Observation observe(TrialEvidence evidence, Map<String, String> inputs) {
    JsonFacts json = new JsonFacts(evidence);
    return decide(
        json.count("decodes", inputs.get("decodes")),
        json.count("decodes whose name needs a provider", inputs.get("needing")),
        json.count("bytes allocated by them", inputs.get("allocated")),
        json.count("decodes with kept charsets", inputs.get("kept-decodes")),
        json.count("bytes allocated by those", inputs.get("kept-allocated")),
        json.count("forced walks", inputs.get("walks")),
        json.count("bytes allocated by the walks", inputs.get("walk-allocated")));
  }

  /** The predicate itself. */
  static Observation decide(
      Fact<Long> decodes,
      Fact<Long> needing,
      Fact<Long> allocated,
      Fact<Long> keptDecodes,
      Fact<Long> keptAllocated,
      Fact<Long> walks,
      Fact<Long> walkAllocated) {
    List<Fact<?>> facts =
        List.of(decodes, needing, allocated, keptDecodes, keptAllocated, walks, walkAllocated);
    long uses = needing.value() > 0 ? needing.value() : decodes.value();
    if (uses < ENOUGH || keptDecodes.value() < ENOUGH || walks.value() < 1) {
      return Observation.unknown(
          "too-few",
          String.format(
              "%d decodes, %d with kept charsets and %d forced walks; %d, %d and 1 are needed",
              uses, keptDecodes.value(), walks.value(), ENOUGH, ENOUGH),
          facts);
    }
    double walk = (double) walkAllocated.value() / walks.value();
    double kept = (double) keptAllocated.value() / keptDecodes.value();
    double more = (allocated.value() - kept * decodes.value()) / uses;
    if (walk <= kept) {
      return Observation.unknown(
          "no-yardstick",
          String.format(
              Locale.ROOT, "a forced walk took %.0f bytes, a decode alone %.0f", walk, kept),
          facts);
    }
    String counts =
        String.format(
            Locale.ROOT,
            "%.0f bytes more per use than with kept charsets, a walk takes %.0f",
            more,
            walk);
    if (more >= A_WALK * walk) {
      return new Observation(State.PRESENT, "walk-per-use", counts, facts);
    }
    if (more <= NO_WALK * walk) {
      return new Observation(State.ABSENT, "no-walk", counts, facts);
    }
    return Observation.unknown("between", counts + ": neither one nor none", facts);
  }
}
