package dev.faultlab.stack;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Container;
import dev.faultlab.plan.StackSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.testcontainers.containers.ComposeContainer;

/** Brings up stacks of one run, each as a compose project in a network of its own. */
public final class StackStarter {
  private static final Duration POLL = Duration.ofMillis(200);

  private final ComposeFile file;
  private final Path locks;
  private final DockerClient docker;
  private final String run;
  private final Map<String, String> machine;
  private final Duration limit;

  /**
   * @param file the lab's compose file, wherever the lab lies
   * @param locks folder for subnet locks
   * @param run id of the run, becomes a label
   * @param machine compose variables that are the same in every stack
   * @param limit how long a stack may take until every health check passes
   */
  public StackStarter(
      ComposeFile file,
      Path locks,
      DockerClient docker,
      String run,
      Map<String, String> machine,
      Duration limit) {
    this.file = file;
    this.locks = locks;
    this.docker = docker;
    this.run = run;
    this.machine = machine;
    this.limit = limit;
  }

  /**
   * Starts a stack and waits until every service that has a health check is healthy.
   *
   * @param images compose variable to resolved image name
   * @throws StackException when the compose file breaks a rule, before anything is started, or with
   *     the log of the service that did not come up
   */
  public Stack start(String name, StackSpec spec, Map<String, String> images)
      throws InterruptedException {
    Subnet subnet = Subnet.take(locks, docker);
    ComposeModel model;
    try {
      model = up(name, spec, images, subnet);
    } catch (RuntimeException | InterruptedException e) {
      subnet.close();
      throw e;
    }
    Map<String, DockerService> services = services(name);
    if (services.isEmpty()) {
      throw new StackException(
          "stack " + name + " has no container; is its profile in " + file.path() + "?");
    }
    for (DockerService service : services.values()) {
      awaitHealthy(service);
    }
    return new Stack(
        name, spec, subnet.prefix(), subnet, Map.copyOf(services), model.placeholders());
  }

  private ComposeModel up(String name, StackSpec spec, Map<String, String> images, Subnet subnet)
      throws InterruptedException {
    StackIdentity identity = new StackIdentity(run, Owner.current().label(), name, subnet.prefix());
    Map<String, String> variables = new HashMap<>(machine);
    variables.putAll(spec.variables());
    variables.putAll(images);
    ComposeModel model = file.read(spec.profile(), identity, variables);
    if (!model.problems().isEmpty()) {
      throw new StackException(file.path() + ": " + String.join("; ", model.problems()));
    }
    variables.putAll(identity.variables());
    variables.put("COMPOSE_PROFILES", spec.profile());
    try {
      // Never stopped through this object: the sweeper takes the stack away by label, in every
      // case.
      new ComposeContainer("faultlab-" + name, file.path().toFile())
          .withEnv(variables)
          .withPull(false)
          .withBuild(false)
          .start();
    } catch (RuntimeException e) {
      throw new StackException(
          "stack "
              + name
              + " did not start: "
              + rootMessage(e)
              + Stack.ended(services(name).values()),
          e);
    }
    return model;
  }

  private Map<String, DockerService> services(String name) {
    Map<String, DockerService> services = new TreeMap<>();
    for (Container c :
        docker
            .listContainersCmd()
            .withShowAll(true)
            .withLabelFilter(Map.of(Labels.RUN, run, Labels.STACK, name))
            .exec()) {
      String service = c.getLabels().get("com.docker.compose.service");
      services.put(service, new DockerService(docker, service, c.getId()));
    }
    return services;
  }

  private void awaitHealthy(DockerService service) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      InspectContainerResponse.ContainerState state =
          docker.inspectContainerCmd(service.id()).exec().getState();
      String health = state.getHealth() == null ? "none" : state.getHealth().getStatus();
      if (!Boolean.TRUE.equals(state.getRunning())) {
        throw failed(service, "ended with status " + state.getExitCodeLong());
      }
      if (health.equals("healthy") || health.equals("none")) {
        return;
      }
      if (health.equals("unhealthy")) {
        throw failed(service, "failed its health check");
      }
      if (System.nanoTime() > deadline) {
        throw failed(service, "was not healthy after " + limit.toSeconds() + " s");
      }
      Thread.sleep(POLL.toMillis());
    }
  }

  private static StackException failed(DockerService service, String how)
      throws InterruptedException {
    return new StackException(
        "service "
            + service.name()
            + " "
            + how
            + "; the end of its log:\n"
            + service.log(6).strip());
  }

  private static String rootMessage(Throwable e) {
    List<String> messages = new java.util.ArrayList<>();
    for (Throwable t = e; t != null; t = t.getCause()) {
      messages.add(String.valueOf(t.getMessage()));
    }
    return messages.get(messages.size() - 1);
  }
}
