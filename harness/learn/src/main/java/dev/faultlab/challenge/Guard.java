package dev.faultlab.challenge;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Something that a cure must not break.
 *
 * @param variant whose trial is carried out with the learner's files; empty for the challenge's own
 *     trial
 * @param with values for placeholders of that trial, on top of the variant's
 * @param check what its evidence must say
 */
public record Guard(Optional<String> variant, Map<String, String> with, Check check) {

  /** What the evidence of a trial must say. */
  public sealed interface Check {}

  /**
   * A signature is absent.
   *
   * @param signature id
   * @param because codes of the reasons that are accepted; any where it is empty
   */
  public record Absent(String signature, List<String> because) implements Check {}

  /**
   * A number in the evidence lies in a range.
   *
   * @param address {@code file#/json/pointer}
   * @param meaning what the number is, for people
   * @param least smallest number that is accepted
   * @param most largest number that is accepted
   */
  public record Figure(String address, String meaning, long least, long most) implements Check {}

  /**
   * A number that the challenge's own signature has read in the challenge's own trial lies in a
   * range. For what no evidence file has as a number: it takes a capture, for one.
   *
   * @param fact id
   * @param least smallest number that is accepted
   * @param most largest number that is accepted
   */
  public record Seen(String fact, long least, long most) implements Check {}
}
