package dev.faultlab.lesson;

import dev.faultlab.result.ResultQuery;
import java.util.List;
import java.util.stream.Stream;

/** The condition under which an option is the answer. */
public sealed interface AnswerCondition {

  /** Its parts. */
  default List<AnswerCondition> parts() {
    return List.of();
  }

  /** Whether some part is known without a run. */
  default boolean stated() {
    return this instanceof Stated || parts().stream().anyMatch(AnswerCondition::stated);
  }

  /** What it reads. */
  default Stream<ResultQuery> queries() {
    if (this instanceof Between between) {
      return between.number().queries();
    }
    if (this instanceof OutcomeIs is) {
      return Stream.of(is.outcome());
    }
    if (this instanceof FactMatches matches) {
      return Stream.of(matches.fact());
    }
    return this instanceof Distinguishable told
        ? Stream.of(told.effect())
        : parts().stream().flatMap(AnswerCondition::queries);
  }

  /** A number is in [least, below). The whole measured interval must be. */
  record Between(Formula number, double least, double below) implements AnswerCondition {}

  /** A signature's outcome: its state, or its state and code as in {@code absent cached}. */
  record OutcomeIs(ResultQuery.OfOutcome outcome, String as) implements AnswerCondition {}

  /** A fact's text has a part that matches an expression, in every trial. */
  record FactMatches(ResultQuery.OfFact fact, String expression) implements AnswerCondition {}

  /** An effect is significant, or is not. */
  record Distinguishable(ResultQuery.OfEffect effect, boolean distinguishable)
      implements AnswerCondition {}

  /** All of them hold. */
  record All(List<AnswerCondition> parts) implements AnswerCondition {}

  /** It does not hold. */
  record Not(AnswerCondition condition) implements AnswerCondition {
    @Override
    public List<AnswerCondition> parts() {
      return List.of(condition);
    }
  }

  /** Known without a run, from a rule that the explanation states. For {@link Stage#TRANSFER}. */
  record Stated(boolean holds) implements AnswerCondition {}
}
