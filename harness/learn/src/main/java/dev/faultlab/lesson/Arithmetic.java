package dev.faultlab.lesson;

import dev.faultlab.lesson.MeasuredAnswer.Interval;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;

/**
 * Arithmetic with intervals; n is that of the part with the fewest trials. The result reaches from
 * the least to the greatest value that the ends of the parts give, which is never too narrow.
 */
final class Arithmetic {
  private static final int MAX_SCALE = 14;

  /**
   * Computes from left to right.
   *
   * @param operation its name in lesson.yaml
   */
  static Interval of(String operation, List<Interval> parts) {
    return switch (operation) {
      case "add" -> fold(parts, Double::sum);
      case "subtract" -> fold(parts, (a, b) -> a - b);
      case "multiply" -> fold(parts, (a, b) -> a * b);
      case "divide" -> fold(parts, (a, b) -> a / b);
      case "power-of-two" -> mapInterval(parts.get(0), x -> Math.pow(2, x));
      case "window-scale" -> mapInterval(parts.get(0), Arithmetic::windowScale);
      default -> throw new IllegalArgumentException("no operation '" + operation + "'");
    };
  }

  /**
   * The window scale that Linux chooses for a window clamp in bytes: the base-2 logarithm, rounded
   * down, less 15, between 0 and 14 ({@code tcp_select_initial_window} in net/ipv4/tcp_output.c).
   */
  private static double windowScale(double clamp) {
    int log = Double.compare(clamp, 1) < 0 ? 0 : Math.getExponent(clamp);
    return Math.max(0, Math.min(MAX_SCALE, log - 15));
  }

  private static Interval mapInterval(Interval part, DoubleUnaryOperator op) {
    return new Interval(
        op.applyAsDouble(part.value()),
        op.applyAsDouble(part.low()),
        op.applyAsDouble(part.high()),
        part.n());
  }

  private static Interval fold(List<Interval> parts, DoubleBinaryOperator op) {
    return parts.stream().reduce((a, b) -> pair(a, b, op)).orElseThrow();
  }

  private static Interval pair(Interval a, Interval b, DoubleBinaryOperator op) {
    DoubleSummaryStatistics ends =
        DoubleStream.of(a.low(), a.high())
            .flatMap(x -> DoubleStream.of(b.low(), b.high()).map(y -> op.applyAsDouble(x, y)))
            .summaryStatistics();
    // A given number was not measured and does not lower n.
    int n = a.n() == 0 ? b.n() : b.n() == 0 ? a.n() : Math.min(a.n(), b.n());
    return new Interval(op.applyAsDouble(a.value(), b.value()), ends.getMin(), ends.getMax(), n);
  }
}
