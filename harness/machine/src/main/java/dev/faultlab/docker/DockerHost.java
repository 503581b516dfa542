package dev.faultlab.docker;

import com.github.dockerjava.api.DockerClient;
import org.testcontainers.DockerClientFactory;

/**
 * A Docker engine.
 *
 * @param address of the engine, for programs that need it, as in {@code DOCKER_HOST}
 */
public record DockerHost(DockerClient client, String address) {

  /**
   * The engine that Testcontainers finds, after it has answered.
   *
   * @throws EngineException when no engine answers
   */
  public static DockerHost find() {
    try {
      DockerClientFactory factory = DockerClientFactory.instance();
      DockerClient client = factory.client();
      client.pingCmd().exec();
      return new DockerHost(client, factory.getTransportConfig().getDockerHost().toString());
    } catch (RuntimeException e) {
      String format = "no Docker engine answers (%s); './faultlab doctor' shows what is missing";
      throw new EngineException(format.formatted(e.getMessage()), e);
    }
  }

  /** Whether it is the engine of this machine. */
  public boolean isLocal() {
    return address.startsWith("unix:");
  }

  /** {@code amd64}, {@code arm64} and others. */
  public String architecture() {
    return client.versionCmd().exec().getArch();
  }
}
