package dev.faultlab.testcontainers.condition;

import java.io.IOException;
import org.testcontainers.containers.GenericContainer;

/** A service under test that is a canary with chosen habits, in its own container. */
public final class CanaryService {
  private CanaryService() {}

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
    Parts its = new OnePart(bed.parts(), part, address);
    return CanaryClient.start(its, true, Canary.that("under test", options), false);
  }

  /** The parts of a testbed, with another container for the canary. */
  private record OnePart(Parts all, Part part, String address) implements Parts {
    @Override
    public Part router() {
      return all.router();
    }

    @Override
    public Part nameServer() {
      return all.nameServer();
    }

    @Override
    public Part canary(boolean bad) {
      return part;
    }

    @Override
    public String canaryAddress(boolean bad) {
      return address;
    }

    @Override
    public String nameServerAddress() {
      return all.nameServerAddress();
    }

    @Override
    public String secondNameServerAddress() {
      return all.secondNameServerAddress();
    }

    @Override
    public void configureNameServer(String corefile) {
      all.configureNameServer(corefile);
    }
  }
}
