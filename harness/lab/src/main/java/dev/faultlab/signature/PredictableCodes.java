package dev.faultlab.signature;

import com.google.auto.service.AutoService;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.Observation;
import dev.faultlab.signature.Input.Kind;
import java.util.List;

/**
 * The next codes follow from a few codes before them.
 *
 * <p>{@code token-codes foretell} takes codes from the service and looks for the state of a {@link
 * * java.util.Random} that produces them in sequence. It then predicts the next codes and takes as
 * many more. Absent means that no such state exists, so the codes do not come from one {@code
 * Random}. It does not mean that they are fit for a secret, which no observation of codes can show.
 */
@AutoService(Signature.class)
public final class PredictableCodes extends CountingSignature {
  /** Twice the search window: within a single one, a discarded draw would hide the state. */
  static final long MIN_CODES = 12;

  /** Six digits each: this many cannot be guessed by chance (1e-18). */
  static final long MIN_FORETOLD = 3;

  private static final FactSpec CODES = new FactSpec("codes-looked-at", "codes", "codes looked at");
  private static final FactSpec FORETOLD =
      new FactSpec("codes-foretold", "codes", "codes foretold");
  private static final FactSpec HITS =
      new FactSpec("codes-hit", "codes", "codes that came as foretold");

  public PredictableCodes() {
    super(
        "foretold-codes",
        "the next codes follow from a few codes before them",
        List.of(Input.required("report", Kind.POINTER, "what token-codes foretell printed")),
        List.of(
            new Counter(CODES, "report", "/looked"),
            new Counter(FORETOLD, "report", "/told"),
            new Counter(HITS, "report", "/hits")),
        new Reasons()
            .exposure(CODES)
            .present("foretold", HITS)
            .absent("no-state", FORETOLD)
            .unknown("too-few", "not-in-a-row"));
  }

  @Override
  Observation decide(Counts counts, Inputs inputs) {
    long tested = counts.of(CODES);
    long foretold = counts.of(FORETOLD);
    long hits = counts.of(HITS);
    String words =
        "%d of the next %d codes came as foretold after %d".formatted(hits, foretold, tested);
    return counts
        .decisions()
        .tooFew(tested, MIN_CODES, tested + " codes")
        .absent(
            foretold == 0,
            "no-state",
            "no state of one Random makes these " + tested + " codes in a row")
        .present(foretold >= MIN_FORETOLD && hits == foretold, "foretold", words)
        // A state was found, so the codes come from a Random; another client must have taken some.
        .otherwiseUnknown("not-in-a-row", words);
  }
}
