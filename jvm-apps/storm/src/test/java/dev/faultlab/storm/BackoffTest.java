package dev.faultlab.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private static final Duration FIRST = Duration.ofSeconds(20);

  @Test
  void thoseThatComeTogetherMeetAtAMultiple() {
    Backoff backoff = Backoff.together(Duration.ofNanos(100));
    assertThat(List.of(backoff.retryAt(1, 0), backoff.retryAt(99, 7))).containsOnly(100L);
    assertThat(backoff.retryAt(100, 0)).isEqualTo(200);
  }

  @Test
  void kafkasClientsDrawTheirBackoffWithinAFifth() {
    List<Long> seconds = drawn(Backoff.kafkas(FIRST, FIRST.multipliedBy(3)));
    assertThat(seconds).allMatch(s -> s >= 16 && s <= 24).contains(16L, 23L);
  }

  @Test
  void kafkasClientsDrawNothingWhereTheMaximumIsTheFirst() {
    assertThat(drawn(Backoff.kafkas(FIRST, FIRST))).containsOnly(20L);
  }

  private static List<Long> drawn(Backoff backoff) {
    return IntStream.range(0, 1000)
        .mapToObj(i -> Duration.ofNanos(backoff.retryAt(0, 0)).toSeconds())
        .toList();
  }
}
