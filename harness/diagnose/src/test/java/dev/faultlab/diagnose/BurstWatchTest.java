package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where bursts begin and end, and how much silence makes a pattern of them. */
class BurstWatchTest {
  private static final long MS = 1_000_000L;

  private final BurstWatch watch = new BurstWatch();
  private long frame;

  /** Lookups that are all sent at one moment, and all answered at another. */
  private void burst(long nanos, int size, long lasting) {
    for (int i = 1; i <= size; i++) {
      watch.opened(++frame, nanos, i);
    }
    watch.closed(nanos + lasting);
  }

  /** How many bursts two of five lookups are that lie so far apart. */
  private long bursts(long lasting, long silence) {
    burst(0, 5, lasting);
    burst(lasting + silence, 5, lasting);
    watch.endBurst();
    return watch.sizes.getCount();
  }

  @ParameterizedTest
  @CsvSource({
    "10_000_000, 20_000_000, 1",
    "10_000_000, 20_000_001, 2",
    "100_000_000, 100_000_000, 1",
    "100_000_000, 100_000_001, 2"
  })
  void aBreakShorterThanTheBurstOrThan20MillisecondsDoesNotEndIt(
      String lasting, String silence, int bursts) {
    assertThat(bursts(nanos(lasting), nanos(silence))).isEqualTo(bursts);
  }

  private static long nanos(String text) {
    return Long.parseLong(text.replace("_", ""));
  }

  @Test
  void aLookupWhileOthersAreUnderWayBelongsToTheBurst() {
    watch.opened(1, 0, 1);
    watch.closed(0);
    watch.opened(2, 900 * MS, 2);
    watch.endBurst();
    assertThat(watch.sizes.getCount()).isZero();
    assertThat(watch.hasSeparateBursts()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"500_000_000, true", "499_999_999, false"})
  void theSilenceOfAPatternIsFiveTimesItsLongestBurst(String silence, boolean pattern) {
    bursts(100 * MS, nanos(silence));
    assertThat(watch.hasSeparateBursts()).isEqualTo(pattern);
  }

  @ParameterizedTest
  @CsvSource({"200_000_000, true", "199_999_999, false"})
  void theSilenceOfAPatternIsAtLeast200Milliseconds(String silence, boolean pattern) {
    bursts(1, nanos(silence));
    assertThat(watch.hasSeparateBursts()).isEqualTo(pattern);
  }

  @Test
  void oneBurstIsNoPatternAndHasNoCache() {
    burst(0, 5, MS);
    watch.used(900 * MS);
    watch.endBurst();
    assertThat(watch.hasSeparateBursts()).isFalse();
    assertThat(watch.usedFromCache()).isFalse();
  }

  @Test
  void onlyATenthOfTheLookupsMayLieOutsideOfBursts() {
    bursts(MS, 900 * MS);
    burst(5000 * MS, 1, MS);
    watch.endBurst();
    assertThat(watch.hasSeparateBursts()).isTrue();
    burst(9000 * MS, 1, MS);
    watch.endBurst();
    assertThat(watch.hasSeparateBursts()).isFalse();
  }

  @Test
  void settlingAgainChangesNothing() {
    bursts(MS, 900 * MS);
    watch.endBurst();
    assertThat(watch.sizes.getCount()).isEqualTo(2);
  }

  @Test
  void useCountsOnceTheBurstIsLongOver() {
    burst(0, 5, 100 * MS);
    watch.used(200 * MS);
    burst(1000 * MS, 5, 100 * MS);
    watch.endBurst();
    assertThat(watch.usedFromCache()).isFalse();
    assertThat(watch.usedBetween).isZero();

    watch.used(1200 * MS + 1);
    watch.used(1300 * MS);
    burst(2000 * MS, 5, 100 * MS);
    watch.endBurst();
    assertThat(watch.usedBetween).isEqualTo(2);
    // Not in the first silence.
    assertThat(watch.usedFromCache()).isFalse();
  }

  @Test
  void aCacheServesInEverySilence() {
    burst(0, 5, MS);
    watch.used(800 * MS);
    burst(1000 * MS, 5, MS);
    watch.used(1800 * MS);
    burst(2000 * MS, 5, MS);
    watch.endBurst();
    assertThat(watch.usedFromCache()).isTrue();
    assertThat(watch.usedInSilence()).isTrue();
    assertThat(watch.usedBetween).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"750, true", "749, false"})
  void aCacheServesUntilItExpires(long lastUse, boolean cache) {
    burst(0, 5, 0);
    watch.used(lastUse * MS);
    burst(1000 * MS, 5, 0);
    watch.endBurst();
    assertThat(watch.usedFromCache()).isEqualTo(cache);
    assertThat(watch.usedInSilence()).isTrue();
  }

  @Test
  void aSteadyIntervalVariesByAQuarterAtMost() {
    burst(0, 5, MS);
    burst(1000 * MS, 5, MS);
    watch.endBurst();
    assertThat(watch.isRegular()).isFalse();
    burst(2250 * MS, 5, MS);
    watch.endBurst();
    assertThat(watch.isRegular()).isTrue();
    burst(3500 * MS + 1, 5, MS);
    watch.endBurst();
    assertThat(watch.isRegular()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    // The time to live, and the tenth and the half second by which bursts may miss it.
    "900, 1600, true",
    "899, 1600, false",
    "900, 1601, false",
    "1000, 1000, true"
  })
  void theIntervalIsThatOfTheTimeToLive(long first, long second, boolean is) {
    burst(0, 5, MS);
    burst(first * MS, 5, MS);
    burst((first + second) * MS, 5, MS);
    watch.endBurst();
    assertThat(watch.intervalIs(1)).isEqualTo(is);
    assertThat(watch.intervalIs(0)).isFalse();
    assertThat(watch.intervals())
        .isEqualTo(
            String.format(
                "%.1f to %.1f s",
                Math.min(first, second) / 1000.0, Math.max(first, second) / 1000.0));
  }

  @Test
  void namesSizesAndFirstFrames() {
    burst(0, 5, MS);
    burst(1000 * MS, 5, MS);
    watch.endBurst();
    assertThat(watch.sizes()).isEqualTo("5");
    assertThat(watch.frames).containsExactly(1L, 6L);
    burst(2000 * MS, 7, MS);
    burst(3000 * MS, 6, MS);
    watch.endBurst();
    assertThat(watch.sizes()).isEqualTo("5 to 7");
    assertThat(watch.framesText()).isEqualTo("1, 6, 11, 18");
    burst(4000 * MS, 5, MS);
    watch.endBurst();
    assertThat(watch.framesText()).isEqualTo("1, 6, 11, 18, ...");
  }
}
