package dev.faultlab.docker;

import com.github.dockerjava.api.DockerClient;
import org.testcontainers.DockerClientFactory;

/**
 * A Docker engine.
 *
 * @param address where it is, for programs that have to be told, as in {@code DOCKER_HOST}
 */
public record DockerHost(DockerClient client, String address) {

  /**
   * The engine as Testcontainers finds it, which has answered.
   *
   * @throws EngineException when none answers
   */
  public static DockerHost find() {
    try {
      DockerClientFactory factory = DockerClientFactory.instance();
      DockerClient client = factory.client();
      client.pingCmd().exec();
      return new DockerHost(client, factory.getTransportConfig().getDockerHost().toString());
    } catch (RuntimeException e) {
      throw new EngineException(
          "no Docker engine answers ("
              + e.getMessage()
              + "); './faultlab doctor' tells what is missing",
          e);
    }
  }

  /** Whether it is that of this machine. */
  public boolean isHere() {
    return address.startsWith("unix:");
  }

  public String version() {
    return client.versionCmd().exec().getVersion();
  }
}
