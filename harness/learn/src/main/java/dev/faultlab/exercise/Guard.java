package dev.faultlab.exercise;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A property that a fix must not break: a signature is absent, or a number is in a range.
 *
 * @param variant whose trial is repeated with the learner's files; empty for the repair's own trial
 * @param with values for placeholders of that trial, on top of the variant's
 * @param signature that is absent
 * @param absent codes of accepted reasons; empty for any
 * @param value address of a number in the evidence, {@code file#/json/pointer}
 * @param is meaning of that number, for people
 * @param fact id of a number that the repair's own signature has read in its own trial, for those
 *     that no evidence file holds
 * @param least smallest number that is accepted
 * @param most largest number that is accepted
 */
public record Guard(
    Optional<String> variant,
    Map<String, String> with,
    Optional<String> signature,
    List<String> absent,
    Optional<String> value,
    Optional<String> is,
    Optional<String> fact,
    @JsonProperty("at-least") Optional<Long> least,
    @JsonProperty("at-most") Optional<Long> most) {

  public Guard {
    if (Stream.of(signature, value, fact).filter(Optional::isPresent).count() != 1) {
      throw new IllegalArgumentException(
          "has a guard that is not one of 'signature', 'value', 'fact'");
    }
    if (value.isPresent() != is.isPresent()) {
      throw new IllegalArgumentException("has a guard with only one of 'value' and 'is'");
    }
    if (fact.isPresent() && variant.isPresent()) {
      throw new IllegalArgumentException(
          "has a guard with 'fact' and 'variant'; a fact is the repair's own trial's");
    }
  }

  boolean allows(long number) {
    return number >= least.orElse(Long.MIN_VALUE) && number <= most.orElse(Long.MAX_VALUE);
  }
}
