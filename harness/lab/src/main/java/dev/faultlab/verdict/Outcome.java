package dev.faultlab.verdict;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.faultlab.lab.Expectation;
import dev.faultlab.point.Point;
import dev.faultlab.signature.Observation;
import dev.faultlab.signature.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One signature at one point, over all its trials.
 *
 * @param point where
 * @param signature id
 * @param expectation what was expected
 * @param dependsOn axis on which the variant's expectation depends; empty where it is the same at
 *     all its points
 * @param state what all trials agree on; UNKNOWN when they do not, or one cannot be told
 * @param counts trials per state
 * @param judgement of this point
 * @param reason one sentence
 * @param observations one per trial, in the order of the trials
 */
public record Outcome(
    Point point,
    String signature,
    Expectation expectation,
    Optional<String> dependsOn,
    State state,
    Map<State, Integer> counts,
    Judgement judgement,
    String reason,
    List<Observation> observations) {

  /** The reason's code of the first trial; empty where there was none. */
  @JsonIgnore
  public Optional<String> code() {
    return observations.stream().findFirst().map(Observation::code);
  }
}
