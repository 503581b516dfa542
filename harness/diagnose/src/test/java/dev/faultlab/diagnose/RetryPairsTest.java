package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsExchange.Origin;
import dev.faultlab.capture.DnsExchange.QueryState;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A query and its retry meet, whichever outcome is known first, and cost no memory afterwards. */
class RetryPairsTest {
  /** Memory for findings is 7 percent of the heap: 560 bytes, one entry of 500. */
  private static final long ONE_ENTRY = 8_000;

  private final List<List<Long>> joined = new ArrayList<>();

  private RetryPairs pairs(long heap) {
    return new RetryPairs(
        new MemoryBudget(heap), (lost, retry) -> joined.add(List.of(lost.frame(), retry.frame())));
  }

  private static DnsExchange query(long frame, OptionalLong earlier) {
    return new DnsExchange(
        new DnsExchange.Sent(frame, 0),
        new Endpoint(Address.v4(1), 7),
        new Endpoint(Address.v4(2), 53),
        new DnsExchange.Question(1, "a.lab", 1, true, false, DnsExchange.Edns.NONE),
        new DnsExchange.Cause(Origin.RETRY_WITH_NEW_ID, earlier, false, false),
        new DnsExchange.Repeats(List.of(), false, false, false),
        new DnsExchange.Outcome(
            QueryState.RETRIED, Optional.empty(), 0, false, false, Optional.empty()));
  }

  private static DnsExchange lost(long frame) {
    return query(frame, OptionalLong.empty());
  }

  private static DnsExchange retry(long frame, long earlierFrame) {
    return query(frame, OptionalLong.of(earlierFrame));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void joinsAQueryWithItsRetryInEitherOrder(boolean retryFirst) {
    RetryPairs pairs = pairs(100 * ONE_ENTRY);
    if (retryFirst) {
      pairs.addRetry(retry(5, 3));
    }
    assertThat(pairs.addGivenUp(lost(3))).isTrue();
    if (!retryFirst) {
      pairs.addRetry(retry(5, 3));
    }
    assertThat(joined).containsExactly(List.of(3L, 5L));
    assertThat(pairs.removeRemaining()).isEmpty();
  }

  @Test
  void handsOverTheRestOnce() {
    RetryPairs pairs = pairs(100 * ONE_ENTRY);
    pairs.addGivenUp(lost(3));
    assertThat(pairs.removeRemaining()).extracting(DnsExchange::frame).containsExactly(3L);
    assertThat(pairs.removeRemaining()).isEmpty();
  }

  @Test
  void keepsNoMoreThanFitsAndGivesItsMemoryBack() {
    RetryPairs pairs = pairs(ONE_ENTRY);
    for (long frame = 1; frame < 100; frame++) {
      assertThat(pairs.addGivenUp(lost(frame))).isTrue();
      assertThat(pairs.addGivenUp(lost(frame + 1))).isFalse();
      assertThat(pairs.removeRemaining()).hasSize(1);
    }
  }
}
