package dev.faultlab.signature;

import com.google.auto.service.AutoService;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.Observation;
import java.util.List;
import java.util.Locale;

/**
 * Decoding by a charset's name allocates as much as a walk over the charset providers.
 *
 * <p>For systems in which the lab's counting provider cannot be installed, and for those without
 * any provider whose inputs name unknown charsets. HotSpot counts the bytes that a thread allocates
 * exactly. The size of a walk depends on the JDK, the class path and the JIT compiler's work (tens
 * to hundreds of kilobytes), so no fixed number decides. The yardstick is a walk that was forced in
 * the same JVM; the zero is the same decoding with kept charsets.
 */
@AutoService(Signature.class)
public final class LookupAllocation extends CountingSignature {
  static final long MIN_USES = 100;

  /**
   * Nearer to a walk per use than to none, because the JIT compiler can halve the allocation of
   * either.
   */
  static final double WALK_SHARE = 0.5;

  /** A lookup in the JDK's own table and a new decoder allocate less than this. */
  static final double NO_WALK = 0.1;

  private static final FactSpec DECODES = new FactSpec("decodes", "decodes", "decodes in all");
  private static final FactSpec NEEDING_PROVIDER =
      new FactSpec("decodes-needing-provider", "decodes", "decodes whose name needs a provider");
  private static final FactSpec ALLOCATED =
      new FactSpec("bytes-allocated", "bytes", "bytes that all decodes allocated");
  private static final FactSpec KEPT =
      new FactSpec("kept-decodes", "decodes", "the same decodes with kept charsets");
  private static final FactSpec KEPT_ALLOCATED =
      new FactSpec("kept-bytes-allocated", "bytes", "bytes allocated with kept charsets");
  private static final FactSpec WALKS =
      new FactSpec("forced-walks", "walks", "walks over the providers that were forced");
  private static final FactSpec WALKS_ALLOCATED =
      new FactSpec("walk-bytes-allocated", "bytes", "bytes that the forced walks allocated");

  private static final List<Counter> COUNTERS =
      List.of(
          new Counter(DECODES, "decodes"),
          new Counter(NEEDING_PROVIDER, "needing"),
          new Counter(ALLOCATED, "allocated"),
          new Counter(KEPT, "kept-decodes"),
          new Counter(KEPT_ALLOCATED, "kept-allocated"),
          new Counter(WALKS, "walks"),
          new Counter(WALKS_ALLOCATED, "walk-allocated"));

  public LookupAllocation() {
    super(
        "lookup-allocation",
        "decoding by name allocates a walk over the providers per use",
        inputs(COUNTERS),
        COUNTERS,
        new Reasons()
            .exposure(DECODES)
            .present("walk-per-use", ALLOCATED)
            .absent("no-walk", ALLOCATED)
            .unknown("too-few", "no-yardstick", "between"));
  }

  @Override
  Observation decide(Counts counts, Inputs inputs) {
    long decodes = counts.of(DECODES);
    long uses = counts.of(NEEDING_PROVIDER) > 0 ? counts.of(NEEDING_PROVIDER) : decodes;
    double walk = (double) counts.of(WALKS_ALLOCATED) / counts.of(WALKS);
    double keptUse = (double) counts.of(KEPT_ALLOCATED) / counts.of(KEPT);
    double more = (counts.of(ALLOCATED) - keptUse * decodes) / uses;
    String words =
        String.format(
            Locale.ROOT,
            "%d bytes %s per use than with kept charsets, a walk takes %d",
            Math.abs(Math.round(more)),
            Math.round(more) < 0 ? "less" : "more",
            Math.round(walk));
    return counts
        .decisions()
        .unknown(
            uses < MIN_USES || counts.of(KEPT) < MIN_USES || counts.of(WALKS) < 1,
            "too-few",
            "%d decodes, %d with kept charsets and %d forced walks; %d, %d and 1 are needed"
                .formatted(uses, counts.of(KEPT), counts.of(WALKS), MIN_USES, MIN_USES))
        .unknown(
            walk <= keptUse,
            "no-yardstick",
            String.format(
                Locale.ROOT, "a forced walk took %.0f bytes, a decode alone %.0f", walk, keptUse))
        .present(more >= WALK_SHARE * walk, "walk-per-use", words)
        .absent(more <= NO_WALK * walk, "no-walk", words)
        .otherwiseUnknown("between", words + ": neither one nor none");
  }
}
