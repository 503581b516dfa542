package dev.faultlab.cli;

import com.github.dockerjava.api.DockerClient;
import dev.faultlab.stack.StackException;
import org.testcontainers.DockerClientFactory;

/** The Docker engine as Testcontainers finds it. */
final class Engine {
  private Engine() {}

  /**
   * A client that has been answered.
   *
   * @throws StackException when no engine answers
   */
  static DockerClient client() {
    try {
      DockerClient client = DockerClientFactory.instance().client();
      client.pingCmd().exec();
      return client;
    } catch (RuntimeException e) {
      throw new StackException(
          "no Docker engine answers ("
              + e.getMessage()
              + "); './faultlab doctor' tells what is missing",
          e);
    }
  }

  /** Where that engine is, as in {@code DOCKER_HOST}. */
  static String host() {
    return DockerClientFactory.instance().getTransportConfig().getDockerHost().toString();
  }
}
