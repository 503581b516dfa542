package dev.faultlab.testcontainers;

import com.github.dockerjava.api.model.ContainerNetwork;
import dev.faultlab.owner.Labels;
import dev.faultlab.owner.Owner;
import java.util.Map;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** What our containers have in common. */
final class Sidecars {
  private static final boolean LINUX = System.getProperty("os.name").equals("Linux");

  private Sidecars() {}

  /**
   * An official image, or what the system property {@code faultlab.image.ROLE} names instead.
   *
   * @param official with its tag
   */
  static DockerImageName image(String role, String official) {
    return DockerImageName.parse(System.getProperty("faultlab.image." + role, official))
        .asCompatibleSubstituteFor(DockerImageName.parse(official));
  }

  /** By these {@code ./faultlab clean} finds it after this JVM was killed. */
  static Map<String, String> labels() {
    // Elsewhere processes have no /proc to tell them by; clean then takes it as started by hand.
    String owner = LINUX ? Owner.current().label() : Labels.NO_RUN;
    return Map.of(Labels.RUN, Labels.NO_RUN, Labels.OWNER, owner);
  }

  /** The address of a container that runs. */
  static String address(GenericContainer<?> container) {
    return container.getContainerInfo().getNetworkSettings().getNetworks().values().stream()
        .map(ContainerNetwork::getIpAddress)
        .filter(address -> address != null && !address.isEmpty())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    container.getDockerImageName() + " has no address in a Docker network"));
  }
}
