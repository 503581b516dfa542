package dev.faultlab.storm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * One real producer that sends one batch a request and measures each request.
 *
 * <p>A healthy connection takes a batch of 1 MB in a few round trips. Behind a window of 1578 bytes
 * the sender emits one segment, waits for its acknowledgement, and so on: 600 round trips, while
 * the broker's own request time stays normal, because the broker starts its clock when the request
 * has arrived.
 */
final class Production implements AutoCloseable {

  /**
   * What to send.
   *
   * @param partition of the topic; its leader is the broker that gets the batches
   * @param acks of the producer: {@code 1}, or {@code all} to have a batch in every replica before
   *     it counts as written
   * @param warmUp requests before the first one that counts: a broker's first batch meets cold code
   * @param requests number of produce requests, one after the other
   * @param bytes size of each request's single record
   * @param everyMillis with 0 the next request follows the last one's answer. Otherwise one is due
   *     every so many milliseconds, and its latency counts from when it was due: a stall is then
   *     not hidden by a client that waits (coordinated omission).
   */
  record Load(
      String broker,
      String topic,
      int partition,
      String acks,
      int warmUp,
      int requests,
      int bytes,
      int everyMillis,
      Duration limit) {}

  /**
   * One request.
   *
   * @param atMillis when it was due, after the first one was
   * @param millis from then to the broker's acknowledgement
   */
  record Request(double atMillis, double millis) {}

  /**
   * All requests, and the client's own view of them.
   *
   * @param clientAvgMillis metric {@code request-latency-avg} of {@code producer-node-metrics} for
   *     the broker's node, the largest where there are several
   * @param clientMaxMillis metric {@code request-latency-max} of the same
   */
  record Report(
      int requests,
      long bytes,
      double seconds,
      double mebibytesPerSecond,
      double p50Millis,
      double p99Millis,
      double maxMillis,
      double clientAvgMillis,
      double clientMaxMillis,
      double millisPerMebibyte,
      List<Request> each) {}

  /**
   * How far a measurement has come.
   *
   * @param measured requests so far
   * @param p50Millis median of those since it was last asked, each from its sending to its answer
   */
  record Progress(int measured, double p50Millis) {

    /**
     * What is new.
     *
     * @param told how many of the requests were there when it was last asked
     * @throws IllegalStateException when there are no more now
     */
    static Progress since(int told, List<Request> requests) {
      if (requests.size() <= told) {
        throw new IllegalStateException("no request was measured since there were " + told);
      }
      return new Progress(
          requests.size(),
          millisAt(50, micros(byThemselves(requests).subList(told, requests.size()))));
    }
  }

  private final Load load;
  private final KafkaProducer<byte[], byte[]> producer;
  private final List<Request> soFar = new ArrayList<>();
  private volatile long beganAtMillis;
  private int told;

