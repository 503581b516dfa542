package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.classroom.RequestLimits.Action;
import io.github.bucket4j.TimeMeter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RequestLimitsTest {
  private final AtomicLong nanos = new AtomicLong();
  private final RequestLimits limits = new RequestLimits(new Clock());

  @Test
  void whoeverAnswersTooOftenWaitsAndNobodyElseDoes() {
    int taken = 0;
    while (allowed("ann")) {
      taken++;
    }
    assertThat(taken).isEqualTo(40);
    assertThat(allowed("bob")).isTrue();
    nanos.addAndGet(250_000_000L);
    assertThat(allowed("ann")).isTrue();
    assertThat(allowed("ann")).isFalse();
  }

  @Test
  void onePersonCannotFillTheDiskWithAnswers() {
    int taken = 0;
    for (int quarter = 0; quarter < 4 * 60 * 60; quarter++) {
      taken += allowed("ann") ? 1 : 0;
      nanos.addAndGet(250_000_000L);
    }
    assertThat(taken).as("in an hour of four a second").isBetween(2059, 2061);
  }

  @Test
  void whoeverHasASixtyFourIsOneNetwork() {
    assertThat(LanAddresses.network("[2001:db8:1:2:ffff::1]"))
        .isEqualTo(LanAddresses.network("2001:db8:1:2::7"))
        .isNotEqualTo(LanAddresses.network("2001:db8:1:3::7"));
    assertThat(LanAddresses.network("192.0.2.1")).isNotEqualTo(LanAddresses.network("192.0.2.2"));
  }

  /** A wall clock can be set back, and all would wait as long. */
  @Test
  void theServersClockCannotBeSet() {
    assertThat(RequestLimits.CLOCK.isWallClockBased()).isFalse();
  }

  private boolean allowed(String who) {
    try {
      limits.count(Action.ANSWER, who);
      return true;
    } catch (RequestRefused e) {
      return false;
    }
  }

  private final class Clock implements TimeMeter {
    @Override
    public long currentTimeNanos() {
      return nanos.get();
    }

    @Override
    public boolean isWallClockBased() {
      return false;
    }
  }
}
