package shop;

import dev.faultlab.testcontainers.ContainerTestbed;
import dev.faultlab.testcontainers.condition.IdleDropped;
import dev.faultlab.testcontainers.condition.Trial;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SocketOptions.KeepAliveOptions;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.util.TimeValue;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPool;
import redis.clients.jedis.JedisPoolConfig;

/** The same for other clients. */
@Testcontainers
class MorePoolsTest {
  @Container
  static final GenericContainer<?> api =
      new GenericContainer<>(System.getProperty("image.nginx", "nginx:1.22")).withExposedPorts(80);

  @Container
  static final GenericContainer<?> redis =
      new GenericContainer<>(System.getProperty("image.redis", "redis:7"))
          .withCommand("redis-server", "--save", "", "--protected-mode", "no")
          .withExposedPorts(6379);

  @Container
  static final ContainerTestbed bed =
      new ContainerTestbed(new IdleDropped(Duration.ofSeconds(5)))
          .upstream("api", 80, api)
          .upstream("redis", 6379, redis);

  /** HttpClient 5 gives up a connection that was idle for three seconds. */
  @Test
  void httpClientThatKeepsConnectionsForThreeSeconds() throws Exception {
    ConnectionConfig config =
        ConnectionConfig.custom().setIdleTimeout(TimeValue.ofSeconds(3).toTimeout()).build();
    var pool =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setDefaultConnectionConfig(config)
            .setMaxConnPerRoute(16)
            .build();
    try (CloseableHttpClient client = HttpClients.custom().setConnectionManager(pool).build()) {
      HttpGet get = new HttpGet("http://" + bed.addressOf("api") + "/");
      survives(() -> client.execute(get, response -> response.getCode()));
    }
  }

  /** Lettuce has one connection for all; with a probe every two seconds it is never idle. */
  @Test
  void lettuceWithKeepAlive() {
    KeepAliveOptions probes =
        KeepAliveOptions.builder()
            .enable()
            .idle(Duration.ofSeconds(2))
            .interval(Duration.ofSeconds(2))
            .build();
    try (RedisClient client = RedisClient.create("redis://" + bed.addressOf("redis"))) {
      client.setOptions(
          ClientOptions.builder()
              .socketOptions(SocketOptions.builder().keepAlive(probes).build())
              .build());
      RedisCommands<String, String> commands = client.connect().sync();
      survives(() -> commands.set("stock", "7"));
    }
  }

  /** Jedis tests a connection before it lends it, for a second. */
  @Test
  void jedisThatTestsWhatItLends() {
    JedisPoolConfig config = new JedisPoolConfig();
    config.setMaxTotal(16);
    config.setMaxIdle(16);
    config.setTestOnBorrow(true);
    String[] at = bed.addressOf("redis").split(":");
    try (JedisPool pool = new JedisPool(config, at[0], Integer.parseInt(at[1]), 1000)) {
      survives(
          () -> {
            try (Jedis jedis = pool.getResource()) {
              return jedis.set("stock", "7");
            }
          });
    }
  }

  private static void survives(Callable<?> call) {
    try (Trial trial = bed.trial().recover(Duration.ofSeconds(10))) {
      trial.run(bed.calls(call)).assertAbsent();
    }
  }
}
