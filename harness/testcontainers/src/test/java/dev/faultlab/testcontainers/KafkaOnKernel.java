package dev.faultlab.testcontainers;

import com.github.dockerjava.api.command.InspectContainerResponse;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/**
 * Kafka on a kernel of choice, written like Testcontainers' own {@code KafkaContainer}: clients
 * come back to an advertised port, which is known only once the container runs.
 */
final class KafkaOnKernel extends KernelContainer {
  static final int PORT = 9092;
  static final String SETTINGS = "/opt/faultlab/override.properties";

  KafkaOnKernel(DockerImageName image, Kernel kernel) {
    super(image, kernel);
    withMemory(1280);
    withExposedPorts(PORT);
    withReadyLog("Kafka Server started");
    withCommand(
        "sh",
        "-c",
        "until grep -qs '^# end' "
            + SETTINGS
            + "; do sleep 0.1; done; exec /opt/faultlab/start-broker");
  }

  /** Where clients reach it. */
  String bootstrapServers() {
    return getHost() + ":" + getMappedPort(PORT);
  }

  @Override
  protected void containerIsStarting(InspectContainerResponse info, boolean reused) {
    copyFileToContainer(
        Transferable.of("advertised.listeners=BROKER://" + bootstrapServers() + "\n# end\n"),
        SETTINGS);
  }
}
