package dev.faultlab.storm;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;

/**
 * The broker's log of its requests (KIP-412). Each line has the times that also feed the broker's
 * JMX metrics {@code kafka.network:type=RequestMetrics}, so a request can be seen by both clocks:
 * the broker's begins when all of the request has arrived ({@code RequestChannel.Request}).
 */
final class RequestLog {
  private static final String LOGGER = "kafka.request.logger";

  /** The only node of the lab. */
  private static final String NODE = "1";

  private RequestLog() {}

  /**
   * Switches the log while the broker runs.
   *
   * @param on DEBUG, at which requests are logged, or WARN
   * @throws TimeoutException when the broker has not answered after {@code seconds}
   */
  static void set(String broker, boolean on, long seconds)
      throws InterruptedException, ExecutionException, TimeoutException {
    Properties settings = new Properties();
    settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker);
    ConfigResource loggers = new ConfigResource(ConfigResource.Type.BROKER_LOGGER, NODE);
    AlterConfigOp level =
        new AlterConfigOp(new ConfigEntry(LOGGER, on ? "DEBUG" : "WARN"), AlterConfigOp.OpType.SET);
    try (Admin admin = Admin.create(settings)) {
      admin
          .incrementalAlterConfigs(Map.of(loggers, List.of(level)))
          .all()
          .get(seconds, TimeUnit.SECONDS);
    }
  }
}
