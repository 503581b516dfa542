package dev.faultlab.stack;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.InspectContainerCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.ListContainersCmd;
import com.github.dockerjava.api.command.LogContainerCmd;
import com.github.dockerjava.api.model.Container;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.RunForm;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.Workspace;
import dev.faultlab.owner.Labels;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.plan.StackSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackStartTest {
  private static final String LIMITS =
      "\"pids_limit\": 9, \"mem_limit\": \"9\", \"security_opt\": [\"no-new-privileges:true\"]";

  private static final StackSpec PLAIN = new StackSpec("demo", Map.of(), Map.of());

  private static final Plan PLAN =
      new Planner(new LabReader(List.of(Path.of("../../labs"))).read("dns-java"))
          .plan(new Choices(Map.of(), List.of(), RunForm.SHORT));

  @TempDir private Path folder;
  private final Map<String, String> environment = new TreeMap<>();

  @Test
  void composeIsToldOfTheMachineAndALabMayKnowBetter() {
    Commands compose =
        command -> {
          environment.putAll(command.environment());
          return new CommandResult(1, "", "enough");
        };
    Start starter = starter(compose, EmptyEngine.host());
    StackSpec spec = new StackSpec("demo", Map.of("VM_SNAPSHOT_MODE", "off"), Map.of());

    assertThatThrownBy(() -> starter.of(spec, "demo-1", Map.of("APP_IMAGE", "app:1")))
        .isInstanceOf(StackException.class)
        .hasMessageContaining("enough");
    assertThat(environment)
        .containsKey("VM_SNAPSHOTS")
        .containsEntry("VM_SNAPSHOT_MODE", "off")
        .containsEntry("APP_IMAGE", "app:1")
        .containsEntry("FAULTLAB_STACK", "demo-1");
  }

  @Test
  void anIdleServiceIsNotStarted() {
    AtomicReference<List<String>> up = new AtomicReference<>();
    Commands compose =
        command -> {
          up.set(command.words());
          Map<String, String> given = command.environment();
          String labels =
              Stream.of("RUN", "OWNER", "STACK")
                  .map(
                      word ->
                          "\"faultlab.%s\": \"%s\""
                              .formatted(
                                  word.toLowerCase(Locale.ROOT), given.get("FAULTLAB_" + word)))
                  .collect(joining(", "));
          String services =
              Stream.of("app", "k6-dns-java", "dns")
                  .map(name -> "\"%s\": {\"labels\": {%s}, %s}".formatted(name, labels, LIMITS))
                  .collect(joining(", "));
          return new CommandResult(0, "{\"services\": {" + services + "}}", "");
        };
    Start starter = starter(compose, EmptyEngine.host());

    assertThatThrownBy(() -> starter.of(PLAIN, "demo-1", Map.of()))
        .hasMessageContaining("has no container");
    assertThat(up.get()).endsWith("up", "--detach", "--no-recreate", "app", "dns");
  }

  /** Somebody builds the image anew between two waves. */
  @Test
  void aNameThatStandsForAnotherImageStartsNoFurtherStack() throws Exception {
    AtomicReference<String> id = new AtomicReference<>("sha256:one");
    Start starter =
        starter(
            command -> new CommandResult(0, "{}", ""),
            EmptyEngine.host(
                Map.of(
                    ListContainersCmd.class,
                    nothing -> List.of(container(id.get())),
                    InspectContainerCmd.class,
                    nothing ->
                        EmptyEngine.json(
                            "{\"State\": {\"Running\": true}}", InspectContainerResponse.class))));

    starter.of(PLAIN, "demo-1", Map.of());
    starter.of(PLAIN, "demo-2", Map.of());
    id.set("sha256:two");
    assertThatThrownBy(() -> starter.of(PLAIN, "demo-3", Map.of()))
        .isInstanceOf(StackException.class)
        .hasMessage(
            "image app:1 has changed since the run began: it was sha256:one, now it is"
                + " sha256:two");
  }

  @Test
  void aServiceThatIsUnhealthyEarlyIsNotSaidToBeLate() {
    String unhealthy = "{\"State\": {\"Running\": true, \"Health\": {\"Status\": \"unhealthy\"}}}";
    Start starter =
        starter(
            command -> new CommandResult(0, "{}", ""),
            EmptyEngine.host(
                Map.of(
                    ListContainersCmd.class,
                    nothing -> List.of(container("sha256:one")),
                    InspectContainerCmd.class,
                    nothing -> EmptyEngine.json(unhealthy, InspectContainerResponse.class),
                    LogContainerCmd.class,
                    callback -> ended((ResultCallback<?>) callback))));

    assertThatThrownBy(() -> starter.of(PLAIN, "demo-1", Map.of()))
        .hasMessageStartingWith("stack demo-1 did not start: service app is unhealthy:");
  }

  private static ResultCallback<?> ended(ResultCallback<?> callback) {
    callback.onComplete();
    return callback;
  }

  /** A start of a stack of lab dns-java. */
  private interface Start {
    Stack of(StackSpec spec, String name, Map<String, String> images) throws InterruptedException;
  }

  private Start starter(Commands compose, DockerHost host) {
    DockerRunEngine engine =
        new DockerRunEngine(new Workspace(folder, new CacheDir(folder)), compose, host);
    engine.begin("run-1");
    return (spec, name, images) ->
        engine.start(PLAN, spec, "run-1", name, images, GuestStart.FROM_SNAPSHOT);
  }

  private static Container container(String image) {
    return EmptyEngine.json(
        String.format(
            "{\"Id\": \"c\", \"Image\": \"app:1\", \"ImageID\": \"%s\", \"Labels\": {\"%s\": \"app\"}}",
            image, Labels.SERVICE),
        Container.class);
  }

  @Test
  void whatComposeSaidLastIsInTheReason() {
    String output =
        IntStream.rangeClosed(1, 99).mapToObj(i -> "line " + i + "\n").collect(joining())
            + "failed to create network: Pool overlaps with other one on this address space\n";
    Commands compose =
        command ->
            command.words().contains("up")
                ? new CommandResult(1, "", output)
                : new CommandResult(0, "{}", "");
    Start starter = starter(compose, EmptyEngine.host());

    assertThatThrownBy(() -> starter.of(PLAIN, "demo-1", Map.of()))
        .isInstanceOf(StackException.class)
        .hasMessageStartingWith("stack demo-1 did not start: docker compose up ended with status 1")
        .hasMessageContaining("Pool overlaps")
        .hasMessageContaining("line 99")
        .hasMessageNotContaining("line 50");
  }
}
