package dev.faultlab.tools.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Starts Apache Kafka as a test with Testcontainers would, for the benchmark {@code beside}, and
 * writes the seconds from the container's start until Testcontainers calls it ready.
 *
 * <p>RUN replaces the official image's /etc/kafka/docker/run, which our image lacks.
 *
 * <p>Usage: KafkaReady IMAGE [RUN]
 */
public final class KafkaReady {
  private static final int EXECUTABLE = 0755;

  private KafkaReady() {}

  public static void main(String[] args) throws Exception {
    try (KafkaContainer kafka = container(args[0], args.length > 1 ? args[1] : "")) {
      kafka.start();
      Instant ready = Instant.now();
      Instant started = Instant.parse(kafka.getContainerInfo().getState().getStartedAt());
      System.out.printf(Locale.ROOT, "%.1f%n", Duration.between(started, ready).toMillis() / 1e3);
    }
  }

  /**
   * One that does not run yet.
   *
   * @param run empty for the official image's own
   */
  static KafkaContainer container(String name, String run) throws IOException {
    DockerImageName image = DockerImageName.parse(name).asCompatibleSubstituteFor("apache/kafka");
    KafkaContainer kafka = new KafkaContainer(image);
    // The label by which ./faultlab clean finds the containers of a killed bench.
    kafka.withLabels(
        Map.of(
            "faultlab.run", "beside",
            "faultlab.owner", System.getenv("FAULTLAB_OWNER"),
            "faultlab.stack", "beside"));
    if (!run.isEmpty()) {
      byte[] script = Files.readAllBytes(Path.of(run));
      kafka.withCopyToContainer(Transferable.of(script, EXECUTABLE), "/etc/kafka/docker/run");
    }
    return kafka;
  }
}
