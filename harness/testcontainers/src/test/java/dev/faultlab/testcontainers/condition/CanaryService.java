package dev.faultlab.testcontainers.condition;

import java.io.IOException;
import java.util.List;
import org.testcontainers.containers.GenericContainer;

/** A service under test that is a canary with chosen habits, in its own container. */
public final class CanaryService {
  /** Starts it in a container with the tools of a canary. */
  public static Client start(
      Testbed bed, GenericContainer<?> container, String address, String... options) {
    Part part =
        command -> {
          try {
            return container.execInContainer(command.toArray(String[]::new)).getStdout();
          } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    List<String> servers = List.of(bed.parts().nameServerAddress());
    return Caller.canary(new Parts.Host(part, address), servers, List.of(options));
  }
}
