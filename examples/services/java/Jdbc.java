import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.Statement;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.BasicDataSource;

/** PostgreSQL, through a pool of sixteen connections. */
class Jdbc {
  static final String URL = "jdbc:postgresql://db:5432/postgres?connectTimeout=5";

  static Service.Call of(String client) {
    DataSource pool = client.equals("hikari") ? hikari() : dbcp2();
    return () -> {
      try (Connection connection = pool.getConnection();
          Statement query = connection.createStatement()) {
        query.executeQuery("select 1").next();
      }
    };
  }

  /** Asks a connection that was idle whether it is alive before it hands it out. */
  static DataSource hikari() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(URL);
    config.setUsername("shop");
    config.setPassword("example");
    config.setMaximumPoolSize(16);
    config.setMinimumIdle(1);
    config.setInitializationFailTimeout(60_000);
    config.setValidationTimeout(2_000);
    return new HikariDataSource(config);
  }

  /** Hands a connection out as it is, until testOnBorrow and a limit for the test are set. */
  static DataSource dbcp2() {
    BasicDataSource pool = new BasicDataSource();
    pool.setUrl(URL);
    pool.setUsername("shop");
    pool.setPassword("example");
    pool.setMaxTotal(16);
    pool.setMaxIdle(16);
    pool.setTestOnBorrow(false);
    return pool;
  }
}
