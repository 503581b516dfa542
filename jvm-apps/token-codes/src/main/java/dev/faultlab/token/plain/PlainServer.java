package dev.faultlab.token.plain;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.faultlab.token.generate.Generator;
import dev.faultlab.token.generate.Issuing;
import dev.faultlab.token.watch.Json;
import dev.faultlab.token.watch.Stats;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The token service without Spring, for JDK 8 and 11. It shows which file a generator reads and who
 * waits for whom, which is the JDK's doing; it is not what a latency should be measured on.
 */
public final class PlainServer implements AutoCloseable {
  private static final String CODES = "/codes/";
  private static final String DIGITS = "/digits";
  private static final String PRINTLN = "/println";

  private final Issuing issuing;
  private final HttpServer server;
  private final ExecutorService threads;

  /**
   * Listens from now on.
   *
   * @throws IOException when the port is taken
   */
  public PlainServer(Settings settings, Issuing issuing) throws IOException {
    this.issuing = issuing;
    threads = Executors.newFixedThreadPool(settings.threads());
    server = HttpServer.create(new InetSocketAddress(settings.port()), settings.threads());
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try {
      answer(exchange, 200, body(exchange));
    } catch (IllegalArgumentException e) {
      answer(exchange, 400, Json.error(e.getMessage()));
    }
  }

  private String body(HttpExchange exchange) {
    String path = exchange.getRequestURI().getPath();
    if (path.startsWith(CODES)) {
      return Json.code(code(path.substring(CODES.length())));
    }
    switch (path) {
      case "/stats":
        return Stats.json("plain", issuing.tally(), inside(exchange.getRequestURI().getQuery()));
      case "/reset":
        return Stats.json("plain", issuing.reset(), "");
      case "/health":
        return "{\"status\":\"ready\"}";
      default:
        throw new IllegalArgumentException(
            "found '" + path + "', expected /codes/..., /stats, /reset or /health");
    }
  }

  private String code(String words) {
    boolean println = words.endsWith(PRINTLN);
    String drawn = without(PRINTLN, words);
    Generator generator = Generator.of(without(DIGITS, drawn));
    return drawn.endsWith(DIGITS)
        ? issuing.issueByDigits(generator, println)
        : issuing.issue(generator, println);
  }

  private static String without(String end, String text) {
    return text.endsWith(end) ? text.substring(0, text.length() - end.length()) : text;
  }

  private static String inside(String query) {
    String parameter = "inside=";
    return query != null && query.startsWith(parameter) ? query.substring(parameter.length()) : "";
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
