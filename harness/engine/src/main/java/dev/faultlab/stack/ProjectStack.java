package dev.faultlab.stack;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotModifiedException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Statistics;
import com.github.dockerjava.api.model.ThrottlingDataConfig;
import dev.faultlab.docker.DockerCommand;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.owner.Labels;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.testcontainers.images.builder.Transferable;

/**
 * A stack whose compose model comes from memory and never from a file: what was checked is what
 * Compose starts, whole or in parts. {@link Sweeper} removes it.
 *
 * @param identity of the stack; the model carries its labels
 * @param folder for relative paths
 * @param model as {@code docker compose config} prints it
 * @param end the first service that has ended, which ends all commands; pending where services may
 *     end without harm
 */
public record ProjectStack(
    DockerHost host,
    Commands commands,
    StackIdentity identity,
    Path folder,
    String model,
    Supplier<CompletableFuture<String>> end) {
  /** Enough for a start, an out-of-memory error or a kernel panic; a longer log is cut. */
  private static final int LOG_LINES = 2_000;

  /**
   * Creates containers and starts none.
   *
   * @throws StackException with compose's output when it fails
   */
  public void create(Collection<String> services, Duration limit) throws InterruptedException {
    runCompose(List.of("create", "--no-recreate"), services, limit);
  }

  /**
   * Starts services and those that they depend on, and builds what has to be built.
   *
   * @throws StackException with the end of compose's output and of the logs of those that ended
   */
  public void start(Collection<String> services, Duration limit) throws InterruptedException {
    runCompose(List.of("up", "--detach", "--no-recreate"), services, limit);
  }

  /** Builds what has a build section. */
  public void build(Collection<String> services, Duration limit) throws InterruptedException {
    runCompose(List.of("build"), services, limit);
  }

  /** No file of the project's folder sets the engine or anything else. */
  private void runCompose(List<String> what, Collection<String> services, Duration limit)
      throws InterruptedException {
    List<String> words = new ArrayList<>(List.of("compose", "--env-file", "/dev/null"));
    words.addAll(List.of("--file", "-", "--project-directory", folder.toString()));
    words.addAll(List.of("--project-name", identity.project()));
    words.addAll(what);
    words.addAll(services);
    Command command = DockerCommand.of(words).in(folder).with("DOCKER_HOST", host.address());
    CommandResult result = ComposeFile.run(commands, command.reading(model).within(limit));
    if (!result.ok()) {
      String ended = Stack.exitTexts(services().values());
      throw new StackException(
          "docker compose %s ended with status %d:%n%s%s"
              .formatted(what.get(0), result.status(), result.tail(ComposeFile.TAIL), ended));
    }
  }

  /**
   * A service that has a container.
   *
   * @throws StackException when it has none
   */
  public Service service(String name) {
    return running(name);
  }

  private DockerService running(String name) {
    DockerService service = services().get(name);
    if (service == null) {
      throw new StackException(identity.stack() + ": service " + name + " has no container");
    }
    return service;
  }

  List<Container> containers() {
    return client()
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(Map.of(Labels.RUN, identity.run(), Labels.STACK, identity.stack()))
        .exec();
  }

  /** The services that have a container, by name. */
  Map<String, DockerService> services() {
    Map<String, DockerService> services = new TreeMap<>();
    for (Container container : containers()) {
      String name = container.getLabels().get(Labels.SERVICE);
      services.put(name, new DockerService(client(), name, container.getId(), end));
    }
    return services;
  }

  /** Writes a text file into a container, whether it runs or not. */
  public void put(String service, String path, String text) {
    put(service, path, Transferable.of(text));
  }

  /** Writes an executable file into a container, whether it runs or not. */
  public void putProgram(String service, String path, byte[] program) {
    put(service, path, Transferable.of(program, 0755));
  }

  private void put(String service, String path, Transferable file) {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(archive)) {
      file.transferTo(tar, path);
      tar.finish();
    } catch (IOException e) {
      throw new StackException(service + ": cannot write " + path + ": " + e.getMessage(), e);
    }
    unpack(service, archive.toByteArray());
  }

  /** Unpacks a tar archive at the root of a container, whether it runs or not. */
  public void unpack(String service, byte[] archive) {
    try {
      client()
          .copyArchiveToContainerCmd(running(service).id())
          .withRemotePath("/")
          .withTarInputStream(new ByteArrayInputStream(archive))
          .exec();
    } catch (RuntimeException e) {
      throw new StackException(service + ": cannot write into it: " + e.getMessage(), e);
    }
  }

  /** Sends a signal to a service. */
  public void signal(String service, String signal) {
    client().killContainerCmd(running(service).id()).withSignal(signal).exec();
  }

  /** Ends a service, if it runs, as its engine would: SIGTERM, and SIGKILL after the limit. */
  public void stop(String service, Duration limit) {
    try {
      client().stopContainerCmd(running(service).id()).withTimeout((int) limit.toSeconds()).exec();
    } catch (NotModifiedException e) {
      // It has ended
    } catch (DockerException e) {
      throw new StackException(service + ": cannot be stopped: " + e.getMessage(), e);
    }
  }

  /** Stops a service and starts it again, in the same container. */
  public void restart(String service) {
    client().restartContainerCmd(running(service).id()).withTimeout(3).exec();
  }

  /**
   * Gives a service so much CPU.
   *
   * @param nanos billionths of one; 0 for all of them
   * @return what it had before
   */
  public long limitCpu(String service, long nanos) {
    String id = running(service).id();
    Long before = client().inspectContainerCmd(id).exec().getHostConfig().getNanoCPUs();
    long total = client().infoCmd().exec().getNCPU() * 1_000_000_000L;
    client().updateContainerCmd(id).withNanoCPUs(nanos == 0 ? total : nanos).exec();
    return before == null ? 0 : before;
  }

  /** The scheduler's periods in which a service wanted to run, and in which it was throttled. */
  public List<Long> cpuPeriods(String service) throws InterruptedException {
    List<Long> periods = new ArrayList<>();
    client()
        .statsCmd(running(service).id())
        .withNoStream(true)
        .exec(
            new ResultCallback.Adapter<Statistics>() {
              @Override
              public void onNext(Statistics statistics) {
                ThrottlingDataConfig cpu = statistics.getCpuStats().getThrottlingData();
                periods.addAll(List.of(cpu.getPeriods(), cpu.getThrottledPeriods()));
              }
            })
        .awaitCompletion();
    if (periods.isEmpty()) {
      throw new StackException(service + ": the engine does not count its CPU periods");
    }
    return periods;
  }

  /**
   * What the health check of a service says; empty if it has none.
   *
   * @throws StackException when it has ended
   */
  public String health(String service) throws InterruptedException {
    return health(running(service));
  }

  /** Status and end of the log of a service that has ended; empty if it runs, healthy or not. */
  public String ended(String service) throws InterruptedException {
    DockerService found = services().get(service);
    return found == null ? "" : found.exitMessage().strip();
  }

  /** Whether a service runs, and is healthy if it has a health check. */
  boolean ready(DockerService service) throws InterruptedException {
    return health(service).matches("|healthy");
  }

  private String health(DockerService service) throws InterruptedException {
    InspectContainerResponse.ContainerState state =
        client().inspectContainerCmd(service.id()).exec().getState();
    if (!Boolean.TRUE.equals(state.getRunning()) && !Boolean.TRUE.equals(state.getRestarting())) {
      throw new StackException("service " + service.name() + " does not run" + service.exitText());
    }
    String health = state.getHealth() == null ? "none" : state.getHealth().getStatus();
    return health.equals("none") ? "" : health;
  }

  /** Keeps the output of each service as {@code SERVICE.log} after a prefix. */
  public void saveLogs(Path to, String prefix) throws InterruptedException, IOException {
    Files.createDirectories(to);
    for (DockerService service : services().values()) {
      String text = service.log(LOG_LINES);
      if (!text.isBlank()) {
        AtomicFile.write(to.resolve(prefix + service.name() + ".log"), text);
      }
    }
  }

  private DockerClient client() {
    return host.client();
  }
}
