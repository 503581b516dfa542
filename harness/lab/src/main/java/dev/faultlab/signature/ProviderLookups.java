package dev.faultlab.signature;

import com.google.auto.service.AutoService;
import dev.faultlab.fact.EvidenceReader;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.signature.Input.Kind;
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
public final class ProviderLookups extends Signature {
  /** With fewer uses, the fault may just not have happened yet. */
  static final long ENOUGH = 50;

  /** A lookup at one use in so many is the fault, whatever hides the others. */
  static final long OFTEN = 10;

  /**
   * Below one in so many there is no fault: threads that miss at the same moment each look up, and
   * the two cache entries are swapped without a lock, so one is lost occasionally.
   */
  static final long RARE = 100;

  private static final FactSpec DECODES = new FactSpec("decodes", "decodes", "decodes in all");
  private static final FactSpec BY_NAME =
      new FactSpec("decodes-by-name", "decodes", "decodes by name");
  private static final FactSpec NEEDING =
      new FactSpec("decodes-needing-provider", "decodes", "decodes whose name needs a provider");
  private static final FactSpec LOOKUPS =
      new FactSpec("provider-lookups", "lookups", "lookups at the provider");

  public ProviderLookups() {
    super(
        "provider-lookups",
        "a charset's name is looked up at the providers at its every use",
        List.of(
            Input.required("decodes", Kind.POINTER, "decodes"),
            Input.required("by-name", Kind.POINTER, "those that handed a name to the JDK"),
            Input.required(
                "needing",
                Kind.POINTER,
                "decodes with a name that is none of the JDK's own charsets"),
            Input.required("lookups", Kind.POINTER, "calls of CharsetProvider.charsetForName")),
        List.of(DECODES, BY_NAME, NEEDING, LOOKUPS),
        Reasons.present("every-use", "many-uses")
            .absent("kept", "standard-only", "cached")
            .unknown("too-few", "stray", "few-uses"));
  }

  @Override
  public List<FactSpec> decidedBy(Observation seen) {
    return switch (seen.code()) {
      case "kept" -> List.of(BY_NAME, LOOKUPS);
      case "standard-only" -> List.of(NEEDING, LOOKUPS);
      default -> List.of(LOOKUPS);
    };
  }

  @Override
  public Observation observe(EvidenceReader evidence, Inputs inputs) {
    JsonFacts json = new JsonFacts(evidence);
    return decide(
        json.count(DECODES, inputs.pointer("decodes")),
        json.count(BY_NAME, inputs.pointer("by-name")),
        json.count(NEEDING, inputs.pointer("needing")),
        json.count(LOOKUPS, inputs.pointer("lookups")));
  }

  /** The predicate itself. */
  static Observation decide(
      Fact<Long> decodes, Fact<Long> byName, Fact<Long> needing, Fact<Long> lookups) {
    String counts =
        "%d lookups at the provider, %d of %d decodes with a name that needs one"
            .formatted(lookups.value(), needing.value(), decodes.value());
    boolean kept = byName.value() == 0;
    // Then no counted decode explains a lookup, so one in a hundred has another cause.
    boolean unexplained = kept || needing.value() == 0;
    long uses = unexplained ? decodes.value() : needing.value();
    boolean rare = lookups.value() * RARE <= uses;
    return new DecisionList(List.of(decodes, byName, needing, lookups))
        .unknown(uses < ENOUGH, "too-few", counts + "; at least " + ENOUGH + " are needed")
        .absent(unexplained && rare, kept ? "kept" : "standard-only", counts)
        .unknown(unexplained, "stray", counts + ", none of them by name")
        .present(lookups.value() >= uses, "every-use", counts)
        .present(lookups.value() * OFTEN >= uses, "many-uses", counts)
        .absent(rare, "cached", counts)
        .otherwiseUnknown("few-uses", counts + ": neither one in " + OFTEN + " nor next to none");
  }
}
