package dev.faultlab.storm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A producer with Kafka's default settings, all of them: a request has {@code request.timeout.ms}
 * (30 s), a record with all its repetitions {@code delivery.timeout.ms} (2 min). What is not
 * acknowledged by then is lost, unless the application sends it again.
 */
final class Deliveries implements AutoCloseable {

  /**
   * What became of the records.
   *
   * @param failed how many the producer gave up
   * @param reasons class of the exception, and for how many records
   * @param seconds from the first record to the last answer
   */
  record Report(
      int records, int delivered, int failed, Map<String, Integer> reasons, double seconds) {}

  private final KafkaProducer<byte[], byte[]> producer;
  private final String topic;

  Deliveries(String broker, String topic) {
    this.topic = topic;
    Properties settings = new Properties();
    settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker);
    producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Hands over all records at once and waits for what becomes of each. */
  Report send(int records, int bytes) throws InterruptedException {
    producer.partitionsFor(topic);
    long begin = System.nanoTime();
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (int i = 0; i < records; i++) {
      sent.add(producer.send(new ProducerRecord<>(topic, new byte[bytes])));
    }
    Map<String, Integer> reasons = new TreeMap<>();
    for (Future<RecordMetadata> record : sent) {
      try {
        record.get();
      } catch (ExecutionException e) {
        reasons.merge(e.getCause().getClass().getSimpleName(), 1, Integer::sum);
      }
    }
    int failed = reasons.values().stream().mapToInt(Integer::intValue).sum();
    double seconds = (System.nanoTime() - begin) / 1e9;
    return new Report(records, records - failed, failed, reasons, seconds);
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(1));
  }
}
