package dev.faultlab.report;

import dev.faultlab.effect.Bootstrap;
import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Estimate;
import dev.faultlab.effect.Measurement;
import dev.faultlab.fact.Fact;
import dev.faultlab.point.Point;
import dev.faultlab.point.Selector;
import dev.faultlab.point.Value;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.verdict.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One figure of a result, in the words of a sentence. A point is written as a result names it,
 * {@code VARIANT@AXIS=VALUE@AXIS=VALUE}; axes on which only one point is left may be omitted.
 *
 * <ul>
 *   <li>{@code metric M POINT}: {@code 605 [524, 631] ms, n = 5}, median and interval; {@code
 *       median M POINT}: {@code 605 ms}
 *   <li>{@code ratio M FAULT [CONTROL]}: {@code 9.58x [8.22, 11.6]}; {@code times M FAULT
 *       [CONTROL]}: {@code 9.58}
 *   <li>{@code found SIGNATURE POINT}: {@code absent 5/5}
 *   <li>{@code fact ID POINT}: the fact's value in each trial, {@code 158, 185 and 187}, or once
 *       where all are equal
 *   <li>{@code time not-load}: the share of the run's wall time in which no load went on, {@code 4
 *       %}
 *   <li>{@code run}: its id; {@code trials}: how many
 * </ul>
 */
public final class Figure {
  private final RunResult run;

  public Figure(RunResult run) {
    this.run = run;
  }

  /**
   * A figure that can be drawn.
   *
   * @param estimate median and interval; over the trials
   * @param words as they stand beside the drawing
   */
  public record Amount(Estimate estimate, String words) {}

  /**
   * A metric or a fact as an amount.
   *
   * @param expression {@code metric M POINT} or {@code fact ID POINT}
   * @throws IOException when the result has none such, or several, or it is no number
   */
  public Amount amount(String expression) throws IOException {
    List<String> words = List.of(expression.strip().split("\\s+"));
    if (words.size() == 3 && words.get(0).equals("metric")) {
      Measurement measured = measurement(words.get(1), point(words.get(2)));
      return new Amount(
          measured.estimate(), Numbers.show(measured.estimate().median(), measured.unit()));
    }
    if (words.size() == 3 && words.get(0).equals("fact")) {
      List<Double> values =
          facts(words.get(1), point(words.get(2))).stream()
              .filter(fact -> fact.value() instanceof Number)
              .map(fact -> ((Number) fact.value()).doubleValue())
              .toList();
      if (!values.isEmpty()) {
        Estimate estimate = Bootstrap.median(values);
        return new Amount(estimate, Numbers.show(estimate.median()));
      }
    }
    throw new IOException("'" + expression + "' is no amount");
  }

  /**
   * The figure that an expression stands for.
   *
   * @throws IOException when the result has none such, or several
   */
  String words(String expression) throws IOException {
    List<String> words = List.of(expression.strip().split("\\s+"));
    String kind = words.get(0);
    int arguments = words.size() - 1;
    if (kind.equals("run") && arguments == 0) {
      return "`" + run.runId() + "`";
    }
    if (kind.equals("trials") && arguments == 0) {
      return String.valueOf(run.trials().size());
    }
    if (words.equals(List.of("time", "not-load"))) {
      return notLoad();
    }
    if (arguments == 2 || arguments == 3) {
      String what = words.get(1);
      Selector point = point(words.get(2));
      Optional<Selector> other = words.stream().skip(3).findFirst().map(Figure::point);
      switch (kind) {
        case "metric":
          return metric(what, point, m -> full(m));
        case "median":
          return metric(what, point, Figure::median);
        case "ratio":
          return Numbers.ratio(effect(what, point, other));
        case "times":
          return effect(what, point, other)
              .ratio()
              .map(r -> Numbers.show(r.median()))
              .orElseThrow(() -> none(expression, 0));
        case "found":
          return found(what, point);
        case "fact":
          return fact(what, point);
        default:
          break;
      }
    }
    throw new IOException("'" + expression + "' is no figure");
  }

  /** Of the wall time, in whole percent, as the report's own table of it. */
  private String notLoad() throws IOException {
    Double load = run.wallTime().get("load");
    if (load == null || run.seconds() <= 0) {
      throw none("the time of the load", 0);
    }
    return Math.round(100 * (run.seconds() - load) / run.seconds()) + " %";
  }

  private static Selector point(String word) {
    String[] parts = word.split("@");
    Map<String, Value> at = new LinkedHashMap<>();
    for (int i = 1; i < parts.length; i++) {
      at.putAll(Selector.parse(parts[i]).at());
    }
    return new Selector(Optional.of(parts[0]), at);
  }

  private String metric(String id, Selector point, Function<Measurement, String> words)
      throws IOException {
    return words.apply(measurement(id, point));
  }

  private Measurement measurement(String id, Selector point) throws IOException {
    return only(
        id + " at " + point,
        run.measurements().stream().filter(m -> m.metric().equals(id) && point.matches(m.place())));
  }

  private static String full(Measurement m) {
    return Numbers.show(m.estimate(), m.unit()) + ", n = " + m.estimate().n();
  }

  private static String median(Measurement m) {
    return Numbers.show(m.estimate().median(), m.unit());
  }

  private Effect effect(String metric, Selector fault, Optional<Selector> control)
      throws IOException {
    return only(
        metric + " of " + fault + control.map(c -> " against " + c).orElse(""),
        run.effects().stream()
            .filter(e -> e.metric().equals(metric) && fault.matches(place(e, e.fault())))
            .filter(e -> control.map(c -> c.matches(place(e, e.control()))).orElse(true)));
  }

  private static Point place(Effect effect, Point point) {
    Map<String, Value> at = new LinkedHashMap<>(point.at());
    at.putAll(effect.within());
    return new Point(point.variant(), at);
  }

  private Outcome outcome(String signature, Selector point) throws IOException {
    return only(
        signature + " at " + point,
        run.outcomes().stream()
            .filter(o -> o.signature().equals(signature) && point.matches(o.point())));
  }

  private String found(String signature, Selector point) throws IOException {
    return ResultRow.found(outcome(signature, point));
  }

  private String fact(String id, Selector point) throws IOException {
    List<String> values = facts(id, point).stream().map(Figure::shown).toList();
    if (values.stream().distinct().count() == 1) {
      return values.get(0);
    }
    int last = values.size() - 1;
    return String.join(", ", values.subList(0, last)) + " and " + values.get(last);
  }

  /** A fact of every trial at the points that are meant. */
  private List<Fact<?>> facts(String id, Selector point) throws IOException {
    List<Fact<?>> facts = new ArrayList<>();
    for (Outcome outcome : run.outcomes()) {
      if (point.matches(outcome.point())) {
        outcome.observations().stream()
            .flatMap(o -> o.facts().stream())
            .filter(fact -> fact.id().equals(id))
            .forEach(facts::add);
      }
    }
    if (facts.isEmpty()) {
      throw none(id + " at " + point, 0);
    }
    return facts;
  }

  private static String shown(Fact<?> fact) {
    return fact.value() instanceof Number n ? Numbers.show(n.doubleValue()) : fact.value() + "";
  }

  private static <T> T only(String what, Stream<T> found) throws IOException {
    List<T> all = found.toList();
    if (all.size() != 1) {
      throw none(what, all.size());
    }
    return all.get(0);
  }

  private static IOException none(String what, int found) {
    return new IOException(
        (found == 0 ? "no figure for " : found + " figures where one is meant: ") + what);
  }
}
