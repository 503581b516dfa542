package dev.faultlab.challenge;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A property that a cure must not break.
 *
 * @param variant whose trial is repeated with the learner's files; empty for the challenge's own
 *     trial
 * @param with values for placeholders of that trial, on top of the variant's
 * @param check of its evidence
 */
public record Guard(Optional<String> variant, Map<String, String> with, Check check) {

  /** A condition on the evidence of a trial. */
  public sealed interface Check {}

  /**
   * A signature is absent.
   *
   * @param signature id
   * @param because codes of accepted reasons; empty for any
   */
  public record Absent(String signature, List<String> because) implements Check {}

  /**
   * A number in the evidence is in a range.
   *
   * @param address {@code file#/json/pointer}
   * @param meaning of the number, for people
   * @param least smallest number that is accepted
   * @param most largest number that is accepted
   */
  public record Figure(String address, String meaning, long least, long most) implements Check {}

  /**
   * A number that the challenge's own signature has read in its own trial is in a range. For
   * numbers that no evidence file holds, such as those from a capture.
   *
   * @param fact id
   * @param least smallest number that is accepted
   * @param most largest number that is accepted
   */
  public record Seen(String fact, long least, long most) implements Check {}
}
