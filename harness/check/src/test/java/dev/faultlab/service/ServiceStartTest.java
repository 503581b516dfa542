package dev.faultlab.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.InspectContainerCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.ListContainersCmd;
import com.github.dockerjava.api.command.ListNetworksCmd;
import com.github.dockerjava.api.command.ListVolumesCmd;
import com.github.dockerjava.api.command.ListVolumesResponse;
import com.github.dockerjava.api.command.LogContainerCmd;
import com.github.dockerjava.api.command.RestartContainerCmd;
import com.github.dockerjava.api.model.Container;
import dev.faultlab.check.CalledService;
import dev.faultlab.check.CheckFile;
import dev.faultlab.check.ComposeProject;
import dev.faultlab.check.Side;
import dev.faultlab.check.SideResult;
import dev.faultlab.check.TimeLimits;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.files.Json;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import dev.faultlab.owner.Labels;
import dev.faultlab.owner.Owner;
import dev.faultlab.run.Provisioning;
import dev.faultlab.stack.EmptyEngine;
import dev.faultlab.stack.ProjectStack;
import dev.faultlab.stack.StackException;
import dev.faultlab.stack.StackIdentity;
import dev.faultlab.testcontainers.condition.Conditions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A service that ends, and an engine that does not do what it is told. */
class ServiceStartTest {
  private static final Commands FAILING =
      command -> new CommandResult(1, "", "cannot connect to the engine");

  private static final String PROJECT =
      """
      {"services": {"gateway": {"image": "x"}, "backend": {"image": "x"}}}
      """;

  @TempDir private Path folder;
  private final CheckFile check =
      new CheckFile(
          Path.of("/p/faultlab.yaml"),
          new ComposeProject(Path.of("/p/compose.yaml"), List.of(), List.of()),
          "gateway",
          List.of(new CalledService("backend", 8080)),
          Optional.empty(),
          Optional.empty(),
          new TimeLimits(
              Duration.ofSeconds(1), Optional.empty(), Optional.of(Duration.ofSeconds(1))),
          Side.AS_IT_IS,
          Optional.empty(),
          1,
          true,
          Map.of());

  private ServiceModel model() throws Exception {
    return new ServiceModel(check, Side.AS_IT_IS, Json.MAPPER.readTree(PROJECT));
  }

  /** An engine on which the gateway is in a state; empty for one without containers. */
  static DockerHost engine(String state) {
    String container = "{'Id': 'c', 'Labels': {'%s': 'gateway'}}".formatted(Labels.SERVICE);
    return EmptyEngine.host(
        Map.of(
            ListContainersCmd.class,
            nothing -> state.isEmpty() ? List.of() : List.of(json(container, Container.class)),
            ListVolumesCmd.class,
            nothing -> json("{}", ListVolumesResponse.class),
            ListNetworksCmd.class,
            nothing -> List.of(),
            RestartContainerCmd.class,
            nothing -> null,
            InspectContainerCmd.class,
            nothing -> json(state, InspectContainerResponse.class),
            LogContainerCmd.class,
            callback -> {
              ((ResultCallback<?>) callback).onComplete();
              return callback;
            }));
  }

  private Provisioning tools(Commands commands) {
    return new Provisioning(
        new Workspace(folder, new CacheDir(folder)), commands, message -> {}, Map.of(), List.of());
  }

  private static <T> T json(String text, Class<T> type) {
    return EmptyEngine.json(text.replace('\'', '"'), type);
  }

  private CheckedService service(String state) throws Exception {
    StackIdentity identity = new StackIdentity("run", "owner", "slow-dns-from", "198.18.7");
    ProjectStack stack =
        new ProjectStack(engine(state), FAILING, identity, folder, "", CompletableFuture::new);
    return new CheckedService(check, model(), stack, new byte[0], () -> {});
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'State': {'Running': false, 'Status': 'exited', 'ExitCode': 3}} | true
          {'State': {'Running': false, 'Status': 'created', 'ExitCode': 127}} | true
          {'RestartCount': 2, 'State': {'Restarting': true, 'Status': 'restarting'}} | true
          {'State': {'Running': false, 'Status': 'created', 'ExitCode': 0}} | false
          {'State': {'Running': true, 'Status': 'running'}} | false
          {'State': {'Running': true, 'Status': 'running', 'Health': {'Status': 'unhealthy'}}} | false
          """)
  void onlyAServiceThatEndedFailsAtItsStart(String state, boolean ended) throws Exception {
    CheckedService service = service(state);
    assertThat(catchThrowable(() -> service.start(note -> {})))
        .isInstanceOf(ended ? DoesNotStart.class : StackException.class)
        .hasMessageContaining("cannot connect to the engine")
        .matches(failure -> ended == failure instanceof DoesNotStart);
    if (!state.contains("created")) {
      assertThat(service.startAgain().isPresent()).isEqualTo(ended);
    }
  }

  @Test
  void anEngineThatFailsMakesNoFaultOfAVersion() throws Exception {
    RunFolder run = RunFolder.create(folder, "checks", Owner.current().label());
    try (StackLauncher place = new StackLauncher(engine(""), tools(FAILING), run);
        Progress.Step step = tools(FAILING).progress().start("", 1)) {
      ConditionRun condition =
          new ConditionRun(
              check,
              "slow-dns",
              Conditions.named("slow-dns", Map.of()),
              "tools",
              "coredns",
              new byte[0],
              place,
              step,
              true);
      SideResult side = condition.run(Map.of(Side.AS_IT_IS, model())).sides().get(0);
      assertThat(side.failure()).isEmpty();
      assertThat(side.overall().reason()).isEqualTo("not-carried-out");
      assertThat(side.overall().text()).contains("cannot connect to the engine");
    }
  }

  @Test
  void theProjectIsReadOnce() {
    List<Command> read = new ArrayList<>();
    Commands commands =
        command -> {
          read.add(command);
          return new CommandResult(0, PROJECT, "");
        };
    ServiceChecks checks = new ServiceChecks(tools(commands), () -> engine(""));
    assertThat(catchThrowable(() -> checks.run(check, false, row -> {})))
        .as("this clone has no images")
        .isNotNull();
    assertThat(read).filteredOn(command -> command.words().contains("config")).hasSize(1);
  }
}
