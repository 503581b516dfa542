package dev.faultlab.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hipparchus.distribution.discrete.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoundTest {
  /** The bound's own definition: at it, as few as k in n have a probability of 5 %. */
  @Test
  void leavesFivePercentOfEachTableUpTo60Trials() {
    for (int n = 1; n <= 60; n++) {
      assertThat(Bound.upper(0, n)).isCloseTo(1 - Math.pow(0.05, 1.0 / n), within(1e-8));
      for (int k = 0; k < n; k++) {
        double rate = Bound.upper(k, n);
        assertThat(new BinomialDistribution(n, rate).cumulativeProbability(k))
            .as("%d of %d", k, n)
            .isCloseTo(0.05, within(1e-6));
      }
      assertThat(Bound.upper(n, n)).isEqualTo(1);
    }
  }

  /**
   * Table A-3 of the AICPA's guide on audit sampling (2017), 5 percent risk: the upper bound in
   * percent for 0 to 5 of n, rounded up.
   */
  @ParameterizedTest
  @CsvSource({
    "20, 14.0, 21.7, 28.3, 34.4, 40.2, 45.6",
    "25, 11.3, 17.7, 23.2, 28.2, 33.0, 37.6",
    "30,  9.6, 14.9, 19.6, 23.9, 28.0, 31.9",
    "35,  8.3, 12.9, 17.0, 20.7, 24.3, 27.8",
    "40,  7.3, 11.4, 15.0, 18.3, 21.5, 24.6",
    "45,  6.5, 10.2, 13.4, 16.4, 19.2, 22.0",
    "50,  5.9,  9.2, 12.1, 14.8, 17.4, 19.9",
    "55,  5.4,  8.4, 11.1, 13.5, 15.9, 18.2",
    "60,  4.9,  7.7, 10.2, 12.5, 14.7, 16.8",
  })
  void isAsPublished(ArgumentsAccessor row) {
    for (int k = 0; k <= 5; k++) {
      double percent = 100 * Bound.upper(k, row.getInteger(0));
      assertThat(Math.ceil(10 * percent) / 10).as("%d", k).isEqualTo(row.getDouble(k + 1));
    }
  }

  /**
   * For 5 rates and 4 numbers of trials: the share of outcomes whose bound holds, summed exactly.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.03, 0.1, 0.3, 1})
  void holdsInAtLeast95PercentOfAllOutcomes(double rate) {
    for (int n : List.of(2, 5, 29, 59)) {
      double holds =
          IntStream.rangeClosed(0, n)
              .filter(k -> Bound.upper(k, n) >= rate)
              .mapToDouble(k -> new BinomialDistribution(n, rate).probability(k))
              .sum();
      assertThat(holds).as("%d trials", n).isGreaterThanOrEqualTo(Bound.LEVEL - 1e-9);
    }
  }

  @ParameterizedTest
  @CsvSource({
    // Table A-1 of the same guide, for an expected rate of 0.
    "0.02, 149",
    "0.03, 99",
    "0.04, 74",
    "0.05, 59",
    "0.06, 49",
    "0.07, 42",
    "0.08, 36",
    "0.09, 32",
    "0.1, 29",
    "0.15, 19",
    "0.2, 14",
    "0.5, 5",
    "0.95, 1",
    "1, 1"
  })
  void choosesTheFewestTrialsThatExcludeARate(double rate, int trials) {
    assertThat(Bound.trials(rate)).isEqualTo(trials);
    assertThat(Bound.upper(0, trials)).isLessThanOrEqualTo(rate + 1e-9);
    if (trials > 1) {
      assertThat(Bound.upper(0, trials - 1)).isGreaterThan(rate);
    }
  }

  /**
   * The rule of --until-decided, which ends with the first trial that shows the fault: summed over
   * all ends, a rate that is to be excluded is called absent in at most 5 % of rows.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.03, 0.1, 0.3, 0.5})
  void missesARateRarelyAlthoughItEndsEarly(double rate) {
    int max = Bound.trials(rate);
    double present = 0;
    double reached = 1;
    for (int trial = 1; trial <= max; trial++) {
      present += reached * rate;
      reached *= 1 - rate;
    }
    assertThat(present + reached).isCloseTo(1, within(1e-12));
    assertThat(reached).isLessThanOrEqualTo(1 - Bound.LEVEL + 1e-12);
  }

  /** Of the 6 ways to place 2 faults in 2 and 2 trials, 1 has both on one side. */
  @ParameterizedTest
  @CsvSource({"2, 2, 2, 1, 6", "2, 3, 5, 10, 35", "5, 5, 5, 1, 252", "1, 1, 1, 1, 2"})
  void countsTheWaysInWhichNothingChanged(
      int absent, int present, int others, double ways, double all) {
    assertThat(Bound.chance(absent, present, others)).isCloseTo(ways / all, within(1e-12));
  }

  @Test
  void isSaidOnceForEachNumberOfTrials() {
    Stream<Bound> some = Stream.of(2, 5, 2).map(n -> Bound.absent(n, Optional.empty()));

    assertThat(Bound.note(some, "%1$d/%1$d", "trials"))
        .containsExactly(
            "At 95 %: absent 2/2 (shows in fewer than 78 % of trials), "
                + "absent 5/5 (shows in fewer than 45 % of trials).");
    assertThat(Bound.note(Stream.of(), "0/%1$d", "requests")).isEmpty();
    assertThat(Bound.absent(8, Optional.of(8L)).words("requests"))
        .isEqualTo("fewer than 31 % of requests");
  }
}
