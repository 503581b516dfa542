package dev.faultlab.service;

import dev.faultlab.stack.Execution;
import dev.faultlab.stack.ProjectStack;
import dev.faultlab.stack.Service;
import dev.faultlab.testcontainers.condition.Part;
import dev.faultlab.testcontainers.condition.Parts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The parts of a testbed as services of a compose project. */
final class ComposedParts implements Parts {
  static final String COREFILE = "/Corefile";

  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final ProjectStack stack;
  private final Addresses at;

  ComposedParts(ProjectStack stack) {
    this.stack = stack;
    this.at = new Addresses(stack.identity().net());
  }

  /** A service that has a container. */
  private Part part(String name) {
    return part(stack.service(name));
  }

  private static Part part(Service service) {
    return command -> {
      try {
        Execution done = service.execute(command, LIMIT);
        if (done.exitStatus() != 0) {
          throw new IllegalStateException(
              "a command in %s ended with status %d: %s"
                  .formatted(service.name(), done.exitStatus(), done.tail()));
        }
        return new String(done.stdout(), StandardCharsets.UTF_8);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while a command ran", e);
      }
    };
  }

  /** Owns the network namespace of the checked service. */
  Part hold() {
    return part(ServiceModel.HOLD);
  }

  /** Sends the requests. */
  Part load() {
    return part(ServiceModel.LOAD);
  }

  @Override
  public Part router() {
    return part(ServiceModel.ROUTER);
  }

  @Override
  public Part nameServer() {
    return part(ServiceModel.NAMES_TOOLS);
  }

  @Override
  public Part canary(boolean bad) {
    return part(bad ? ServiceModel.BAD : ServiceModel.GOOD);
  }

  @Override
  public String canaryAddress(boolean bad) {
    return at.canary(bad);
  }

  @Override
  public String nameServerAddress() {
    return at.nameServer();
  }

  @Override
  public String secondNameServerAddress() {
    return at.secondNameServer();
  }

  @Override
  public void configureNameServer(String corefile) {
    stack.put(ServiceModel.NAMES, COREFILE, corefile);
    stack.signal(ServiceModel.NAMES, "SIGUSR1");
  }
}
