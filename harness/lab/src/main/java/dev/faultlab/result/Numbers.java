package dev.faultlab.result;

import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Estimate;
import dev.faultlab.effect.Measurement;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Map;

/** Numbers as people read them: three significant digits, the interval beside the median. */
public final class Numbers {
  private Numbers() {}

  /** Three significant digits; whole numbers above a thousand with separators. */
  public static String show(double value) {
    double size = Math.abs(value);
    if (size == 0) {
      return "0";
    }
    if (size >= 100) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros();
    if (size >= 0.001) {
      return rounded.toPlainString();
    }
    return scientific(rounded);
  }

  /** {@code 6.97e-5}. */
  private static String scientific(BigDecimal value) {
    int exponent = value.precision() - value.scale() - 1;
    return value.movePointLeft(exponent).toPlainString() + "e" + exponent;
  }

  /** {@code 46.1 1/s}, times in the unit that fits. */
  public static String show(double value, String unit) {
    Unit fitting = Unit.fitting(unit, Math.abs(value));
    return show(fitting.factor() * value) + (fitting.name().isEmpty() ? "" : " " + fitting.name());
  }

  /** {@code 46.1 [45.8, 46.3] 1/s}, times in the unit that fits; one sample has no interval. */
  public static String show(Estimate estimate, String unit) {
    Unit fitting = Unit.fitting(unit, Math.abs(estimate.median()));
    double factor = fitting.factor();
    String interval =
        estimate.n() == 1
            ? ""
            : " [" + show(factor * estimate.low()) + ", " + show(factor * estimate.high()) + "]";
    String name = fitting.name().isEmpty() ? "" : " " + fitting.name();
    return show(factor * estimate.median()) + interval + name;
  }

  /** {@code 0.031x [0.029, 0.033]}, {@code ~} if the difference is not significant. */
  public static String ratio(Effect effect) {
    if (!effect.distinguishable()) {
      return "~";
    }
    return effect
        .ratio()
        .map(Numbers::times)
        .orElse(effect.faultMedian().median() > effect.controlMedian().median() ? "more" : "less");
  }

  /** {@code 0.031x [0.029, 0.033]}. */
  public static String times(Estimate ratio) {
    return show(ratio.median()) + "x [" + show(ratio.low()) + ", " + show(ratio.high()) + "]";
  }

  /**
   * {@code p = 0.0079, n = 5}, or {@code n = 2, too few to tell apart} below {@link
   * Effect#MINIMUM_SAMPLES} a side.
   */
  public static String significance(Effect effect) {
    int n = Math.min(effect.faultMedian().n(), effect.controlMedian().n());
    return n < Effect.MINIMUM_SAMPLES
        ? "n = " + n + ", too few to tell apart"
        : p(effect.p()) + ", n = " + n + (effect.distinguishable() ? "" : unseen(effect, 1));
  }

  /** {@code , a change below 1.3x is not seen}: what "no difference" leaves open. */
  public static String unseen(Effect effect, double factor) {
    return effect
        .visible(factor)
        .map(smallest -> ", a change below " + show(smallest) + "x is not seen")
        .orElse("");
  }

  public static String p(double p) {
    return p < 0.0001 ? "p < 0.0001" : "p = " + new BigDecimal(p).round(new MathContext(2));
  }

  /** Metric and load, e.g. {@code lookups-per-second, threads 8}. */
  public static String name(Measurement measurement) {
    return measurement.metric() + load(measurement.within());
  }

  /** The load inside a trial, after the name of the metric; empty if there is none. */
  public static String load(Map<String, Value> within) {
    return within.isEmpty() ? "" : ", " + new Point("", within).settings();
  }

  /** {@code 6 min 12 s}, {@code 1 h 30 min}. */
  public static String duration(double seconds) {
    long whole = Math.round(seconds);
    if (whole >= 3600) {
      return whole / 3600 + " h " + whole % 3600 / 60 + " min";
    }
    return whole < 60 ? show(seconds) + " s" : whole / 60 + " min " + whole % 60 + " s";
  }

  /** {@code 2026-11-29 14:27:08 UTC}. */
  public static String instant(String iso) {
    return iso.substring(0, "2026-11-29T14:27:08".length()).replace('T', ' ') + " UTC";
  }
}
