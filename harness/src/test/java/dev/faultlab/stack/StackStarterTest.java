package dev.faultlab.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.ListNetworksCmd;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.plan.StackSpec;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
            folder.resolve("subnets"),
            engineWithoutNetworks(),
            "run-1",
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

  private static DockerClient engineWithoutNetworks() {
    ListNetworksCmd none = proxy(ListNetworksCmd.class, List.of());
    return proxy(DockerClient.class, none);
  }

  /** Answers every call with the same. */
  private static <T> T proxy(Class<T> type, Object answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> answer));
  }
}
