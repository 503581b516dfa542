package dev.faultlab.lesson;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.result.ResultQuery.NoAnswer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts measured figures into the texts of an explanation. */
public final class ExplanationFigures {
  private static final Pattern FIGURE = Pattern.compile("\\{([a-z0-9][a-z0-9-]*)}");

  private ExplanationFigures() {}

  /**
   * A figure in the text, and its measurement.
   *
   * @param text rounded, with its unit
   */
  public record ShownFigure(String text, MeasuredAnswer.Interval interval, String unit) {}

  /**
   * Texts with their figures.
   *
   * @param texts in the order in which they were given
   * @param figures in these texts, each once
   */
  public record FilledTexts(List<String> texts, List<ShownFigure> figures) {}

  /**
   * Replaces them by numbers.
   *
   * @throws NoAnswer when the result lacks one
   */
  static FilledTexts fill(Question question, List<String> texts, Evaluation evaluation) {
    Map<String, ShownFigure> found = new LinkedHashMap<>();
    Function<MatchResult, ShownFigure> figure =
        place -> found.computeIfAbsent(place.group(1), id -> shown(question, id, evaluation));
    UnaryOperator<String> fill =
        t -> FIGURE.matcher(t).replaceAll(p -> Matcher.quoteReplacement(figure.apply(p).text()));
    return new FilledTexts(texts.stream().map(fill).toList(), List.copyOf(found.values()));
  }

  private static ShownFigure shown(Question question, String id, Evaluation evaluation) {
    JsonNode figure = question.declared().path("figures").path(id);
    if (figure.isMissingNode()) {
      throw new IllegalArgumentException(
          "question '" + question.id() + "' has no figure '" + id + "'");
    }
    MeasuredAnswer.Interval interval = evaluation.number(figure.path("value"));
    String number = rounded(interval.value(), figure.path("digits").asInt(2));
    String unit = figure.path("unit").asText("1");
    return new ShownFigure(unit.equals("1") ? number : number + " " + unit, interval, unit);
  }

  /** With separators for thousands; further digits of a large whole number become zeros. */
  static String rounded(double value, int digits) {
    BigDecimal exact = BigDecimal.valueOf(value);
    BigDecimal shown = exact.round(new MathContext(digits, RoundingMode.HALF_UP));
    return new DecimalFormat("#,##0.############", DecimalFormatSymbols.getInstance(Locale.ROOT))
        .format(shown);
  }
}
