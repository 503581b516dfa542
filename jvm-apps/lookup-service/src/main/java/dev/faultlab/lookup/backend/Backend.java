package dev.faultlab.lookup.backend;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.faultlab.lookup.Environment;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * The service behind the name: answers 200 after a fixed delay, and keeps connections.
 *
 * <p>The delay is its work (BACKEND_DELAY_MICROS, 1000 µs as in the article: a call that takes 1
 * ms). BACKEND_PORT (8081) is where it listens; 0 takes a free port.
 */
public final class Backend implements AutoCloseable {
  private static final byte[] BODY = "ok\n".getBytes(StandardCharsets.UTF_8);
  private static final int LONGEST_QUEUE = 1_024;

  private final HttpServer server;
  private final ExecutorService threads;
  private final long delayNanos;

  /**
   * @param port 0 takes a free one
   * @param delayMicros between request and answer
   */
  public Backend(int port, int delayMicros) throws IOException {
    // Header and body are two writes here: with Nagle's algorithm on, the second waits for the
    // client's delayed ACK, 40 ms, on every kept connection.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    delayNanos = delayMicros * 1_000L;
    server = HttpServer.create(new InetSocketAddress(port), LONGEST_QUEUE);
    threads = Executors.newCachedThreadPool();
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  public static void start(Environment environment, String[] arguments) throws IOException {
    if (arguments.length > 0) {
      throw new IllegalArgumentException(
          "found the argument '"
              + arguments[0]
              + "', expected none: settings are BACKEND_* variables");
    }
    int port = environment.wholeNumber("BACKEND_PORT", 8081, 0, 65_535);
    int delayMicros = environment.wholeNumber("BACKEND_DELAY_MICROS", 1_000, 0, 60_000_000);
    Backend backend = new Backend(port, delayMicros);
    System.out.printf(
        "{\"level\":\"INFO\",\"message\":\"backend ready\",\"port\":%d,\"delayMicros\":%d}%n",
        backend.port(), delayMicros);
  }

  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      await(delayNanos);
      exchange.sendResponseHeaders(200, BODY.length);
      exchange.getResponseBody().write(BODY);
    }
  }

  private static void await(long nanos) {
    long until = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
