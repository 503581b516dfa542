package dev.faultlab.report;

import dev.faultlab.effect.Estimate;
import dev.faultlab.effect.Measurement;
import dev.faultlab.fact.Fact;
import dev.faultlab.report.page.ResultRow;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.ResultQuery;
import dev.faultlab.result.ResultQuery.EffectQuery;
import dev.faultlab.result.ResultQuery.FactQuery;
import dev.faultlab.result.ResultQuery.MetricQuery;
import dev.faultlab.result.ResultQuery.NoAnswer;
import dev.faultlab.result.ResultQuery.OutcomeQuery;
import dev.faultlab.result.ResultReader;
import dev.faultlab.result.ResultReader.Several;
import dev.faultlab.result.RunResult;
import java.util.List;

/** A figure of a result for use in a sentence: the value of a {@link ResultQuery}. */
public final class Figure {
  private final ResultReader reader;

  public Figure(RunResult run) {
    this.reader = new ResultReader(run, Several.REFUSED);
  }

  /**
   * A figure for a picture.
   *
   * @param estimate median and interval; over the trials
   * @param words label beside the drawing
   */
  public record Amount(Estimate estimate, String words) {}

  /**
   * A metric or a fact as an amount.
   *
   * @throws NoAnswer when the result has no such value, or several, or it is not a number
   */
  public Amount amount(String expression) {
    ResultQuery query = ResultQuery.parse(expression);
    Estimate estimate = reader.number(query);
    String unit = query instanceof MetricQuery metric ? reader.metric(metric).unit() : "";
    return new Amount(estimate, Numbers.show(estimate.median(), unit));
  }

  /**
   * The value of an expression, as a sentence shows it.
   *
   * @throws NoAnswer when the result has no such value, or several
   */
  public String words(String expression) {
    ResultQuery query = ResultQuery.parse(expression);
    if (query instanceof MetricQuery metric) {
      Measurement m = reader.metric(metric);
      return Numbers.show(m.estimate(), m.unit()) + ", n = " + m.estimate().n();
    }
    if (query instanceof EffectQuery effect) {
      return Numbers.ratio(reader.effect(effect));
    }
    if (query instanceof OutcomeQuery outcome) {
      return ResultRow.found(reader.outcome(outcome.signature(), outcome.at()));
    }
    List<String> values = reader.facts((FactQuery) query).stream().map(Figure::shown).toList();
    int last = values.size() - 1;
    return values.stream().distinct().count() == 1
        ? values.get(0)
        : String.join(", ", values.subList(0, last)) + " and " + values.get(last);
  }

  private static String shown(Fact<?> fact) {
    return fact.value() instanceof Number n ? Numbers.show(n.doubleValue()) : fact.value() + "";
  }
}
