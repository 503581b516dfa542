package dev.faultlab.tools.captures;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.Security;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The programs of the DNS test captures: a service whose every request calls a backend by name, the
 * backend, and callers. Usage: DnsPrograms service THREADS TTL KEEPALIVE NAMES | backend | callers
 * HOST THREADS REQUESTS
 */
public final class DnsPrograms {
  private static final byte[] BODY = "ok\n".getBytes();

  private DnsPrograms() {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "service" -> service(args);
      case "backend" -> serve(80, 16, 0, () -> {});
      default -> callers(args[1], Integer.parseInt(args[2]), Integer.parseInt(args[3]));
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void service(String[] args) throws IOException {
    Security.setProperty("networkaddress.cache.ttl", args[2]);
    System.setProperty("http.keepAlive", args[3]);
    System.setProperty("java.net.preferIPv4Stack", "true");
    int names = Integer.parseInt(args[4]);
    serve(
        8080,
        Integer.parseInt(args[1]),
        names,
        () -> {
          String suffix = names == 1 ? "" : "-" + Thread.currentThread().getName();
          get("http://backend" + suffix + ".lab:80/");
        });
  }

  private static void serve(int port, int threads, int names, Work work) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(port), 128);
    java.util.concurrent.atomic.AtomicInteger count =
        new java.util.concurrent.atomic.AtomicInteger();
    ExecutorService pool =
        Executors.newFixedThreadPool(
            threads, task -> new Thread(task, String.valueOf(count.incrementAndGet())));
    server.setExecutor(pool);
    server.createContext(
        "/",
        exchange -> {
          try {
            work.run();
          } finally {
            exchange.sendResponseHeaders(200, BODY.length);
            exchange.getResponseBody().write(BODY);
            exchange.close();
          }
        });
    server.start();
    System.out.println("ready");
  }

  private static void get(String url) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    try (InputStream in = connection.getInputStream()) {
      in.readAllBytes();
    }
  }

  private static void callers(String host, int threads, int requests) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    java.util.List<Future<?>> all = new java.util.ArrayList<>();
    for (int i = 0; i < threads; i++) {
      all.add(
          pool.submit(
              () -> {
                for (int n = 0; n < requests; n++) {
                  get("http://" + host + ":8080/");
                }
                return null;
              }));
    }
    for (Future<?> each : all) {
      each.get();
    }
    pool.shutdown();
  }
}
