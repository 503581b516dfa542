import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPool;

/** Redis, through one connection for all requests (Lettuce) or a pool of sixteen (Jedis). */
class Redis {
  static Service.Call of(String client) {
    return client.equals("lettuce") ? lettuce() : jedis(client.endsWith("-borrow"));
  }

  static Service.Call lettuce() {
    RedisURI uri = RedisURI.create("redis://redis:6379");
    uri.setTimeout(Duration.ofSeconds(10));
    var connection = RedisClient.create(uri).connect();
    return () -> connection.sync().get("stock");
  }

  /** Not with a JedisPoolConfig, which pings all that is idle every 30 s. */
  static Service.Call jedis(boolean testOnBorrow) {
    GenericObjectPoolConfig<Jedis> config = new GenericObjectPoolConfig<>();
    config.setMaxTotal(16);
    config.setMaxIdle(16);
    config.setTestOnBorrow(testOnBorrow);
    JedisPool pool = new JedisPool(config, "redis", 6379, 2_000);
    return () -> {
      try (Jedis jedis = pool.getResource()) {
        jedis.get("stock");
      }
    };
  }
}
