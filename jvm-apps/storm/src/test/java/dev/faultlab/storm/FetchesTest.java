package dev.faultlab.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class FetchesTest {
  private static final TopicPartition PARTITION = new TopicPartition("faultlab", 0);
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");

  /** Of ten records, each one byte longer than the one before. */
  @Test
  void readsTheNewestAndCountsWhatCameAfterTheFirst() throws Exception {
    holds(0, 10);

    Fetches.Report report = new Fetches(consumer, "faultlab").newest(3, LIMIT);

    assertThat(report.records()).isEqualTo(2);
    assertThat(report.bytes()).isEqualTo(8 + 9);
  }

  @Test
  void fewerRecordsThanAskedForAreNoMeasurement() {
    holds(7, 10);

    assertThatThrownBy(() -> new Fetches(consumer, "faultlab").newest(4, LIMIT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("found 3 records of faultlab, expected at least 4");
  }

  @Test
  void recordsThatDoNotComeEndIt() {
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    consumer.updateEndOffsets(Map.of(PARTITION, 10L));

    assertThatThrownBy(() -> new Fetches(consumer, "faultlab").newest(4, Duration.ZERO))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("0 of 4");
  }

  private void holds(long first, long end) {
    consumer.updateBeginningOffsets(Map.of(PARTITION, first));
    consumer.updateEndOffsets(Map.of(PARTITION, end));
    consumer.schedulePollTask(
        () -> {
          for (long offset = consumer.position(PARTITION); offset < end; offset++) {
            consumer.addRecord(
                new ConsumerRecord<>("faultlab", 0, offset, new byte[0], new byte[(int) offset]));
          }
        });
  }
}
