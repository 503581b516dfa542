package dev.faultlab.storm;

import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A real consumer that reads the newest records of a topic, one batch a fetch.
 *
 * <p>The other way of {@link Production}: what a broker sends is bounded by the window that its
 * client declares, and a client's window scale is in its SYN, not in the cookie. A follower fetches
 * from its leader over a connection of this kind.
 */
final class Fetches implements AutoCloseable {
  private static final Duration POLL = Duration.ofSeconds(1);

  /**
   * What was read. The clock begins with the first record, so that neither metadata nor the first
   * fetch are in it.
   *
   * @param records read after the first one
   * @param bytes of their values
   */
  record Report(int records, long bytes, double seconds, double mebibytesPerSecond) {}

  private final Consumer<byte[], byte[]> consumer;
  private final TopicPartition partition;

  Fetches(String broker, String topic) {
    this(connected(broker), topic);
  }

  Fetches(Consumer<byte[], byte[]> consumer, String topic) {
    this.consumer = consumer;
    partition = new TopicPartition(topic, 0);
  }

  private static Consumer<byte[], byte[]> connected(String broker) {
    Properties settings = new Properties();
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker);
    // A broker sends one batch all the same: a fetch is then the transfer of one.
    settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, "1");
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /**
   * Reads so many of the newest records; the connections stay open, so that others can look at
   * them.
   *
   * @throws IllegalStateException when there are fewer
   * @throws TimeoutException when they take longer than the limit
   */
  Report newest(int records, Duration limit) throws TimeoutException {
    long end = consumer.endOffsets(List.of(partition)).get(partition);
    long first = end - records;
    long kept = consumer.beginningOffsets(List.of(partition)).get(partition);
    if (first < kept) {
      throw new IllegalStateException(
          "found %d records of %s, expected at least %d"
              .formatted(end - kept, partition.topic(), records));
    }
    consumer.assign(List.of(partition));
    consumer.seek(partition, first);
    long deadline = System.nanoTime() + limit.toNanos();
    long begin = 0;
    long bytes = 0;
    for (long next = first; next < end; ) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        next = record.offset() + 1;
        if (record.offset() == first) {
          begin = System.nanoTime();
        } else {
          bytes += record.value().length;
        }
      }
      if (System.nanoTime() > deadline) {
        throw new TimeoutException("%d of %d records were read".formatted(next - first, records));
      }
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    return new Report(records - 1, bytes, seconds, bytes / (double) (1 << 20) / seconds);
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
  }
}
