package dev.faultlab.stack;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Container;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.owner.Labels;
import dev.faultlab.owner.Owner;
import dev.faultlab.plan.StackSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** The stacks of one run on Docker, each a compose project in a network of its own. */
public final class StackStarter implements Stacks {
  private static final Duration POLL = Duration.ofMillis(200);

  /** Enough for a start, an out-of-memory error or a kernel panic; a longer log is cut. */
  private static final int LOG_LINES = 2_000;

  private final ComposeFile file;
  private final Subnets subnets;
  private final DockerHost host;
  private final DockerClient docker;
  private final String run;
  private final EndedServices ends;
  private final Map<String, String> machine;
  private final Duration limit;

  /** The images of the first stack: names to ids. */
  private final Map<String, String> ids = new ConcurrentHashMap<>();

  /** Stack to its subnet. */
  private final Map<String, String> nets = new ConcurrentHashMap<>();

  /**
   * @param file the lab's compose file, wherever the lab lies
   * @param subnets from which each stack gets its own
   * @param run id of the run, becomes a label
   * @param ends of the run's services
   * @param machine compose variables that are the same in every stack
   * @param limit how long a stack may take until every health check passes
   */
  public StackStarter(
      ComposeFile file,
      Subnets subnets,
      DockerHost host,
      String run,
      EndedServices ends,
      Map<String, String> machine,
      Duration limit) {
    this.file = file;
    this.subnets = subnets;
    this.host = host;
    this.docker = host.client();
    this.run = run;
    this.ends = ends;
    this.machine = machine;
    this.limit = limit;
  }

  /**
   * Starts a stack and waits until every service that has a health check is healthy.
   *
   * @param images compose variable to resolved image name
   * @param idle services that are not started, unless another needs them
   * @param memory service to its limit in MiB
   * @throws StackException when the compose file breaks a rule (nothing is started then), when a
   *     service does not come up (with its log), or when a name means another image than for an
   *     earlier stack
   */
  @Override
  public Stack start(
      String name,
      StackSpec spec,
      Map<String, String> images,
      Set<String> idle,
      Map<String, Integer> memory)
      throws InterruptedException {
    String net = subnets.take();
    nets.put(name, net);
    ComposeModel model = up(file.limited(memory), name, spec, images, idle, net);
    Map<String, DockerService> services = services(name);
    if (services.isEmpty()) {
      throw new StackException(
          "stack " + name + " has no container; is its profile in " + file.path() + "?");
    }
    requireSameImages(name);
    for (DockerService service : services.values()) {
      awaitHealthy(name, service);
    }
    return new Stack(name, spec, net, Map.copyOf(services), model.placeholders());
  }

  /**
   * Removes a stack, as far as it came up; one stack at a time, as {@link Sweeper} removes
   * containers.
   */
  @Override
  public synchronized void stop(String name) {
    new Sweeper(host).sweepStack(run, name);
    Optional.ofNullable(nets.remove(name)).ifPresent(subnets::release);
  }

  @Override
  public boolean answers() {
    try {
      docker.pingCmd().exec();
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  @Override
  public void saveLogs(String name, Path folder) throws InterruptedException, IOException {
    Files.createDirectories(folder);
    for (DockerService service : services(name).values()) {
      String text = service.log(LOG_LINES);
      if (!text.isBlank()) {
        AtomicFile.write(folder.resolve(name + "-" + service.name() + ".log"), text);
      }
    }
  }

  private ComposeModel up(
      ComposeFile limited,
      String name,
      StackSpec spec,
      Map<String, String> images,
      Set<String> idle,
      String net)
      throws InterruptedException {
    StackIdentity identity = new StackIdentity(run, Owner.current().label(), name, net);
    Map<String, String> variables = new HashMap<>(machine);
    variables.putAll(spec.variables());
    variables.putAll(images);
    ComposeModel model = limited.read(spec.profile(), identity, variables);
    if (!model.problems().isEmpty()) {
      throw new StackException(file.path() + ": " + String.join("; ", model.problems()));
    }
    Set<String> started = new TreeSet<>(model.names());
    started.removeAll(idle);
    try {
      limited.up(spec.profile(), started, identity, variables, limit);
    } catch (StackException e) {
      throw new StackException(
          "stack "
              + name
              + " did not start: "
              + e.getMessage()
              + Stack.ended(services(name).values()),
          e);
    }
    return model;
  }

  /** A name may move to another image at any time, but all trials of a run must use one. */
  private void requireSameImages(String name) {
    for (Container c : containers(name)) {
      String before = ids.putIfAbsent(c.getImage(), c.getImageId());
      if (before != null && !before.equals(c.getImageId())) {
        throw new StackException(
            String.format(
                "image %s has changed since the run began: it was %s, now it is %s",
                c.getImage(), before, c.getImageId()));
      }
    }
  }

  private List<Container> containers(String name) {
    return docker
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(Map.of(Labels.RUN, run, Labels.STACK, name))
        .exec();
  }

  private Map<String, DockerService> services(String name) {
    Map<String, DockerService> services = new TreeMap<>();
    for (Container c : containers(name)) {
      String service = c.getLabels().get(Labels.SERVICE);
      services.put(service, new DockerService(docker, service, c.getId(), () -> ends.first(name)));
    }
    return services;
  }

  private void awaitHealthy(String name, DockerService service) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      InspectContainerResponse.ContainerState state =
          docker.inspectContainerCmd(service.id()).exec().getState();
      String health = state.getHealth() == null ? "none" : state.getHealth().getStatus();
      if (!Boolean.TRUE.equals(state.getRunning())) {
        throw failed(name, service, "ended with status " + state.getExitCodeLong());
      }
      if (health.equals("healthy") || health.equals("none")) {
        return;
      }
      if (health.equals("unhealthy")) {
        throw failed(name, service, "failed its health check");
      }
      if (System.nanoTime() > deadline) {
        throw failed(name, service, "was not healthy after " + limit.toSeconds() + " s");
      }
      Thread.sleep(POLL.toMillis());
    }
  }

  private static StackException failed(String name, DockerService service, String how)
      throws InterruptedException {
    return new StackException(
        "stack "
            + name
            + " did not start: service "
            + service.name()
            + " "
            + how
            + "; the end of its log:\n"
            + service.log(6).strip());
  }
}
