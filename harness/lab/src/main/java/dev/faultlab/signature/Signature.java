package dev.faultlab.signature;

import dev.faultlab.fact.EvidenceReader;
import dev.faultlab.fact.FactSpec;
import java.util.List;

/**
 * A kind of fault, told from a trial's evidence. A lab declares a signature of this kind under an
 * id of its own ({@link Declared}). To add a kind: a class with a constructor without arguments,
 * marked {@code @AutoService(Signature.class)}, and its test on committed evidence.
 */
public abstract class Signature {
  private final String kind;
  private final String title;
  private final List<Input> inputs;
  private final List<FactSpec> facts;

  /**
   * What every kind says of itself.
   *
   * @param kind name in lab.yaml, kebab-case
   * @param title one line: what it means when it is present; a lab may put it in words of its own
   * @param inputs what it reads; there is nothing else that a lab can set
   * @param facts what its observations rest on; each holds some of these, none twice
   */
  protected Signature(String kind, String title, List<Input> inputs, List<FactSpec> facts) {
    this.kind = kind;
    this.title = title;
    this.inputs = List.copyOf(inputs);
    this.facts = List.copyOf(facts);
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

  /**
   * Which facts an answer turned on: had they been others, it would have been another. Those that
   * only show that there was enough to see are none of them.
   *
   * @param seen of this kind, present or absent
   * @return some of {@link #facts}; none where what decided is no fact
   */
  public List<FactSpec> decidedBy(Observation seen) {
    return List.of();
  }

  /**
   * Decides.
   *
   * @param evidence of one trial that was carried out and whose capture has no flaw
   * @throws dev.faultlab.fact.MissingFact when evidence lacks what is read, or cannot be read;
   *     {@link Observer} makes that UNKNOWN, and so whatever else is thrown
   */
  public abstract Observation observe(EvidenceReader evidence, Inputs inputs);
}
