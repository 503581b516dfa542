package dev.faultlab.lesson;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonFormat.Feature;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.faultlab.lesson.AnswerForm.Kind;
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
  /**
   * An answer, of the kind that its question asks for. Sessions of earlier versions have a single
   * {@code value} or {@code option}.
   *
   * @param values in the question's unit: the number, or one for each value on the axis of a curve
   * @param items the option, or all items to sort, the smallest first
   */
  public record Given(
      Kind kind,
      @JsonAlias("value")
          @JsonFormat(with = Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          @JsonSetter(nulls = Nulls.AS_EMPTY)
          List<Double> values,
      @JsonAlias("option")
          @JsonFormat(with = Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          @JsonSetter(nulls = Nulls.AS_EMPTY)
          List<String> items) {}

  /**
   * Its error as an answer to a question; it may come from any browser.
   *
   * @return empty when it can be graded
   */
  public Optional<String> problem(Question declared) {
    if (!declared.id().equals(question)) {
      return Optional.of("answers '" + question + "', asked was '" + declared.id() + "'");
    }
    if (!(confidence >= 0 && confidence <= 1)) {
      return Optional.of("confidence " + confidence + ", expected 0 to 1");
    }
    AnswerForm form = declared.form();
    if (given.kind() != form.kind()) {
      return Optional.of("the answer is not of the kind that '" + question + "' asks for");
    }
    int expected = form.kind() == Kind.NUMBER ? 1 : form.at().size();
    if (given.values().size() != expected) {
      return Optional.of("expected " + expected + " values, got " + given.values().size());
    }
    int named = form.kind() == Kind.CHOICE ? 1 : declared.options().size();
    long known = given.items().stream().distinct().filter(declared.options()::contains).count();
    if (known != named || given.items().size() != named) {
      String format = "expected %d of %s, none twice, got %s";
      return Optional.of(format.formatted(named, declared.options(), given.items()));
    }
    return form.measure()
        .filter(m -> given.values().stream().anyMatch(v -> !(v >= m.from() && v <= m.to())))
        .map(
            m -> "expected between " + Handout.number(m.from()) + " and " + Handout.number(m.to()));
  }
}
