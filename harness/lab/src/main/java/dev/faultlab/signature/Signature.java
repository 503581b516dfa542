package dev.faultlab.signature;

import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.Observation;
import dev.faultlab.fact.TrialEvidence;
import java.util.List;
import java.util.Optional;

/**
 * A kind of fault that is found in a trial's evidence. A lab declares a signature of this kind
 * under its own id ({@link DeclaredSignature}). To add a kind: a class with a constructor without
 * arguments, marked {@code @AutoService(Signature.class)}, and its test on committed evidence.
 */
public abstract class Signature {
  private final String kind;
  private final String title;
  private final List<Input> inputs;
  private final List<FactSpec> facts;
  private final Reasons reasons;

  /**
   * The description of a kind.
   *
   * @param kind name in lab.yaml, kebab-case
   * @param title one line: what it means when it is present; a lab may replace it
   * @param inputs that it reads; a lab can set nothing else
   * @param facts of its observations; each observation has some of these, none twice
   * @param reasons that its observations give
   */
  protected Signature(
      String kind, String title, List<Input> inputs, List<FactSpec> facts, Reasons reasons) {
    this.kind = kind;
    this.title = title;
    this.inputs = List.copyOf(inputs);
    this.facts = List.copyOf(facts);
    this.reasons = reasons;
  }

  public final String kind() {
    return kind;
  }

  public final String title() {
    return title;
  }

  public final List<Input> inputs() {
    return inputs;
  }

  public final List<FactSpec> facts() {
    return facts;
  }

  public final Reasons reasons() {
    return reasons;
  }

  /**
   * The facts that decided an observation: with other values, it would have been different. Facts
   * that only show that there was enough evidence are not among them.
   *
   * @param seen observation of this kind, present or absent
   * @return some of {@link #facts}; empty if no fact decided
   */
  public List<FactSpec> decidedBy(Observation seen) {
    return reasons.decidedBy(seen.code());
  }

  /** How often the fault could have shown in a trial; empty if its facts do not say. */
  final Optional<Long> exposure(Observation seen) {
    return reasons.exposure().isEmpty()
        ? Optional.of(1L)
        : seen.facts().stream()
            .filter(fact -> fact.id().equals(reasons.exposure().get().id()))
            .map(fact -> ((Number) fact.value()).longValue())
            .findFirst();
  }

  /**
   * Decides.
   *
   * @param evidence of one trial that was carried out and whose capture has no flaw
   * @throws dev.faultlab.fact.MissingFact when evidence lacks a fact or cannot be read; {@link
   *     DeclaredSignature} turns this and any other exception into UNKNOWN
   */
  public abstract Observation observe(TrialEvidence evidence, Inputs inputs);
}
