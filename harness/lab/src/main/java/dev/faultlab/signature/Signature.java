package dev.faultlab.signature;

import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.FactSpec;
import java.util.List;
import java.util.Map;

/**
 * A kind of fault, told from a trial's evidence. A lab declares a signature of this kind under an
 * id of its own ({@link Declared}). To add a kind: a class with a constructor without arguments,
 * marked {@code @AutoService(Signature.class)}, and its test on committed evidence.
 */
public interface Signature {

  /** Name of the kind in lab.yaml, kebab-case. */
  String kind();

  /** One line: what it means when it is present; a lab may put it in words of its own. */
  String title();

  /** What it reads; there is nothing else that a lab can set. */
  List<Input> inputs();

  /** What its observations rest on; each holds some of these, none twice. */
  List<FactSpec> facts();

  /**
   * Which facts an answer turned on: had they been others, it would have been another. Those that
   * only show that there was enough to see are none of them.
   *
   * @param seen of this kind, present or absent
   * @return some of {@link #facts}; none where what decided is no fact
   */
  default List<FactSpec> decidedBy(Observation seen) {
    return List.of();
  }

  /**
   * What is wrong with a lab's inputs, before anything runs: unknown names, missing ones, values of
   * the wrong kind. A value may hold {@code {placeholders}}.
   *
   * @param inputs input name to value
   * @return a sentence each; none when all is well
   */
  default List<String> problems(Map<String, String> inputs) {
    return Inputs.problems(inputs(), inputs);
  }

  /**
   * Decides.
   *
   * @param evidence of one trial that was carried out and whose capture has no flaw
   * @throws dev.faultlab.fact.MissingFact when evidence lacks what is read, or cannot be read;
   *     {@link Observer} makes that UNKNOWN, and so whatever else is thrown
   */
  Observation observe(TrialEvidence evidence, Inputs inputs);
}
