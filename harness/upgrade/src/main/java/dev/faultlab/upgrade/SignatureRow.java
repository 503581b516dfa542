package dev.faultlab.upgrade;

import dev.faultlab.compare.ObservedSignature;
import dev.faultlab.point.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A signature in one place.
 *
 * @param lab name
 * @param variant id
 * @param title of the variant
 * @param at its settings beside the components
 * @param signature id
 * @param before findings at the team's version; empty if it was not run there
 * @param candidates one per candidate
 */
public record SignatureRow(
    String lab,
    String variant,
    String title,
    Map<String, Value> at,
    String signature,
    Optional<ObservedSignature> before,
    List<CandidateChange> candidates) {

  /** The same with another change at each candidate. */
  public SignatureRow with(IntFunction<CandidateChange> change) {
    List<CandidateChange> changed = IntStream.range(0, candidates.size()).mapToObj(change).toList();
    return new SignatureRow(lab, variant, title, at, signature, before, changed);
  }

  public LabPlace place() {
    return new LabPlace(lab, variant, at);
  }
}
