package dev.faultlab.stack;

import com.github.dockerjava.api.model.Container;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.owner.Owner;
import dev.faultlab.plan.StackSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The stacks of one run on Docker, each a compose project in a network of its own. */
public final class StackStarter implements Stacks {
  private static final Duration POLL = Duration.ofMillis(200);

  private final ComposeFile file;
  private final Subnets subnets;
  private final DockerHost host;
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
    StackIdentity identity = identity(name, subnets.take());
    nets.put(name, identity.net());
    Map<String, String> variables = new HashMap<>(machine);
    variables.putAll(spec.variables());
    variables.putAll(images);
    ComposeModel model = file.read(spec.profile(), identity, variables, memory);
    if (!model.problems().isEmpty()) {
      throw new StackException(file.path() + ": " + String.join("; ", model.problems()));
    }
    ProjectStack stack = stack(identity, model.text());
    Set<String> started = new TreeSet<>(model.names());
    started.removeAll(idle);
    try {
      stack.up(started, limit);
      awaitHealthy(stack);
    } catch (StackException e) {
      throw new StackException("stack " + name + " did not start: " + e.getMessage(), e);
    }
    Map<String, Service> services = Map.copyOf(stack.services());
    if (services.isEmpty()) {
      throw new StackException(
          "stack " + name + " has no container; is its profile in " + file.path() + "?");
    }
    requireSameImages(stack);
    return new Stack(name, spec, identity.net(), services, model.placeholders());
  }

  private StackIdentity identity(String name, String net) {
    return new StackIdentity(run, Owner.current().label(), name, net);
  }

  private ProjectStack stack(StackIdentity identity, String model) {
    Path folder = file.path().getParent();
    Supplier<CompletableFuture<String>> end = () -> ends.first(identity.stack());
    return new ProjectStack(host, file.commands(), identity, folder, model, end);
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
      host.client().pingCmd().exec();
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  @Override
  public void saveLogs(String name, Path folder) throws InterruptedException, IOException {
    stack(identity(name, ""), "").saveLogs(folder, name + "-");
  }

  /** A name may move to another image at any time, but all trials of a run must use one. */
  private void requireSameImages(ProjectStack stack) {
    for (Container c : stack.containers()) {
      String before = ids.putIfAbsent(c.getImage(), c.getImageId());
      if (before != null && !before.equals(c.getImageId())) {
        throw new StackException(
            String.format(
                "image %s has changed since the run began: it was %s, now it is %s",
                c.getImage(), before, c.getImageId()));
      }
    }
  }

  private void awaitHealthy(ProjectStack stack) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    for (DockerService service : stack.services().values()) {
      while (!stack.ready(service)) {
        String fate = service.obituary();
        if (!fate.isEmpty() || System.nanoTime() > deadline) {
          String late = "service %s was not healthy within %d s; the end of its log:\n%s";
          throw new StackException(
              fate.isEmpty()
                  ? late.formatted(service.name(), limit.toSeconds(), service.log(6).strip())
                  : fate.stripLeading());
        }
        Thread.sleep(POLL.toMillis());
      }
    }
  }
}
