package dev.faultlab.lesson;

import dev.faultlab.result.ResultQuery;
import java.util.List;
import java.util.stream.Stream;

/** What must hold for an option to be the answer. */
public sealed interface Condition {

  /** The conditions that it is made of. */
  default List<Condition> parts() {
    return List.of();
  }

  /** Whether something in it is known without a run. */
  default boolean stated() {
    return this instanceof Stated || parts().stream().anyMatch(Condition::stated);
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
        : parts().stream().flatMap(Condition::queries);
  }

  /** A number lies in [least, below). The whole measured interval has to. */
  record Between(Formula number, double least, double below) implements Condition {}

  /** A signature came out so: its state, or its state and code as in {@code absent cached}. */
  record OutcomeIs(ResultQuery.OfOutcome outcome, String as) implements Condition {}

  /** A fact, as text, has a part that fits an expression, in every trial. */
  record FactMatches(ResultQuery.OfFact fact, String expression) implements Condition {}

  /** An effect can be told from noise, or cannot. */
  record Distinguishable(ResultQuery.OfEffect effect, boolean distinguishable)
      implements Condition {}

  /** All of them hold. */
  record All(List<Condition> parts) implements Condition {}

  /** It does not hold. */
  record Not(Condition condition) implements Condition {
    @Override
    public List<Condition> parts() {
      return List.of(condition);
    }
  }

  /** Known without a run: by a rule that the explanation states. For {@link Stage#TRANSFER}. */
  record Stated(boolean holds) implements Condition {}
}
