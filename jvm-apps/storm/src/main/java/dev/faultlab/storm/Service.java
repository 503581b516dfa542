package dev.faultlab.storm;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The HTTP face: one of each kind of load at a time, since a trial has no more; of producers, one
 * of each name.
 */
final class Service {
  private static final int HTTP_OK = 200;
  private static final int HTTP_BAD_REQUEST = 400;
  private static final int HTTP_CONFLICT = 409;
  private static final int HTTP_FAILED = 500;

  /** The name of a producer that was given none. */
  private static final String FIRST = "first";

  private final ExecutorService work = Executors.newCachedThreadPool();
  private final Map<String, Producer> producers = new ConcurrentHashMap<>();
  private final ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private final HttpServer server;
  private Optional<Deliveries> deliveries = Optional.empty();
  private Optional<Fetches> fetches = Optional.empty();
  private Optional<Crowd> crowd = Optional.empty();

  /** A production, and its report to come where it is in the background. */
  private record Producer(
      Production production, Optional<CompletableFuture<Production.Report>> underWay) {

    CompletableFuture<Production.Report> inBackground() {
      return underWay.orElseThrow(
          () -> new IllegalStateException("no production in the background was started"));
    }
  }

  Service(InetSocketAddress address) throws IOException {
    server = HttpServer.create(address, 0);
    server.createContext("/produce", exchange -> answer(exchange, this::produce));
    server.createContext("/timeline", exchange -> answer(exchange, this::timeline));
    server.createContext("/deliver", exchange -> answer(exchange, this::deliver));
    server.createContext("/fetch", exchange -> answer(exchange, this::fetch));
    server.createContext("/request-log", exchange -> answer(exchange, this::requestLog));
    server.createContext("/leaders", exchange -> answer(exchange, this::leaders));
    server.createContext("/copy", exchange -> answer(exchange, this::copy));
    server.createContext("/crowd", exchange -> answer(exchange, this::crowd));
    server.createContext("/", exchange -> answer(exchange, e -> Map.of("state", "ready")));
    server.setExecutor(work);
  }

  void start() {
    server.start();
  }

  void stop() {
    server.stop(0);
  }

  int port() {
    return server.getAddress().getPort();
  }

  private Object produce(HttpExchange exchange) throws Exception {
    if (exchange.getRequestMethod().equals("DELETE")) {
      producers.values().forEach(producer -> producer.production().close());
      producers.clear();
      return Map.of("closed", true);
    }
    Query query = new Query(exchange.getRequestURI());
    String name = query.word("producer", FIRST);
    if (exchange.getRequestMethod().equals("GET")) {
      return background(name, query);
    }
    if (exchange.getRequestMethod().equals("PUT")) {
      int partition = query.number("partition", 0, 0);
      query.done();
      return producer(name).production().measure(partition);
    }
    Production.Load load =
        new Production.Load(
            query.word("broker", ""),
            query.word("topic", "faultlab"),
            query.number("partition", 0, 0),
            query.word("acks", "1"),
            query.number("warmUp", 0, 0),
            query.number("requests", 20, 1),
            query.number("bytes", 900 * 1024, 1),
            query.number("everyMillis", 0, 0),
            Duration.ofSeconds(query.number("limitSeconds", 300, 1)));
    boolean background = query.number("background", 0, 0) != 0;
    query.done();
    Optional.ofNullable(producers.remove(name)).ifPresent(before -> before.production().close());
    Production begun = new Production(load);
    if (!background) {
      producers.put(name, new Producer(begun, Optional.empty()));
      return begun.measure();
    }
    producers.put(
        name,
        new Producer(
            begun, Optional.of(CompletableFuture.supplyAsync(begun::measureUnchecked, work))));
    return Map.of("begun", true);
  }

  private Producer producer(String name) {
    return Optional.ofNullable(producers.get(name))
        .orElseThrow(() -> new IllegalStateException("no production was started"));
  }

  /** All of a production in the background, or how far it has come. */
  private Object background(String name, Query query) throws Exception {
    int measured = query.number("measured", 0, 0);
    query.done();
    CompletableFuture<Production.Report> report = producer(name).inBackground();
    return measured > 0 ? producer(name).production().awaitMeasured(measured) : report.get();
  }

  private Object timeline(HttpExchange exchange) throws Exception {
    Query query = new Query(exchange.getRequestURI());
    String name = query.word("producer", FIRST);
    String at = query.word("at", "due");
    query.done();
    Production production = producer(name).production();
    Production.Report report = producer(name).inBackground().get();
    Production.Timeline timeline =
        switch (at) {
          case "due" -> production.timeline(report);
          case "answer" -> production.timelineAtAnswers(report);
          default -> throw new IllegalArgumentException("at=" + at + ": expected due or answer");
        };
    return name.equals(FIRST) ? timeline : timeline.of(name);
  }

  private Object deliver(HttpExchange exchange) throws Exception {
    deliveries.ifPresent(Deliveries::close);
    deliveries = Optional.empty();
    if (exchange.getRequestMethod().equals("DELETE")) {
      return Map.of("closed", true);
    }
    Query query = new Query(exchange.getRequestURI());
    String broker = query.word("broker", "");
    String topic = query.word("topic", "faultlab");
    int records = query.number("records", 2, 1);
    int bytes = query.number("bytes", 900 * 1024, 1);
    query.done();
    Deliveries begun = new Deliveries(broker, topic);
    deliveries = Optional.of(begun);
    return begun.send(records, bytes);
  }

