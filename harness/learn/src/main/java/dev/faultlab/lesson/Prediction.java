package dev.faultlab.lesson;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.faultlab.lesson.AnswerForm.Kind;
import dev.faultlab.lesson.AnswerForm.Measure;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * A learner's answer before the run.
 *
 * @param question id
 * @param given the answer
 * @param confidence the probability that the answer will be graded right, between 0 and 1
 */
public record Prediction(String question, Given given, double confidence) {

  /** An answer, of the kind that its question asks for. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Amount.class, name = "number"),
    @JsonSubTypes.Type(value = Chosen.class, name = "choice"),
    @JsonSubTypes.Type(value = Ordered.class, name = "order"),
    @JsonSubTypes.Type(value = Drawn.class, name = "curve")
  })
  public sealed interface Given {}

  /** A number in the question's unit. */
  public record Amount(double value) implements Given {}

  /** The id of an option. */
  public record Chosen(String option) implements Given {}

  /** All items, the smallest first. */
  public record Ordered(List<String> items) implements Given {}

  /** A number for each value on the axis, in the question's order. */
  public record Drawn(List<Double> values) implements Given {}

  /**
   * Its error as an answer to a question; it may come from any browser.
   *
   * @return empty when it can be graded
   */
  public Optional<String> problem(Question asked) {
    if (!asked.id().equals(question)) {
      return Optional.of("answers '" + question + "', asked was '" + asked.id() + "'");
    }
    if (!(confidence >= 0 && confidence <= 1)) {
      return Optional.of("confidence " + confidence + ", expected 0 to 1");
    }
    Kind kind = asked.form().kind();
    if (kind == Kind.NUMBER && given instanceof Amount amount) {
      return outside(asked, amount.value());
    }
    if (kind == Kind.CHOICE && given instanceof Chosen chosen) {
      return asked.options().contains(chosen.option())
          ? Optional.empty()
          : Optional.of("no option '" + chosen.option() + "'");
    }
    if (kind == Kind.ORDER && given instanceof Ordered ordered) {
      boolean each =
          ordered.items().size() == asked.options().size()
              && new HashSet<>(ordered.items()).equals(new HashSet<>(asked.options()));
      return each
          ? Optional.empty()
          : Optional.of("expected each of " + asked.options() + " once, got " + ordered.items());
    }
    if (kind == Kind.CURVE && given instanceof Drawn drawn) {
      int expected = asked.form().at().size();
      if (drawn.values().size() != expected) {
        return Optional.of("expected " + expected + " values, got " + drawn.values().size());
      }
      return drawn.values().stream().flatMap(value -> outside(asked, value).stream()).findFirst();
    }
    return Optional.of("the answer is not of the kind that '" + question + "' asks for");
  }

  private static Optional<String> outside(Question asked, double value) {
    Measure measure = asked.form().measure().orElseThrow();
    return value >= measure.from() && value <= measure.to()
        ? Optional.empty()
        : Optional.of(value + " is not between " + measure.from() + " and " + measure.to());
  }
}
