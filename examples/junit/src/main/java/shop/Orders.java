package shop;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Writes orders to Kafka, each of 16 KiB. */
@RestController
class Orders {
  private static final int ORDERS = 64;
  private static final int BYTES = 16 * 1024;

  @GetMapping("/order")
  String order() throws ExecutionException, InterruptedException {
    Map<String, Object> settings =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, "kafka:9092",
            ProducerConfig.BATCH_SIZE_CONFIG, 8 * BYTES);
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(settings, bytes, bytes)) {
      producer.send(new ProducerRecord<>("orders", new byte[BYTES])).get();
      for (int i = 1; i < ORDERS; i++) {
        producer.send(new ProducerRecord<>("orders", new byte[BYTES]));
      }
      producer.flush();
    }
    return ORDERS + " ordered";
  }
}
