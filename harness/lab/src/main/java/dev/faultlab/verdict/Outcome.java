package dev.faultlab.verdict;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.util.StdConverter;
import dev.faultlab.effect.Bound;
import dev.faultlab.fact.Observation;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.plan.PointExpectation;
import dev.faultlab.point.Point;
import dev.faultlab.seen.State;
import dev.faultlab.signature.Signatures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One signature at one point, over all its trials.
 *
 * @param point where
 * @param signature id
 * @param expectation what was expected
 * @param dependsOn axes on which the variant's expectation depends; empty if it is the same at all
 *     its points. In JSON null, one name, or a list
 * @param state on which all trials agree; UNKNOWN when they do not, or one is inconclusive
 * @param counts trials per state
 * @param judgement of this point
 * @param reason one sentence
 * @param observations one per trial, in the order of the trials
 */
public record Outcome(
    Point point,
    String signature,
    Expectation expectation,
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        @JsonSerialize(converter = CompactNames.class)
        @JsonSetter(nulls = Nulls.AS_EMPTY)
        Set<String> dependsOn,
    State state,
    Map<State, Integer> counts,
    Judgement judgement,
    String reason,
    List<Observation> observations) {
  private static final Signatures KINDS = new Signatures();

  /** None as null, one without a list around it. */
  static final class CompactNames extends StdConverter<Set<String>, Object> {
    @Override
    public Object convert(Set<String> names) {
      List<String> sorted = names.stream().sorted().toList();
      return sorted.isEmpty() ? null : sorted.size() == 1 ? sorted.get(0) : sorted;
    }
  }

  /** What was expected there. */
  PointExpectation side() {
    return new PointExpectation(point, signature, expectation.presence(), dependsOn);
  }

  /**
   * Whether the fault was expected here, and its absence at that point, which agrees on every
   * common axis: a page compares the two. Fixes agree as well, unlike those of a verdict's
   * controls.
   */
  public boolean hasControl(Outcome other) {
    Set<String> ignoredAxes = point.variant().equals(other.point.variant()) ? dependsOn : Set.of();
    return signature.equals(other.signature)
        && expectation.presence() == Presence.PRESENT
        && other.expectation.presence() == Presence.ABSENT
        && point.agreesWith(other.point, ignoredAxes);
  }

  /** How much an absence excludes; empty unless the fault is absent in every trial. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public Optional<Bound> bound() {
    return KINDS.bound(observations);
  }

  /** The first trial's reason code; empty if there was no trial. */
  public Optional<String> code() {
    return observations.stream().findFirst().map(Observation::code);
  }
}