  private Object fetch(HttpExchange exchange) throws Exception {
    fetches.ifPresent(Fetches::close);
    fetches = Optional.empty();
    if (exchange.getRequestMethod().equals("DELETE")) {
      return Map.of("closed", true);
    }
    Query query = new Query(exchange.getRequestURI());
    String broker = query.word("broker", "");
    String topic = query.word("topic", "faultlab");
    int records = query.number("records", 20, 2);
    Duration limit = Duration.ofSeconds(query.number("limitSeconds", 300, 1));
    query.done();
    Fetches begun = new Fetches(broker, topic);
    fetches = Optional.of(begun);
    return begun.newest(records, limit);
  }

  /** PUT switches the broker's log of its requests on, DELETE off. */
  private Object requestLog(HttpExchange exchange) throws Exception {
    Query query = new Query(exchange.getRequestURI());
    String broker = query.word("broker", "");
    int limit = query.number("limitSeconds", 60, 1);
    query.done();
    boolean on = !exchange.getRequestMethod().equals("DELETE");
    RequestLog.set(broker, on, limit);
    return Map.of("logged", on);
  }

  /**
   * POST makes the topic anew, PUT elects the leaders that it was made with, GET waits until so it
   * is. Each answers when the partitions are led as asked and every replica is in sync.
   */
  private Object leaders(HttpExchange exchange) throws Exception {
    Query query = new Query(exchange.getRequestURI());
    String broker = query.word("broker", "");
    String topic = query.word("topic", "faultlab");
    List<Integer> leaders = query.numbers("leaders");
    Duration limit = Duration.ofSeconds(query.number("limitSeconds", 120, 1));
    query.done();
    try (Replicas replicas = new Replicas(broker, topic, limit)) {
      String method = exchange.getRequestMethod();
      if (method.equals("POST")) {
        replicas.make(leaders);
      }
      if (!method.equals("GET")) {
        replicas.electPreferred(leaders.size());
      }
      replicas.awaitLed(leaders);
    }
    return Map.of("leaders", leaders);
  }

  private Object copy(HttpExchange exchange) throws Exception {
    Query query = new Query(exchange.getRequestURI());
    String broker = query.word("broker", "");
    String topic = query.word("topic", "faultlab");
    int partition = query.number("partition", 0, 0);
    Duration limit = Duration.ofSeconds(query.number("limitSeconds", 120, 1));
    query.done();
    try (Replicas replicas = new Replicas(broker, topic, limit)) {
      return replicas.copy(partition);
    }
  }

  private Object crowd(HttpExchange exchange) throws Exception {
    switch (exchange.getRequestMethod()) {
      case "DELETE":
        crowd.ifPresent(Crowd::close);
        crowd = Optional.empty();
        return Map.of("closed", true);
      case "GET":
        return served(
            crowd
                .orElseThrow(() -> new IllegalStateException("no crowd was started"))
                .awaitReconnected());
      default:
        Query query = new Query(exchange.getRequestURI());
        InetSocketAddress broker = query.address("broker");
        int clients = query.number("clients", 100, 1);
        Duration limit = Duration.ofSeconds(query.number("limitSeconds", 120, 1));
        Duration spread = Duration.ofMillis(query.number("spreadMillis", 0, 0));
        Duration most = Duration.ofMillis(query.number("backoffMillis", 1000, 1));
        Duration drawn = Duration.ofMillis(query.number("drawnBackoffMillis", 0, 0));
        String kind = query.word("kind", "raw");
        query.done();
        crowd.ifPresent(Crowd::close);
        crowd = Optional.empty();
        Crowd begun =
            switch (kind) {
              case "raw" ->
                  new RawCrowd(
                      broker,
                      clients,
                      spread,
                      drawn.isZero() ? Backoff.together(most) : Backoff.kafkas(drawn, most),
                      limit);
              case "producer" ->
                  new ProducerCrowd(broker, clients, ProducerCrowd.patient(most, limit), limit);
              case "default-producer" -> new ProducerCrowd(broker, clients, Map.of(), limit);
              default ->
                  throw new IllegalArgumentException(
                      "kind=" + kind + ": expected raw, producer or default-producer");
            };
        crowd = Optional.of(begun);
        return served(begun.awaitConnected());
    }
  }

  /** A crowd that did not get in whole is no storm that one could count. */
  private static Crowd.Report served(Crowd.Report report) {
    if (report.served() < report.clients()) {
      throw new IllegalStateException(
          "only %d of %d clients were served within the limit, after %d attempts of which %d were refused"
              .formatted(report.served(), report.clients(), report.attempts(), report.refused()));
    }
    return report;
  }

  private interface Handler {
    Object answer(HttpExchange exchange) throws Exception;
  }

  private void answer(HttpExchange exchange, Handler handler) throws IOException {
    int status = HTTP_OK;
    Object body;
    try {
      body = handler.answer(exchange);
    } catch (IllegalArgumentException e) {
      status = HTTP_BAD_REQUEST;
      body = Map.of("error", String.valueOf(e.getMessage()));
    } catch (IllegalStateException e) {
      status = HTTP_CONFLICT;
      body = Map.of("error", String.valueOf(e.getMessage()));
    } catch (Exception e) {
      status = HTTP_FAILED;
      body = Map.of("error", e.toString());
    }
    byte[] bytes = json.writeValueAsBytes(body);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
