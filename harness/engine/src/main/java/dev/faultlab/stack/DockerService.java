package dev.faultlab.stack;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.WaitContainerResultCallback;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.StreamType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * A container of the Docker engine.
 *
 * @param end the first service of the stack that has ended, from {@link EndedServices#first}
 * @param abandoned whether a command was abandoned that may still run
 */
record DockerService(
    DockerClient docker,
    String name,
    String id,
    Supplier<CompletableFuture<String>> end,
    AtomicBoolean abandoned)
    implements Service {
  /** The whole log is in the evidence; this part is for a message. */
  private static final int MAX_LINES = 6;

  /** How far back the cause may be: the frames of a Java exception come after it. */
  private static final int CAUSE_LINES = 100;

  /** A command in a dead service mostly ends soon by itself, and then reports more. */
  private static final Duration EXIT_GRACE = Duration.ofSeconds(5);

  DockerService(
      DockerClient docker, String name, String id, Supplier<CompletableFuture<String>> end) {
    this(docker, name, id, end, new AtomicBoolean());
  }

  @Override
  public Execution execute(List<String> command, Duration limit, Runnable printed)
      throws InterruptedException {
    try (Output output = new Output(printed)) {
      String exec =
          docker
              .execCreateCmd(id)
              .withCmd(command.toArray(String[]::new))
              .withAttachStdout(true)
              .withAttachStderr(true)
              .exec()
              .getId();
      if (!await(docker.execStartCmd(exec).exec(output), limit)) {
        // The engine lets the command run on when its client is gone.
        abandoned.set(true);
        String endReason = end.get().getNow("");
        String fate =
            endReason.isEmpty()
                ? "did not end within " + limit.toSeconds() + " s"
                : "was running when service " + endReason + " ended";
        throw new StackException("%s: '%s' %s".formatted(name, shown(command), fate));
      }
      Long status = docker.inspectExecCmd(exec).exec().getExitCodeLong();
      if (status == null) {
        throw new StackException(name + ": the engine lost track of '" + command.get(0) + "'");
      }
      return new Execution(
          status, output.stdout.toByteArray(), output.stderr.toString(StandardCharsets.UTF_8));
    } catch (StackException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // also any exception of the transport after the engine has gone away
      throw new StackException(
          name + ": cannot run '" + command.get(0) + "': " + e.getMessage(), e);
    }
  }

  /** Whether a command has ended within the limit, while its stack was complete. */
  private boolean await(Output output, Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    boolean containerGone = false;
    while (!containerGone && !output.ended.isDone() && System.nanoTime() < deadline) {
      CompletableFuture<String> first = end.get();
      if (completesBy(CompletableFuture.anyOf(output.ended, first), deadline)
          && !output.ended.isDone()) {
        completesBy(output.ended, Math.min(deadline, System.nanoTime() + EXIT_GRACE.toNanos()));
        containerGone = first.equals(end.get()); // else the service was restarted
      }
    }
    return output.awaitCompletion(0, TimeUnit.MILLISECONDS);
  }

  /** Whether something completes by a deadline, as {@link System#nanoTime}. */
  private static boolean completesBy(CompletableFuture<?> future, long moment)
      throws InterruptedException {
    try {
      future.get(Math.max(0, moment - System.nanoTime()), TimeUnit.NANOSECONDS);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  /** A command in a message: of a script, its first line. */
  private static String shown(List<String> command) {
    String words = String.join(" ", command);
    int line = words.indexOf('\n');
    return line < 0 ? words : words.substring(0, line) + " ...";
  }

  /** Keeps a command's output, and knows when it has ended. */
  private static final class Output extends ResultCallback.Adapter<Frame> {
    private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Runnable printed;

    Output(Runnable printed) {
      this.printed = printed;
    }

    @Override
    public void onNext(Frame frame) {
      boolean isError = frame.getStreamType() == StreamType.STDERR;
      (isError ? stderr : stdout).writeBytes(frame.getPayload());
      if (!isError) {
        printed.run();
      }
    }

    @Override
    public void close() throws IOException {
      super.close();
      ended.complete(null);
    }
  }

  /**
   * Fetches several files as one archive of their directory: each archive takes the engine a while.
   */
  @Override
  public void fetch(String directory, List<String> names, Path folder) {
    String path = names.size() == 1 ? directory + "/" + names.get(0) : directory;
    Set<String> missing = new TreeSet<>(names);
    try (InputStream raw = docker.copyArchiveFromContainerCmd(id, path).exec();
        TarArchiveInputStream tar = new TarArchiveInputStream(raw)) {
      String prefix = names.size() == 1 ? "" : Path.of(directory).getFileName() + "/";
      for (TarArchiveEntry entry; (entry = tar.getNextEntry()) != null; ) {
        String inside = entry.getName();
        if (entry.isFile()
            && inside.startsWith(prefix)
            && missing.remove(inside.substring(prefix.length()))) {
          Files.copy(tar, folder.resolve(inside.substring(prefix.length())));
        }
      }
    } catch (IOException | RuntimeException e) {
      throw new StackException(name + ": cannot copy " + path + ": " + e.getMessage(), e);
    }
    if (!missing.isEmpty()) {
      throw new StackException(
          name + ": " + String.join(", ", missing) + ": no such file in " + directory);
    }
  }

  @Override
  public void awaitEnd(Duration limit) throws InterruptedException {
    try (WaitContainerResultCallback waiting =
        docker.waitContainerCmd(id).exec(new WaitContainerResultCallback())) {
      waiting.awaitCompletion(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (IOException e) {
      throw new StackException(name + ": " + e.getMessage(), e);
    }
  }

  @Override
  public String exitText() throws InterruptedException {
    return exitText(containerProblem(docker.inspectContainerCmd(id).exec()));
  }

  /** The exit message if the service has ended; an unhealthy service still runs. */
  String exitMessage() throws InterruptedException {
    return exitText(ending(docker.inspectContainerCmd(id).exec()));
  }

  private String exitText(Optional<String> fate) throws InterruptedException {
    return fate.isEmpty()
        ? ""
        : "\nservice " + name + " " + fate.get() + ":\n" + endOfLog(log(CAUSE_LINES));
  }

  /** What is wrong with a container; empty if it runs as it should. */
  static Optional<String> containerProblem(InspectContainerResponse container) {
    InspectContainerResponse.ContainerState state = container.getState();
    boolean broken = state.getHealth() != null && "unhealthy".equals(state.getHealth().getStatus());
    return ending(container).or(() -> broken ? Optional.of("is unhealthy") : Optional.empty());
  }

  /** Why the container ended or could not be started; empty if it runs. */
  private static Optional<String> ending(InspectContainerResponse container) {
    InspectContainerResponse.ContainerState state = container.getState();
    String status = state.getStatus();
    if ("exited".equals(status) || "created".equals(status) && state.getExitCodeLong() > 0) {
      String memory = Boolean.TRUE.equals(state.getOOMKilled()) ? ", out of memory" : "";
      return Optional.of("ended with status " + state.getExitCodeLong() + memory);
    }
    if (container.getRestartCount() != null && container.getRestartCount() > 0) {
      return Optional.of("ended and was started again, " + container.getRestartCount() + " times");
    }
    return Optional.empty();
  }

  /** The end of a log without the frames of exceptions, which would hide the messages. */
  static String endOfLog(String log) {
    List<String> lines =
        log.strip().lines().filter(l -> !l.matches("\\s+(at |\\.\\.\\. \\d+ more).*")).toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - MAX_LINES), lines.size()));
  }

  @Override
  public boolean isBusy() {
    return abandoned.get();
  }

  @Override
  public String image() {
    return docker.inspectContainerCmd(id).exec().getConfig().getImage();
  }

  @Override
  public String log(int lines) throws InterruptedException {
    StringBuilder text = new StringBuilder();
    docker
        .logContainerCmd(id)
        .withStdOut(true)
        .withStdErr(true)
        .withTail(lines)
        .exec(
            new ResultCallback.Adapter<Frame>() {
              @Override
              public void onNext(Frame frame) {
                text.append(new String(frame.getPayload(), StandardCharsets.UTF_8));
              }
            })
        .awaitCompletion(10, TimeUnit.SECONDS);
    return text.toString();
  }
}
