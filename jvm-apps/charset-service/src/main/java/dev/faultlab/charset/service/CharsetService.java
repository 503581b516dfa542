package dev.faultlab.charset.service;

import com.sun.net.httpserver.HttpServer;
import dev.faultlab.charset.decode.ProviderLookups;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Decodes request bodies by the charset that the request names, as the web application firewall of
 * the incident did.
 *
 * <p>On the JDK's own HTTP server, because it has to run on JDK 8, and because inside a fat jar
 * {@code Charset} does not find a provider: it looks with the system class loader, which sees the
 * jar that was started and not the jars packed inside it (the lab's {@code fat-jar-inside}).
 *
 * <pre>{@code
 * POST /decode?way=name   Content-Type: text/plain; charset=Shift_JIS   -> number of characters
 * POST /reset             begins a new trial
 * GET  /stats             its counters
 * }</pre>
 */
public final class CharsetService {
  private CharsetService() {}

  /**
   * Starts; the JVM then lives until it is killed.
   *
   * @param environment {@code CHARSET_PORT} (8080) and {@code CHARSET_THREADS} (8)
   * @throws IllegalArgumentException where one of them is not a number in range
   */
  public static void start(Map<String, String> environment) throws IOException {
    int port = number(environment, "CHARSET_PORT", 8080, 65535);
    int threads = number(environment, "CHARSET_THREADS", 8, 256);
    HttpServer server = open(new InetSocketAddress(port), threads);
    System.out.println("charset-service: listening on " + server.getAddress());
  }

  static HttpServer open(InetSocketAddress address, int threads) throws IOException {
    // Without it small answers on kept connections wait for the client's delayed acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    ProviderLookups provider = ProviderLookups.onClassPath();
    AtomicReference<Trial> trial = new AtomicReference<>(new Trial(provider));
    HttpServer server = HttpServer.create(address, 0);
    server.setExecutor(Executors.newFixedThreadPool(threads));
    server.createContext("/decode", new DecodeHandler(trial::get));
    server.createContext(
        "/reset",
        exchange -> {
          trial.set(new Trial(provider));
          Answer.json(exchange, trial.get().counts());
        });
    server.createContext("/stats", exchange -> Answer.json(exchange, trial.get().counts()));
    server.start();
    return server;
  }

  private static int number(Map<String, String> environment, String name, int otherwise, int most) {
    String text = environment.getOrDefault(name, Integer.toString(otherwise));
    if (!text.matches("[1-9]\\d{0,4}") || Integer.parseInt(text) > most) {
      throw new IllegalArgumentException(
          name + ": found '" + text + "', expected a number from 1 to " + most);
    }
    return Integer.parseInt(text);
  }
}
