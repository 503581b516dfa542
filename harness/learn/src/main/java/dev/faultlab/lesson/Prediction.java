package dev.faultlab.lesson;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
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
    AnswerForm form = asked.form();
    if (form instanceof AnswerForm.Number number && given instanceof Amount amount) {
      return outside(number.measure(), amount.value());
    }
    if (form instanceof AnswerForm.Choice && given instanceof Chosen chosen) {
      return form.options().contains(chosen.option())
          ? Optional.empty()
          : Optional.of("no option '" + chosen.option() + "'");
    }
    if (form instanceof AnswerForm.Order && given instanceof Ordered ordered) {
      boolean each =
          ordered.items().size() == form.options().size()
              && new HashSet<>(ordered.items()).equals(new HashSet<>(form.options()));
      return each
          ? Optional.empty()
          : Optional.of("expected each of " + form.options() + " once, got " + ordered.items());
    }
    if (form instanceof AnswerForm.Curve curve && given instanceof Drawn drawn) {
      if (drawn.values().size() != curve.at().size()) {
        return Optional.of(
            "expected " + curve.at().size() + " values, got " + drawn.values().size());
      }
      return drawn.values().stream()
          .flatMap(value -> outside(curve.measure(), value).stream())
          .findFirst();
    }
    return Optional.of("the answer is not of the kind that '" + question + "' asks for");
  }

  private static Optional<String> outside(AnswerForm.Measure measure, double value) {
    return value >= measure.from() && value <= measure.to()
        ? Optional.empty()
        : Optional.of(value + " is not between " + measure.from() + " and " + measure.to());
  }
}
