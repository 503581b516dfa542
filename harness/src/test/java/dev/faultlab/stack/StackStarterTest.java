package dev.faultlab.stack;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.plan.StackSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackStarterTest {
  @TempDir private Path folder;
  private final Map<String, String> told = new TreeMap<>();

  @Test
  void composeIsToldOfTheMachineAndALabMayKnowBetter() {
    Commands compose =
        command -> {
          told.putAll(command.environment());
          return new CommandResult(1, "", "enough", Duration.ZERO);
        };
    StackStarter starter =
        new StackStarter(
            new ComposeFile(folder.resolve("compose.yaml"), compose),
            new Subnets(folder.resolve("subnets"), EmptyEngine.client()),
            EmptyEngine.client(),
            "run-1",
            new Ends(EmptyEngine.client(), "run-1"),
            Map.of("VM_SNAPSHOTS", "/cache/store", "VM_SNAPSHOT_MODE", "auto"),
            Duration.ZERO);
    StackSpec spec = new StackSpec("demo", Map.of("VM_SNAPSHOT_MODE", "off"), Map.of());

    assertThatThrownBy(() -> starter.start("demo-1", spec, Map.of("APP_IMAGE", "app:1")))
        .isInstanceOf(StackException.class)
        .hasMessageContaining("enough");
    assertThat(told)
        .containsEntry("VM_SNAPSHOTS", "/cache/store")
        .containsEntry("VM_SNAPSHOT_MODE", "off")
        .containsEntry("APP_IMAGE", "app:1")
        .containsEntry("FAULTLAB_STACK", "demo-1");
  }

  @Test
  void whatComposeSaidLastIsInTheReason() {
    String said =
        IntStream.rangeClosed(1, 99).mapToObj(i -> "line " + i + "\n").collect(joining())
            + "failed to create network: Pool overlaps with other one on this address space\n";
    Commands compose =
        command ->
            command.words().contains("up")
                ? new CommandResult(1, "", said, Duration.ZERO)
                : new CommandResult(0, "{}", "", Duration.ZERO);
    StackStarter starter =
        new StackStarter(
            new ComposeFile(folder.resolve("compose.yaml"), compose),
            new Subnets(folder.resolve("subnets"), EmptyEngine.client()),
            EmptyEngine.client(),
            "run-1",
            new Ends(EmptyEngine.client(), "run-1"),
            Map.of(),
            Duration.ZERO);

    assertThatThrownBy(
            () -> starter.start("demo-1", new StackSpec("demo", Map.of(), Map.of()), Map.of()))
        .isInstanceOf(StackException.class)
        .hasMessageStartingWith("stack demo-1 did not start: docker compose up ended with status 1")
        .hasMessageContaining("Pool overlaps")
        .hasMessageContaining("line 99")
        .hasMessageNotContaining("line 50");
  }
}
