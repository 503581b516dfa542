package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsExchange.Answer;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often a valid answer has to be asked for again to be a habit. */
class ReuseWatchTest {
  private static final long SECOND = 1_000_000_000L;

  private final ReuseWatch watch = new ReuseWatch();

  private void answered(long nanos, int rcode, OptionalLong ttl) {
    answered(nanos, rcode, ttl, List.of(Address.v4(9)));
  }

  private void answered(long nanos, int rcode, OptionalLong ttl, List<Address> addresses) {
    watch.answered(1, new Answer(1, nanos, rcode, false, ttl, addresses, true));
  }

  /** Lookups at equal distances, the first of them before there is a valid answer. */
  private void lookUps(int number, int early, long span) {
    for (int i = 0; i < number; i++) {
      if (i == early) {
        answered(0, 0, OptionalLong.of(3600));
      }
      watch.opened(10 + i, span * i / (number - 1));
    }
  }

  @ParameterizedTest
  @CsvSource({
    // 20 lookups, four fifths of them early, two a second, for a second: each at its limit.
    "20, 4, 9500000000, true",
    "19, 3, 9000000000, false",
    "20, 5, 9500000000, false",
    "20, 4, 9500000001, false",
    "20, 4, 1000000000, true",
    "20, 4, 999999999, false"
  })
  void aHabitIsFrequentAndLasts(int number, int early, long span, boolean habit) {
    lookUps(number, early, span);
    assertThat(watch.ignoresTtl()).isEqualTo(habit);
  }

  @ParameterizedTest
  @CsvSource({"10, 2, true", "10, 3, false"})
  void asksBeforeExpiryWhereFourInFiveDo(int number, int early, boolean before) {
    lookUps(number, early, 9 * SECOND);
    assertThat(watch.asksBeforeExpiry()).isEqualTo(before);
    assertThat(watch.withinTtl).isEqualTo(number - early);
  }

  @Test
  void anAnswerIsValidUpToItsTimeToLive() {
    answered(SECOND, 0, OptionalLong.of(2));
    watch.opened(5, 3 * SECOND - 1);
    watch.opened(6, 3 * SECOND);
    assertThat(watch.withinTtl).isEqualTo(1);
    assertThat(watch.ttlSeconds).isEqualTo(2);
    assertThat(watch.firstFrame).isEqualTo(5);
    assertThat(watch.lastFrame).isEqualTo(6);
  }

  @Test
  void failuresAndAnswersWithoutRecordsAreNotKept() {
    answered(0, 3, OptionalLong.of(60));
    answered(0, 0, OptionalLong.empty());
    answered(0, 0, OptionalLong.of(60), List.of());
    watch.opened(1, 1);
    assertThat(watch.withinTtl).isZero();
    assertThat(watch.ttlSeconds).isEqualTo(-1);
  }

  @Test
  void theTypeWhoseAnswerExpiresFirstCounts() {
    answered(0, 0, OptionalLong.of(60));
    watch.answered(
        28, new Answer(1, 0, 0, false, OptionalLong.of(2), List.of(Address.v4(9)), true));
    watch.opened(1, 3 * SECOND);
    assertThat(watch.withinTtl).isZero();
  }

  @Test
  void countsTheIntervalsOfASecond() {
    assertThat(watch.perSecond()).isZero();
    watch.opened(1, 7);
    assertThat(watch.perSecond()).isZero();
    watch.opened(2, SECOND / 2 + 7);
    watch.opened(3, SECOND + 7);
    assertThat(watch.perSecond()).isEqualTo(2);
    assertThat(watch.lookups).isEqualTo(3);
  }

  /** Ten lookups, 20 ms or more after there was an answer that could be kept. */
  @ParameterizedTest
  @CsvSource({"10, 20000000, true", "9, 20000000, false", "10, 19999999, false"})
  void lookUpsCountOnceThereIsAnAnswerToUse(int number, long later, boolean expected) {
    watch.opened(1, 0);
    watch.settled(SECOND / 2); // without records there is nothing to keep
    answered(SECOND, 0, OptionalLong.of(0));
    watch.settled(SECOND);
    watch.settled(2 * SECOND);
    for (int i = 0; i < number; i++) {
      watch.opened(2 + i, SECOND + later);
    }
    assertThat(watch.hadUsableAnswers()).isEqualTo(expected);
  }

  /** Whoever asks when the last answer has expired, or may have been dropped, may have a cache. */
  @ParameterizedTest
  @CsvSource({
    "30, 4, true",
    "30, 5, false",
    "30, 30, false",
    "4, 2, true",
    "4, 3, false",
    "0, 60, true"
  })
  void lookUpsBehindTheTimeToLiveAreNoHabit(long ttl, long intervalSeconds, boolean expected) {
    for (int i = 0; i < 12; i++) {
      watch.opened(1 + i, i * intervalSeconds * SECOND);
      watch.settled(i * intervalSeconds * SECOND);
      answered(i * intervalSeconds * SECOND, 0, OptionalLong.of(ttl));
      watch.settled(i * intervalSeconds * SECOND);
    }
    assertThat(watch.hadUsableAnswers()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"16, true", "17, false"})
  void aThirdMoreRequestsThanConnectionsIsStillOneForEach(int requests, boolean each) {
    lookUps(12, 0, SECOND);
    for (int i = 0; i < 12; i++) {
      watch.connecting(64);
    }
    for (int i = 0; i < requests; i++) {
      watch.requests++;
    }
    assertThat(watch.onePerConnection()).isEqualTo(each);
    assertThat(watch.requests).isEqualTo(requests);
    assertThat(watch.connects).isEqualTo(12);
  }
}
