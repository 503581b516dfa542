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
import java.util.concurrent.Executors;

/** The HTTP face: one of each kind of load at a time, since a trial has no more. */
final class Service {
  private static final int HTTP_OK = 200;
  private static final int HTTP_BAD_REQUEST = 400;
  private static final int HTTP_CONFLICT = 409;
  private static final int HTTP_FAILED = 500;

  private final ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private final HttpServer server;
  private Optional<Production> production = Optional.empty();
  private Optional<CompletableFuture<Production.Report>> underWay = Optional.empty();
  private Optional<Deliveries> deliveries = Optional.empty();
  private Optional<Fetches> fetches = Optional.empty();
  private Optional<Crowd> crowd = Optional.empty();

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
    server.setExecutor(Executors.newCachedThreadPool());
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
      production.ifPresent(Production::close);
      production = Optional.empty();
      return Map.of("closed", true);
    }
    if (exchange.getRequestMethod().equals("GET")) {
      return background(new Query(exchange.getRequestURI()));
    }
    Query query = new Query(exchange.getRequestURI());
    if (exchange.getRequestMethod().equals("PUT")) {
      int partition = query.number("partition", 0, 0);
      query.done();
      return production
          .orElseThrow(() -> new IllegalStateException("no production was started"))
          .measure(partition);
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
    production.ifPresent(Production::close);
    Production begun = new Production(load);
    production = Optional.of(begun);
    if (!background) {
      return begun.measure();
    }
    underWay = Optional.of(CompletableFuture.supplyAsync(begun::measureUnchecked));
    return Map.of("begun", true);
  }

  /** All of the production in the background, or that it has come so far. */
  private Object background(Query query) throws Exception {
    int measured = query.number("measured", 0, 0);
    query.done();
    if (production.isEmpty() || underWay.isEmpty()) {
      throw new IllegalStateException("no production in the background was started");
    }
    return measured > 0
        ? Map.of("measured", production.get().awaitMeasured(measured))
        : underWay.get().get();
  }

  private Object timeline(HttpExchange exchange) throws Exception {
    if (production.isEmpty() || underWay.isEmpty()) {
      throw new IllegalStateException("no production in the background was started");
    }
    Query query = new Query(exchange.getRequestURI());
    String at = query.word("at", "due");
    query.done();
    Production.Report report = underWay.get().get();
    return switch (at) {
      case "due" -> production.get().timeline(report);
      case "answer" -> production.get().timelineAtAnswers(report);
      default -> throw new IllegalArgumentException("at=" + at + ": expected due or answer");
    };
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
              case "producer" -> new ProducerCrowd(broker, clients, most, limit);
              default ->
                  throw new IllegalArgumentException("kind=" + kind + ": expected raw or producer");
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
