package dev.faultlab.stack;

import com.github.dockerjava.api.model.Container;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.kernel.Snapshots;
import dev.faultlab.lab.Lab;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.Workspace;
import dev.faultlab.owner.Owner;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.StackSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The Docker engine of this machine. Each stack is a compose project in a network of its own; all
 * stacks of a run use the same images.
 */
public final class DockerRunEngine implements RunEngine {
  /** How long a stack may take until every health check passes. */
  private static final Duration START_LIMIT = Duration.ofMinutes(10);

  private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

  private final Workspace workspace;
  private final Commands commands;
  private final DockerHost host;
  private final Sweeper sweeper;
  private final Subnets subnets;

  /** Run to its services that have ended. */
  private final Map<String, EndedServices> endedServices = new ConcurrentHashMap<>();

  /** The images of the first stack: names to ids. */
  private final Map<String, String> ids = new ConcurrentHashMap<>();

  /** Stack to its subnet. */
  private final Map<String, String> subnetsByStack = new ConcurrentHashMap<>();

  public DockerRunEngine(Workspace workspace, Commands commands, DockerHost host) {
    this.workspace = workspace;
    this.commands = commands;
    this.host = host;
    this.sweeper = new Sweeper(host);
    this.subnets = new Subnets(workspace.cache().directory("subnets"), host);
  }

  @Override
  public String sweepDead() {
    try {
      return sweeper.sweepBeforeRun();
    } catch (RuntimeException e) {
      throw engineGone(e);
    }
  }

  @Override
  public List<String> problems(Lab lab) throws InterruptedException {
    return new LabServices(lab, commands).problems();
  }

  @Override
  public Map<String, String> provenance() throws InterruptedException {
    try {
      return Provenance.collect(workspace.root(), host);
    } catch (RuntimeException e) {
      throw engineGone(e);
    }
  }

  /** Any exception of the transport: the engine answered a moment ago. */
  private static StackException engineGone(RuntimeException e) {
    return new StackException("the Docker engine stopped answering: " + e.getMessage(), e);
  }

  @Override
  public void begin(String run) {
    new Snapshots(workspace.cache(), commands).variables(GuestStart.COLD); // or says why it cannot
    endedServices.put(run, new EndedServices(host, run));
  }

  /**
   * Starts a stack and waits until every service that has a health check is healthy.
   *
   * @throws StackException when the compose file breaks a rule (nothing is started then), when a
   *     service does not come up (with its log), or when a name means another image than for an
   *     earlier stack
   */
  @Override
  public Stack start(
      Plan plan,
      StackSpec spec,
      String run,
      String name,
      Map<String, String> images,
      GuestStart guests)
      throws InterruptedException {
    ComposeFile file = LabServices.file(plan.lab(), commands);
    StackIdentity identity = identity(run, name);
    Map<String, String> variables =
        new HashMap<>(new Snapshots(workspace.cache(), commands).variables(guests));
    variables.put("DOCKER_HOST", host.address());
    variables.putAll(spec.variables());
    variables.putAll(images);
    ComposeModel model = file.read(spec.profile(), identity, variables, plan.memoryLimits(spec));
    if (!model.problems().isEmpty()) {
      throw new StackException(file.path() + ": " + String.join("; ", model.problems()));
    }
    EndedServices ended =
        Optional.ofNullable(endedServices.get(run))
            .orElseThrow(() -> new StackException("run " + run + " has been removed"));
    Path folder = file.path().getParent();
    ProjectStack stack = project(identity, folder, model.text(), () -> ended.first(name));
    Set<String> started = new TreeSet<>(model.names());
    started.removeAll(plan.idle(spec));
    try {
      stack.start(started, START_LIMIT);
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

  /**
   * A new identity with a network of its own, until {@link #stop}.
   *
   * @param name unique in this engine
   */
  public StackIdentity identity(String run, String name) {
    String net = subnets.allocate();
    subnetsByStack.put(name, net);
    return new StackIdentity(run, Owner.current().label(), name, net);
  }

  /** A stack that is not started yet; its parts are those of {@link ProjectStack}. */
  public ProjectStack project(
      StackIdentity identity, Path folder, String model, Supplier<CompletableFuture<String>> end) {
    return new ProjectStack(host, commands, identity, folder, model, end);
  }

  /** One stack at a time, as {@link Sweeper} removes containers. */
  @Override
  public synchronized void stop(String run, String name) {
    sweeper.sweepStack(run, name);
    Optional.ofNullable(subnetsByStack.remove(name)).ifPresent(subnets::release);
  }

  @Override
  public boolean isReachable() {
    try {
      host.client().pingCmd().exec();
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  @Override
  public void saveLogs(String run, String name, Path folder)
      throws InterruptedException, IOException {
    StackIdentity identity = new StackIdentity(run, "", name, "");
    project(identity, folder, "", CompletableFuture::new).saveLogs(folder, name + "-");
  }

  @Override
  public boolean sweep(String run) {
    try {
      return !sweeper.sweepRun(run).isEmpty();
    } finally {
      subnets.releaseAll();
      Optional.ofNullable(endedServices.remove(run)).ifPresent(EndedServices::close);
    }
  }

  /** A name may move to another image at any time, but all trials of a run must use one. */
  private void requireSameImages(ProjectStack stack) {
    for (Container c : stack.containers()) {
      String before = ids.putIfAbsent(c.getImage(), c.getImageId());
      if (before != null && !before.equals(c.getImageId())) {
        String format = "image %s has changed since the run began: it was %s, now it is %s";
        throw new StackException(format.formatted(c.getImage(), before, c.getImageId()));
      }
    }
  }

  private void awaitHealthy(ProjectStack stack) throws InterruptedException {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    for (DockerService service : stack.services().values()) {
      while (!stack.ready(service)) {
        String fate = service.exitText();
        if (!fate.isEmpty() || System.nanoTime() > deadline) {
          String text = "service %s was not healthy within %d s; the end of its log:\n%s";
          throw new StackException(
              fate.isEmpty()
                  ? text.formatted(service.name(), START_LIMIT.toSeconds(), service.log(6).strip())
                  : fate.stripLeading());
        }
        Thread.sleep(POLL_INTERVAL.toMillis());
      }
    }
  }
}
