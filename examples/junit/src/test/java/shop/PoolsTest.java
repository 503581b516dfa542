package shop;

import com.zaxxer.hikari.HikariDataSource;
import dev.faultlab.testcontainers.ContainerTestbed;
import dev.faultlab.testcontainers.condition.IdleDropped;
import dev.faultlab.testcontainers.condition.Trial;
import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

/** What docs/how-to/testcontainers.md shows: a connection pool of this JVM. */
@Testcontainers
class PoolsTest {
  @Container
  static final GenericContainer<?> db =
      new GenericContainer<>(System.getProperty("image.postgres", "postgres:15"))
          .withEnv("POSTGRES_USER", "shop")
          .withEnv("POSTGRES_PASSWORD", "example")
          .withExposedPorts(5432);

  @Container
  static final ContainerTestbed bed =
      new ContainerTestbed(new IdleDropped(Duration.ofSeconds(5))).upstream("db", 5432, db);

  @Test
  void survivesForgottenConnections() {
    survives(5000); // HikariCP's default for the check of one connection
  }

  @Test
  void survivesForgottenConnectionsThatAreTestedForASecond() {
    survives(1000);
  }

  private static void survives(long validationTimeout) {
    try (HikariDataSource pool = new HikariDataSource();
        Trial trial = bed.trial().recover(Duration.ofSeconds(10))) {
      pool.setJdbcUrl("jdbc:postgresql://" + bed.addressOf("db") + "/postgres");
      pool.setUsername("shop");
      pool.setPassword("example");
      pool.setConnectionTimeout(5000);
      pool.setValidationTimeout(validationTimeout);
      trial
          .run(
              bed.calls(
                  () -> {
                    try (Connection connection = pool.getConnection()) {
                      return connection.createStatement().execute("select 1");
                    }
                  }))
          .assertHeals();
    }
  }
}
