package dev.faultlab.storm;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The same storm made of real producers; each brings two threads along, so hundreds rather than
 * thousands of them.
 *
 * <p>Nobody tells them to come back: a producer that loses its broker looks for it by itself, as
 * its {@code reconnect.backoff.ms} and {@code reconnect.backoff.max.ms} say.
 */
final class ProducerCrowd implements Crowd {
  private static final String TOPIC = "crowd";
  private static final int STACK_BYTES = 256 << 10;

  private final Duration limit;
  private final Round first;
  private final Round second;
  private final List<KafkaProducer<byte[], byte[]>> producers = new ArrayList<>();

  /**
   * Connects.
   *
   * @param chosen settings besides the broker's address; with none of them all are Kafka's own
   * @param limit how long a record may take, over and above what its producer's settings say
   */
  ProducerCrowd(InetSocketAddress broker, int clients, Map<String, Object> chosen, Duration limit) {
    this.limit = limit;
    this.first = new Round(clients);
    this.second = new Round(clients);
    Map<String, Object> settings = settings(broker, chosen);
    for (int i = 0; i < clients; i++) {
      producers.add(
          new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer()));
    }
    send(first);
  }

  /** What a producer is told. */
  static Map<String, Object> settings(InetSocketAddress broker, Map<String, Object> chosen) {
    Map<String, Object> settings = new HashMap<>(chosen);
    settings.put(
        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.getHostString() + ":" + broker.getPort());
    return settings;
  }

  /**
   * Settings with which producers are small, and wait for a broker as long as the trial does.
   *
   * @param backoff {@code reconnect.backoff.max.ms}
   */
  static Map<String, Object> patient(Duration backoff, Duration limit) {
    return Map.of(
        ProducerConfig.ACKS_CONFIG, "1",
        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "false",
        ProducerConfig.MAX_BLOCK_MS_CONFIG, Long.toString(limit.toMillis()),
        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Long.toString(limit.toMillis()),
        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Long.toString(limit.toMillis() / 2),
        ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, Long.toString(backoff.toMillis()),
        ProducerConfig.LINGER_MS_CONFIG, "0",
        ProducerConfig.BUFFER_MEMORY_CONFIG, Integer.toString(64 << 10),
        ProducerConfig.BATCH_SIZE_CONFIG, Integer.toString(4 << 10));
  }

  /** One record from each: a producer connects when it has something to send. */
  private void send(Round round) {
    CountDownLatch ready = new CountDownLatch(1);
    for (KafkaProducer<byte[], byte[]> producer : producers) {
      Thread sender = new Thread(null, () -> sendOne(producer, round, ready), "crowd", STACK_BYTES);
      sender.setDaemon(true);
      sender.start();
    }
    ready.countDown();
  }

  private void sendOne(KafkaProducer<byte[], byte[]> producer, Round round, CountDownLatch ready) {
    try {
      ready.await();
      round.attempted(1);
      long begin = System.nanoTime();
      producer
          .send(new ProducerRecord<>(TOPIC, new byte[16]))
          .get(limit.toMillis(), TimeUnit.MILLISECONDS);
      round.served(System.nanoTime() - begin);
    } catch (ExecutionException | TimeoutException e) {
      round.refused();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public Report awaitConnected() throws InterruptedException {
    return first.await(limit);
  }

  @Override
  public Report awaitReconnected() throws InterruptedException {
    send(second);
    return second.await(limit);
  }

  @Override
  public void close() {
    producers.forEach(producer -> producer.close(Duration.ZERO));
  }
}
