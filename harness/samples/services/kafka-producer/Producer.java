import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Stores an event in Kafka for each request, and answers when the broker has it. */
class Producer {
  public static void main(String[] arguments) throws Exception {
    KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers", System.getenv("BOOTSTRAP_SERVERS"),
                "acks", "all",
                "connections.max.idle.ms", System.getenv("MAX_IDLE_MS"),
                "key.serializer", "org.apache.kafka.common.serialization.StringSerializer",
                "value.serializer", "org.apache.kafka.common.serialization.StringSerializer"));
    HttpServer server = HttpServer.create(new InetSocketAddress(8080), 64);
    server.createContext(
        "/",
        exchange -> {
          int status = 202;
          try {
            producer.send(new ProducerRecord<>("events", "an event")).get();
          } catch (Exception e) {
            e.printStackTrace();
            status = 503;
          }
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }
}
