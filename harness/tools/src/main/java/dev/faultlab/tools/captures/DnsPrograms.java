package dev.faultlab.tools.captures;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.Security;
import java.util.concurrent.Executors;

/**
 * The programs of the DNS test captures: a service whose every request calls a backend by name, and
 * the backend. Usage: DnsPrograms service THREADS TTL KEEPALIVE NAMES | backend
 */
public final class DnsPrograms {
  private static final byte[] BODY = "ok\n".getBytes();

  private DnsPrograms() {}

  public static void main(String[] args) throws IOException {
    if (args[0].equals("service")) {
      service(args);
    } else {
      serve(80, 16, () -> {});
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
        () -> {
          String suffix = names == 1 ? "" : "-" + Thread.currentThread().getName();
          get("http://backend" + suffix + ".lab:80/");
        });
  }

  private static void serve(int port, int threads, Work work) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(port), 128);
    server.setExecutor(Executors.newFixedThreadPool(threads));
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
}
