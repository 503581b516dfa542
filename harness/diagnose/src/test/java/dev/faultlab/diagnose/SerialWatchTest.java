package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many lookups have to follow each other, and how closely, to be a chain. */
class SerialWatchTest {
  private static final long MS = 1_000_000L;

  private final SerialWatch watch = new SerialWatch();
  private long frame = 6;
  private long now = 50 * MS;

  private void lookUp(long pause, long lasting, int waiting) {
    now += pause;
    watch.opened(++frame, now, 1, waiting);
    now += lasting;
    watch.closed(now, 0);
  }

  @ParameterizedTest
  @CsvSource({
    // A lock is handed on within 500 us, or a quarter of a lookup where that is longer.
    "1000000, 500000, 1",
    "1000000, 500001, 0",
    "10000000, 2500000, 1",
    "10000000, 2500001, 0"
  })
  void aLookupFollowsWithinAMoment(long lasting, long pause, long backToBack) {
    lookUp(0, lasting, 0);
    lookUp(pause, lasting, 0);
    assertThat(watch.backToBack).isEqualTo(backToBack);
  }

  @ParameterizedTest
  @CsvSource({"2, true", "3, false"})
  void oneInFiveLookupsMayComeLater(int late, boolean chain) {
    lookUp(0, 10 * MS, 0);
    for (int i = 0; i < 10; i++) {
      lookUp(i < late ? 4 * MS : 0, 10 * MS, 0);
    }
    assertThat(watch.isChain()).isEqualTo(chain);
  }

  @ParameterizedTest
  @CsvSource({"55000000, true", "55000001, false"})
  void aChainIsBusyHalfOfTheTime(long pause, boolean chain) {
    lookUp(0, 10 * MS, 0);
    for (int i = 0; i < 8; i++) {
      lookUp(0, 10 * MS, 0);
    }
    lookUp(55 * MS, 10 * MS, 0);
    lookUp(pause, 10 * MS, 0);
    assertThat(watch.isChain()).isEqualTo(chain);
  }

  @ParameterizedTest
  @CsvSource({"8, 5, true", "7, 5, false", "8, 4, false"})
  void othersWaitAtMostLookupsAndWorkDuringHalfOfThem(int waiting, int overlaps, boolean others) {
    for (int i = 0; i < 10; i++) {
      lookUp(0, MS, i < waiting ? 2 : 1);
      for (int uses = 0; i < overlaps && uses < 2; uses++) {
        watch.overlaps();
      }
    }
    assertThat(watch.othersWaited()).isEqualTo(others);
    assertThat(watch.whileWaiting).isEqualTo(waiting);
    assertThat(watch.overlaps).isEqualTo(overlaps);
    assertThat(watch.maxWaiting).isEqualTo(2);
  }

  @Test
  void countsPerSecondFromTheFirstLookupToTheLastAnswer() {
    assertThat(watch.perSecond()).isZero();
    assertThat(watch.meanNanos()).isZero();
    lookUp(0, 0, 0);
    assertThat(watch.perSecond()).isZero();
    lookUp(0, 100 * MS, 0);
    lookUp(0, 200 * MS, 0);
    assertThat(watch.perSecond()).isEqualTo(10);
    assertThat(watch.lookups).isEqualTo(3);
    assertThat(watch.firstFrame).isEqualTo(7);
    assertThat(watch.lastFrame).isEqualTo(9);
  }

  /** A reply was lost once; after that somebody asks now and then. */
  @Test
  void oneLookupThatTookLongMakesNoChainOfThoseAfterIt() {
    lookUp(0, 5000 * MS, 2);
    for (int i = 0; i < 13; i++) {
      watch.overlaps();
    }
    for (int i = 0; i < 25; i++) {
      lookUp(45 * MS, MS, 2);
    }
    assertThat(watch.backToBack).isEqualTo(1);
    assertThat(watch.isChain()).isFalse();
    assertThat(watch.overlaps).isEqualTo(1);
    assertThat(watch.othersWaited()).isFalse();
  }

  @Test
  void whatIsAskedAgainUnderALookupIsNotCountedTwice() {
    lookUp(0, 100 * MS, 0);
    watch.closed(now + 900 * MS, 0);
    assertThat(watch.meanNanos()).isEqualTo(100 * MS);
  }

  @Test
  void severalUnderWayAreBusyOnce() {
    watch.opened(1, 0, 1, 0);
    watch.opened(2, 10 * MS, 2, 0);
    watch.closed(20 * MS, 1);
    watch.closed(40 * MS, 0);
    assertThat(watch.maxOutstanding).isEqualTo(2);
    assertThat(watch.meanNanos()).isEqualTo(20 * MS);
  }
}