  Production(Load load) {
    this.load = load;
    Properties settings = new Properties();
    settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, load.broker());
    settings.put(ProducerConfig.ACKS_CONFIG, load.acks());
    // One batch a request, one request at a time: a request's latency is then a transfer's.
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "false");
    settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, "1");
    settings.put(ProducerConfig.LINGER_MS_CONFIG, "0");
    settings.put(ProducerConfig.BATCH_SIZE_CONFIG, Integer.toString(1 << 20));
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.toString(2 << 20));
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Long.toString(load.limit().toMillis()));
    settings.put(
        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Long.toString(2 * load.limit().toMillis()));
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, Long.toString(load.limit().toMillis()));
    producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /**
   * Sends all of the load; the connection stays open, so that others can look at it.
   *
   * @throws TimeoutException when a request takes longer than the limit
   */
  Report measure() throws InterruptedException, ExecutionException, TimeoutException {
    return measure(load.partition());
  }

  /** The same by the same producer to another partition, over what connections it has. */
  Report measure(int partition) throws InterruptedException, ExecutionException, TimeoutException {
    // Metadata, and the topic where it is new, are not what is measured.
    producer.partitionsFor(load.topic());
    byte[] value = new byte[load.bytes()];
    for (int i = 0; i < load.warmUp(); i++) {
      send(partition, value);
    }
    forget();
    beganAtMillis = System.currentTimeMillis();
    long begin = System.nanoTime();
    long end = begin;
    for (int i = 0; i < load.requests(); i++) {
      long due =
          load.everyMillis() == 0
              ? end
              : begin + TimeUnit.MILLISECONDS.toNanos((long) i * load.everyMillis());
      waitUntil(due);
      send(partition, value);
      end = System.nanoTime();
      add(new Request(millis(due - begin), millis(end - due)));
    }
    return report(measured(), end - begin);
  }

  private synchronized void forget() {
    soFar.clear();
    told = 0;
  }

  private synchronized void add(Request request) {
    soFar.add(request);
    notifyAll();
  }

  private synchronized List<Request> measured() {
    return List.copyOf(soFar);
  }

  /**
   * Waits until so many requests were measured.
   *
   * @throws IllegalStateException when none has come since it was last asked
   */
  synchronized Progress awaitMeasured(int least) throws InterruptedException {
    while (soFar.size() < least) {
      wait();
    }
    Progress progress = Progress.since(told, soFar);
    told = progress.measured();
    return progress;
  }

  /**
   * Latencies over time, as reports draw them.
   *
   * @param points milliseconds since 1970, and milliseconds
   */
  record Timeline(String name, String unit, List<List<Double>> points) {

    /** The same, with whose it is in its name. */
    Timeline of(String producer) {
      return new Timeline(name + ", " + producer + " producer", unit, points);
    }
  }

  /** Of each request when it was due and its latency from then on: a stall is not hidden. */
  Timeline timeline(Report report) {
    return new Timeline(
        "latency of a produce request",
        "ms",
        report.each().stream()
            .map(r -> List.of(beganAtMillis + r.atMillis(), r.millis()))
            .toList());
  }

  /**
   * Of each request when it was answered and how long it took by itself: what goes wrong with one
   * connection now, without the requests that wait behind.
   */
  Timeline timelineAtAnswers(Report report) {
    return new Timeline(
        "time of a produce request from its sending to its answer",
        "ms",
        byThemselves(report.each()).stream()
            .map(r -> List.of(beganAtMillis + r.atMillis(), r.millis()))
            .toList());
  }

  /** The same requests, each with the time of its answer and what it took after it was sent. */
  static List<Request> byThemselves(List<Request> requests) {
    List<Request> alone = new ArrayList<>();
    double before = 0;
    for (Request request : requests) {
      double answered = request.atMillis() + request.millis();
      alone.add(new Request(answered, answered - Math.max(request.atMillis(), before)));
      before = answered;
    }
    return alone;
  }

  /** The same on another thread, while the broker is restarted, say. */
  Report measureUnchecked() {
    try {
      return measure();
    } catch (ExecutionException | TimeoutException | InterruptedException e) {
      throw new CompletionException(e);
    }
  }

  private void send(int partition, byte[] value)
      throws InterruptedException, ExecutionException, TimeoutException {
    producer
        .send(new ProducerRecord<>(load.topic(), partition, null, value))
        .get(load.limit().toMillis(), TimeUnit.MILLISECONDS);
  }

  private static void waitUntil(long due) {
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private Report report(List<Request> requests, long nanos) {
    Histogram micros = micros(requests);
    long bytes = (long) requests.size() * load.bytes();
    double seconds = nanos / 1e9;
    double mebibytes = bytes / (double) (1 << 20);
    return new Report(
        requests.size(),
        bytes,
        seconds,
        mebibytes / seconds,
        millisAt(50, micros),
        millisAt(99, micros),
        micros.getMaxValue() / 1000.0,
        clientMetric("request-latency-avg"),
        clientMetric("request-latency-max"),
        millisAt(50, micros) * (1 << 20) / load.bytes(),
        requests);
  }

  private static Histogram micros(List<Request> requests) {
    Histogram micros = new Histogram(3);
    requests.forEach(r -> micros.recordValue(Math.round(r.millis() * 1000)));
    return micros;
  }

  private static double millisAt(double percentile, Histogram micros) {
    return micros.getValueAtPercentile(percentile) / 1000.0;
  }

  /**
   * The broker's node has a number; the bootstrap connections, with negative ones, carry no
   * batches.
   */
  private double clientMetric(String name) {
    return producer.metrics().entrySet().stream()
        .filter(e -> isOfBroker(e.getKey(), name))
        .map(Map.Entry::getValue)
        .mapToDouble(metric -> ((Number) metric.metricValue()).doubleValue())
        .filter(Double::isFinite)
        .max()
        .orElseThrow(
            () ->
                new IllegalStateException("the client has no metric " + name + " for its broker"));
  }

  private static boolean isOfBroker(MetricName metric, String name) {
    return metric.name().equals(name)
        && metric.group().equals("producer-node-metrics")
        && !metric.tags().getOrDefault("node-id", "node--").startsWith("node--");
  }

  private static double millis(long nanos) {
    return nanos / 1e6;
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(1));
  }
}
