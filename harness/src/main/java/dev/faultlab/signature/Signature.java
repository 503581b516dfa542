package dev.faultlab.signature;

import dev.faultlab.evidence.TrialEvidence;
import java.util.Map;

/**
 * One fault, told from a trial's evidence. To add one: a class, its test on committed evidence, a
 * line in {@link Signatures}.
 */
public interface Signature {

  /** Name in lab.yaml, kebab-case. */
  String id();

  /** One line: what it means when it is present. */
  String title();

  /**
   * Decides.
   *
   * @param evidence of one trial that was carried out and whose capture has no flaw
   * @param inputs named addresses of evidence, from lab.yaml; every {@code file#/pointer} or plain
   *     file
   * @throws dev.faultlab.fact.MissingFact when evidence lacks an input; the caller makes that
   *     UNKNOWN
   */
  Observation observe(TrialEvidence evidence, Map<String, String> inputs);
}
