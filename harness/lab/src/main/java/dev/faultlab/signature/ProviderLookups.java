package dev.faultlab.signature;

import com.google.auto.service.AutoService;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.Observation;
import java.util.List;

/**
 * Decoding by a charset's name asks the charset providers again and again.
 *
 * <p>{@code java.nio.charset.Charset} remembers the two names that were used last (JDK 8 to 27),
 * but never a name that belongs to no charset. A name that is neither one of the JDK's own charsets
 * nor remembered goes to the providers, through a new ServiceLoader. The lab's own provider counts
 * the calls, which is exact on every JDK, JIT state and machine: in the bare loop on one thread it
 * is called at every use of the name or never. Under a load of many threads the order of names, and
 * so the count, differs from run to run; there, one use in ten decides.
 */
@AutoService(Signature.class)
public final class ProviderLookups extends CountingSignature {
  /** With fewer uses, the fault may just not have happened yet. */
  static final long MIN_USES = 50;

  /** One lookup in this many uses is the fault, even if something hides the others. */
  static final long FAULTY_ONE_IN = 10;

  /**
   * Fewer than one lookup in this many uses is no fault: threads that miss at the same moment each
   * look up, and the two cache entries are swapped without a lock, so one is lost occasionally.
   */
  static final long HEALTHY_ONE_IN = 100;

  private static final FactSpec DECODES = new FactSpec("decodes", "decodes", "decodes in all");
  private static final FactSpec BY_NAME =
      new FactSpec("decodes-by-name", "decodes", "decodes by name");
  private static final FactSpec NEEDING_PROVIDER =
      new FactSpec("decodes-needing-provider", "decodes", "decodes whose name needs a provider");
  private static final FactSpec LOOKUPS =
      new FactSpec("provider-lookups", "lookups", "lookups at the provider");

  private static final List<Counter> COUNTERS =
      List.of(
          new Counter(DECODES, "decodes"),
          new Counter(BY_NAME, "by-name"),
          new Counter(NEEDING_PROVIDER, "needing"),
          new Counter(LOOKUPS, "lookups"));

  public ProviderLookups() {
    super(
        "provider-lookups",
        "a charset's name is looked up at the providers at its every use",
        inputs(COUNTERS),
        COUNTERS,
        new Reasons()
            .exposure(DECODES)
            .present("every-use", LOOKUPS)
            .present("many-uses", LOOKUPS)
            .absent("kept", BY_NAME, LOOKUPS)
            .absent("standard-only", NEEDING_PROVIDER, LOOKUPS)
            .absent("cached", LOOKUPS)
            .unknown("too-few", "stray", "few-uses"));
  }

  @Override
  Observation decide(Counts counts, Inputs inputs) {
    long decodes = counts.of(DECODES);
    long needing = counts.of(NEEDING_PROVIDER);
    long lookups = counts.of(LOOKUPS);
    String words =
        "%d lookups at the provider, %d of %d decodes with a name that needs one"
            .formatted(lookups, needing, decodes);
    boolean noneByName = counts.of(BY_NAME) == 0;
    // No counted decode by name explains a lookup here, so one in a hundred has another cause.
    boolean unexplained = noneByName || needing == 0;
    long uses = unexplained ? decodes : needing;
    boolean rare = lookups * HEALTHY_ONE_IN <= uses;
    return counts
        .decisions()
        .unknown(uses < MIN_USES, "too-few", words + "; at least " + MIN_USES + " are needed")
        .absent(unexplained && rare, noneByName ? "kept" : "standard-only", words)
        .unknown(unexplained, "stray", words + ", none of them by name")
        .present(lookups >= uses, "every-use", words)
        .present(lookups * FAULTY_ONE_IN >= uses, "many-uses", words)
        .absent(rare, "cached", words)
        .otherwiseUnknown(
            "few-uses", words + ": neither one in " + FAULTY_ONE_IN + " nor next to none");
  }
}
