import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** Asks Kafka for records for ever. Nothing asks this service. */
class Consumer {
  public static void main(String[] arguments) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers", "kafka:9092",
            // Of each start, which else waits until the broker gives up the consumer of the last one.
            "group.id", "stock-" + System.currentTimeMillis(),
            "request.timeout.ms", System.getenv("REQUEST_TIMEOUT_MS"),
            "key.deserializer", "org.apache.kafka.common.serialization.StringDeserializer",
            "value.deserializer", "org.apache.kafka.common.serialization.StringDeserializer");
    try (var consumer = new KafkaConsumer<String, String>(settings)) {
      consumer.subscribe(List.of("orders"));
      while (true) {
        consumer.poll(Duration.ofSeconds(1)).forEach(record -> System.out.println(record.value()));
      }
    }
  }
}
