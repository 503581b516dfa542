import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** Answers each request after one call of its upstream, with the client that CLIENT names. */
class Service {
  interface Call {
    void make() throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    String client = System.getenv("CLIENT");
    Call call =
        switch (client.split("-")[0]) {
          case "hikari", "dbcp2" -> Jdbc.of(client);
          case "lettuce", "jedis" -> Redis.of(client);
          default -> Http.of(client);
        };
    HttpServer server = HttpServer.create(new InetSocketAddress(8080), 64);
    server.createContext(
        "/",
        exchange -> {
          int status = 200;
          try {
            call.make();
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
