package dev.faultlab.stack;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Container;
import dev.faultlab.docker.DockerCommand;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.lab.LabException;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.InterruptedCommandException;
import dev.faultlab.owner.Labels;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * A stack whose compose model comes from memory and never from a file: a user's project as a check
 * starts it, in parts. {@link Sweeper} removes it.
 *
 * @param identity of the stack; the model carries its labels
 * @param folder for relative paths
 * @param model as {@code docker compose config} prints it
 */
public record ProjectStack(
    DockerHost host, Commands commands, StackIdentity identity, Path folder, String model) {
  private static final int TAIL = 8;
  private static final int LOG_LINES = 2_000;

  /**
   * Reads a compose project as Compose resolves it, with all profiles. Needs no engine.
   *
   * @param variables on top of the environment
   * @param options more options of {@code docker compose config}
   * @throws LabException with compose's own output when it cannot be read
   * @throws StackException when there is no docker compose
   */
  public static String config(
      Commands commands, Path file, Map<String, String> variables, String... options)
      throws InterruptedException {
    List<String> words = new ArrayList<>(List.of("compose", "--file", file.toString()));
    words.addAll(List.of("--profile", "*", "config", "--format", "json"));
    words.addAll(List.of(options));
    Command command = DockerCommand.of(words).in(file.getParent());
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      command = command.with(variable.getKey(), variable.getValue());
    }
    CommandResult result = run(commands, command);
    if (!result.ok()) {
      String what = file + ": docker compose cannot read it: " + result.tail(TAIL);
      throw result.status() == CommandResult.NOT_STARTED
          ? new StackException(what)
          : new LabException(what);
    }
    return result.out();
  }

  /**
   * Creates containers and starts none.
   *
   * @throws StackException with compose's output when it fails
   */
  public void create(List<String> services, Duration limit) throws InterruptedException {
    List<String> words = new ArrayList<>(List.of("create", "--no-recreate"));
    words.addAll(services);
    must(words, limit);
  }

  /**
   * Starts services and those that they depend on, and builds what has to be built.
   *
   * @throws StackException with the end of compose's output and of the logs of those that ended
   */
  public void up(List<String> services, Duration limit) throws InterruptedException {
    List<String> words = new ArrayList<>(List.of("up", "--detach", "--no-recreate"));
    words.addAll(services);
    must(words, limit);
  }

  /** Builds what has a build section. */
  public void build(List<String> services, Duration limit) throws InterruptedException {
    List<String> words = new ArrayList<>(List.of("build"));
    words.addAll(services);
    must(words, limit);
  }

  private void must(List<String> what, Duration limit) throws InterruptedException {
    List<String> words = new ArrayList<>(List.of("compose", "--file", "-", "--project-directory"));
    words.addAll(List.of(folder.toString(), "--project-name", identity.project()));
    words.addAll(what);
    CommandResult result =
        run(commands, DockerCommand.of(words).in(folder).reading(model).within(limit));
    if (!result.ok()) {
      throw new StackException(
          "docker compose "
              + what.get(0)
              + " ended with status "
              + result.status()
              + ":\n"
              + result.tail(TAIL)
              + endings());
    }
  }

  private static CommandResult run(Commands commands, Command command) throws InterruptedException {
    try {
      return commands.run(command);
    } catch (InterruptedCommandException e) {
      throw new InterruptedException();
    }
  }

  private String endings() throws InterruptedException {
    StringBuilder text = new StringBuilder();
    for (Container container : containers(Map.of())) {
      text.append(service(container).obituary());
    }
    return text.toString();
  }

  /**
   * A service that has a container.
   *
   * @throws StackException when it has none
   */
  public Service service(String name) {
    return service(container(name));
  }

  private Container container(String name) {
    return containers(Map.of(Labels.SERVICE, name)).stream()
        .findFirst()
        .orElseThrow(
            () -> new StackException(identity.stack() + ": service " + name + " has no container"));
  }

  private List<Container> containers(Map<String, String> labels) {
    Map<String, String> all =
        new HashMap<>(Map.of(Labels.RUN, identity.run(), Labels.STACK, identity.stack()));
    all.putAll(labels);
    return client().listContainersCmd().withShowAll(true).withLabelFilter(all).exec();
  }

  /** One-shot services may end without harm, so no other service's end ends a command. */
  private DockerService service(Container container) {
    return new DockerService(
        client(),
        container.getLabels().get(Labels.SERVICE),
        container.getId(),
        CompletableFuture::new);
  }

  /** Writes a text file into a container, whether it runs or not. */
  public void put(String service, String path, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(archive)) {
      TarArchiveEntry entry = new TarArchiveEntry(path.substring(1));
      entry.setSize(bytes.length);
      tar.putArchiveEntry(entry);
      tar.write(bytes);
      tar.closeArchiveEntry();
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
          .copyArchiveToContainerCmd(container(service).getId())
          .withRemotePath("/")
          .withTarInputStream(new ByteArrayInputStream(archive))
          .exec();
    } catch (RuntimeException e) {
      throw new StackException(service + ": cannot write into it: " + e.getMessage(), e);
    }
  }

  /** Sends a signal to a service. */
  public void signal(String service, String signal) {
    client().killContainerCmd(container(service).getId()).withSignal(signal).exec();
  }

  /** Stops a service and starts it again, in the same container. */
  public void restart(String service) {
    client().restartContainerCmd(container(service).getId()).withTimeout(3).exec();
  }

  /** Whether a service runs, and is healthy if it has a health check. */
  public boolean ready(String service) throws InterruptedException {
    InspectContainerResponse.ContainerState state =
        client().inspectContainerCmd(container(service).getId()).exec().getState();
    if (!Boolean.TRUE.equals(state.getRunning()) && !Boolean.TRUE.equals(state.getRestarting())) {
      throw new StackException(
          "service " + service + " does not run" + service(service).obituary());
    }
    return state.getHealth() == null || "healthy".equals(state.getHealth().getStatus());
  }

  /** Keeps the output of each service as {@code SERVICE.log}. */
  public void saveLogs(Path to) throws InterruptedException, IOException {
    Files.createDirectories(to);
    for (Container container : containers(Map.of())) {
      DockerService service = service(container);
      String text = service.log(LOG_LINES);
      if (!text.isBlank()) {
        AtomicFile.write(to.resolve(service.name() + ".log"), text);
      }
    }
  }

  private DockerClient client() {
    return host.client();
  }
}
