package dev.faultlab.effect;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.hipparchus.distribution.continuous.BetaDistribution;
import org.hipparchus.distribution.discrete.HypergeometricDistribution;

/**
 * How much an absence excludes: the one-sided exact bound of Clopper and Pearson (1934). With none
 * in n trials, a fault that shows in a larger share of trials would have shown itself at this
 * level.
 *
 * @param n trials or requests, in all of which the fault was absent
 * @param exposed how often the fault could have shown in them; empty if that was not counted
 * @param bound the share of them that is excluded, from 0 to 1
 * @param level of confidence
 */
public record Bound(int n, Optional<Long> exposed, double bound, double level) {
  public static final double LEVEL = 0.95;

  /** Nothing in n. */
  public static Bound absent(int n, Optional<Long> exposed) {
    return new Bound(n, exposed, upper(0, n), LEVEL);
  }

  /** The upper bound of a rate that showed k times in n. */
  public static double upper(int k, int n) {
    return k == n ? 1 : new BetaDistribution(k + 1, n - k).inverseCumulativeProbability(LEVEL);
  }

  /** The fewest trials whose absence excludes a rate. */
  public static int trials(double rate) {
    return (int) Math.max(1, Math.ceil(Math.log(1 - LEVEL) / Math.log1p(-rate) - 1e-9));
  }

  /**
   * The probability that all of some trials miss a fault if they are like other trials, by Fisher's
   * exact test.
   *
   * @param present in how many of the others it showed
   */
  public static double chance(int absent, int present, int others) {
    return new HypergeometricDistribution(absent + others, present, absent).probability(0);
  }

  /** {@code 17 %}. */
  public static String percent(double share) {
    BigDecimal rounded = new BigDecimal(100 * share).round(new MathContext(2));
    return rounded.stripTrailingZeros().toPlainString() + " %";
  }

  /** {@code fewer than 78 % of trials}. */
  public String words(String unit) {
    return "fewer than " + percent(bound) + " of " + unit;
  }

  /**
   * What the absences of a table exclude, once for each number of trials; empty without any.
   *
   * @param shown how the table shows an absence in n, as a format
   */
  public static List<String> note(Stream<Bound> bounds, String shown, String unit) {
    TreeMap<Integer, String> words = new TreeMap<>();
    String form = "absent " + shown + " (shows in %2$s)";
    bounds.forEach(b -> words.put(b.n(), form.formatted(b.n(), b.words(unit))));
    String head = "At " + percent(LEVEL) + ": ";
    return words.isEmpty() ? List.of() : List.of(head + String.join(", ", words.values()) + ".");
  }
}
