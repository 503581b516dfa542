import com.sun.net.httpserver.HttpServer;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.net.InetSocketAddress;
import java.sql.PreparedStatement;
import java.util.concurrent.Executors;

/** Asks PostgreSQL for each request, through HikariCP. A large order is a large parameter. */
class Stock {
  public static void main(String[] arguments) throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(System.getenv("JDBC_URL"));
    config.setUsername(System.getenv("JDBC_USER"));
    config.setPassword(System.getenv("JDBC_PASSWORD"));
    config.setMaximumPoolSize(Integer.parseInt(System.getenv("POOL_SIZE")));
    config.setMinimumIdle(1);
    config.setInitializationFailTimeout(60_000);
    HikariDataSource pool = new HikariDataSource(config);
    HttpServer server = HttpServer.create(new InetSocketAddress(8080), 64);
    server.createContext(
        "/",
        exchange -> {
          String order = new String(exchange.getRequestBody().readAllBytes());
          int status = 200;
          try (var connection = pool.getConnection();
              PreparedStatement query = connection.prepareStatement("select length(?)")) {
            query.setString(1, order);
            query.executeQuery();
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
