package dev.faultlab.stack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.CopyArchiveFromContainerCmd;
import com.github.dockerjava.api.command.EventsCmd;
import com.github.dockerjava.api.command.ExecCreateCmd;
import com.github.dockerjava.api.command.ExecCreateCmdResponse;
import com.github.dockerjava.api.command.ExecStartCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.InspectExecCmd;
import com.github.dockerjava.api.command.InspectExecResponse;
import com.github.dockerjava.api.model.Event;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.StreamType;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.owner.Labels;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DockerServiceTest {
  private static final Duration LONG = Duration.ofHours(1);

  /** Where the engine sends what happens, and what a command prints. */
  private final AtomicReference<ResultCallback<Event>> events = new AtomicReference<>();

  private final AtomicReference<ResultCallback<Frame>> output = new AtomicReference<>();
  private Service app;
  private final CountDownLatch begun = new CountDownLatch(1);

  /** Of a command that is under way; null is none. */
  private final AtomicReference<Integer> status = new AtomicReference<>();

  @Test
  void aServiceThatIsStartedAgainAndAgainHasAFate() {
    assertThat(problem("'Status': 'running'", 0)).isEmpty();
    assertThat(problem("'Status': 'exited', 'ExitCode': 3", 0)).contains("ended with status 3");
    assertThat(problem("'Status': 'exited', 'ExitCode': 137, 'OOMKilled': true", 0))
        .contains("ended with status 137, out of memory");
    assertThat(problem("'Status': 'restarting', 'ExitCode': 1", 7))
        .contains("ended and was started again, 7 times");
    assertThat(problem("'Status': 'running', 'Health': {'Status': 'starting'}", 0)).isEmpty();
    assertThat(problem("'Status': 'running', 'Health': {'Status': 'unhealthy'}", 0))
        .contains("is unhealthy");
  }

  private static Optional<String> problem(String state, int restarts) {
    String json = "{'RestartCount': %d, 'State': {%s}}".formatted(restarts, state);
    return DockerService.containerProblem(
        EmptyEngine.json(json.replace('\'', '"'), InspectContainerResponse.class));
  }

  @Test
  void aCommandIsNotAwaitedWhenAServiceOfItsStackHasEnded() throws Exception {
    CompletableFuture<Execution> pending = execute(LONG);
    begun.await();
    ended("demo-2", "broker");
    assertThat(pending).isNotDone();
    ended("demo-1", "broker");
    assertThat(pending)
        .failsWithin(LONG)
        .withThrowableThat()
        .withMessageContaining("app: 'load it' was running when service broker ended");
  }

  @Test
  void aCommandThatEndsByItselfBesideAServiceThatIsGoneHasItsOwnSay() throws Exception {
    CompletableFuture<Execution> pending = execute(LONG);
    begun.await();
    status.set(125);
    output.get().onNext(new Frame(StreamType.STDERR, "the guest is gone".getBytes(UTF_8)));
    ended("demo-1", "app");
    output.get().onComplete();
    assertThat(pending.get().exitStatus()).isEqualTo(125);
    assertThat(pending.get().stderr()).isEqualTo("the guest is gone");
  }

  @Test
  void aServiceThatIsStartedAgainIsNotGone() {
    EndedServices ends = new EndedServices(engine(), "run-1");
    ended("demo-1", "broker");
    assertThat(ends.first("demo-1")).isCompletedWithValue("broker");
    assertThat(ends.first("demo-2")).isNotDone();
    happens("start", "demo-1", "other");
    assertThat(ends.first("demo-1")).isCompletedWithValue("broker");
    happens("start", "demo-1", "broker");
    assertThat(ends.first("demo-1")).isNotDone();
  }

  @Test
  void aCommandThatGoesOnHasALimit() throws Exception {
    CompletableFuture<Execution> pending = execute(Duration.ofMillis(1));
    assertThat(pending)
        .failsWithin(LONG)
        .withThrowableThat()
        .withMessageContaining("'load it' did not end within 0 s");
    assertThat(app.isBusy()).isTrue();
  }

  @Test
  void ofADirectoryOnlyWhatIsAskedForIsCopied(@TempDir Path folder) throws IOException {
    Service broker = holding("evidence/", "evidence/a.txt", "evidence/b.txt", "evidence/c.txt");
    broker.fetch("/evidence", List.of("a.txt", "c.txt"), folder);
    assertThat(folder.resolve("a.txt")).hasContent("evidence/a.txt");
    assertThat(folder.resolve("c.txt")).hasContent("evidence/c.txt");
    assertThat(folder.resolve("b.txt")).doesNotExist();
    assertThatThrownBy(() -> broker.fetch("/evidence", List.of("b.txt", "d.txt"), folder))
        .isInstanceOf(StackException.class)
        .hasMessageContaining("app: d.txt: no such file in /evidence");
    assertThatThrownBy(() -> broker.fetch("/evidence", List.of("a.txt", "b.txt"), folder))
        .isInstanceOf(StackException.class)
        .hasMessageContaining("a.txt");
  }

  @Test
  void aFileIsCopiedByItself(@TempDir Path folder) throws IOException {
    holding("a.txt").fetch("/evidence", List.of("a.txt"), folder);
    assertThat(folder.resolve("a.txt")).hasContent("a.txt");
    assertThatThrownBy(() -> holding("b/").fetch("/evidence", List.of("b"), folder))
        .isInstanceOf(StackException.class)
        .hasMessageContaining("app: b: no such file in /evidence");
  }

  /** A service of whose files the engine makes such an archive, each with its name for content. */
  private static Service holding(String... entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      for (String name : entries) {
        byte[] content = name.endsWith("/") ? new byte[0] : name.getBytes(UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
      }
    }
    DockerClient docker =
        EmptyEngine.client(
            Map.of(
                CopyArchiveFromContainerCmd.class,
                nothing -> new ByteArrayInputStream(bytes.toByteArray())));
    return new DockerService(docker, "app", "container-1", CompletableFuture::new);
  }

  private DockerHost engine() {
    return EmptyEngine.host(
        Map.of(
            EventsCmd.class,
            callback -> keep(events, callback),
            ExecCreateCmd.class,
            nothing -> EmptyEngine.json("{\"Id\": \"exec-1\"}", ExecCreateCmdResponse.class),
            ExecStartCmd.class,
            callback -> {
              keep(output, callback);
              begun.countDown();
              return callback;
            },
            InspectExecCmd.class,
            nothing ->
                EmptyEngine.json("{\"ExitCode\": " + status + "}", InspectExecResponse.class)));
  }

  private CompletableFuture<Execution> execute(Duration limit) {
    DockerHost docker = engine();
    EndedServices ends = new EndedServices(docker, "run-1");
    app = new DockerService(docker.client(), "app", "container-1", () -> ends.first("demo-1"));
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return app.execute(List.of("load", "it"), limit);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private void ended(String stack, String service) {
    happens("die", stack, service);
  }

  private void happens(String what, String stack, String service) {
    events
        .get()
        .onNext(
            EmptyEngine.json(
                String.format(
                    "{\"Action\": \"%s\","
                        + " \"Actor\": {\"Attributes\": {\"%s\": \"%s\", \"%s\": \"%s\"}}}",
                    what, Labels.STACK, stack, Labels.SERVICE, service),
                Event.class));
  }

  @SuppressWarnings("unchecked")
  private static <T> Object keep(AtomicReference<ResultCallback<T>> where, Object callback) {
    where.set((ResultCallback<T>) callback);
    return callback;
  }

  @Test
  void theLastWordsOfAServiceAreWhatItSaidAndNotItsStackTrace() {
    String log =
        "one\ntwo\nthree\n"
            + "ERROR Exiting due to fatal exception\n"
            + "ConfigException: Invalid value 0\n"
            + "\tat a.B.c(B.java:1)\n".repeat(20)
            + "\t... 7 more\n"
            + "vm: the service ended with status 1\n";
    assertThat(DockerService.endOfLog(log))
        .isEqualTo(
            "one\ntwo\nthree\nERROR Exiting due to fatal exception\n"
                + "ConfigException: Invalid value 0\nvm: the service ended with status 1");
    assertThat(DockerService.endOfLog("")).isEmpty();
    assertThat(DockerService.endOfLog("1\n2\n3\n4\n5\n6\n7\n")).isEqualTo("2\n3\n4\n5\n6\n7");
  }
}
