package dev.faultlab.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.command.ListContainersCmd;
import com.github.dockerjava.api.command.ListVolumesCmd;
import com.github.dockerjava.api.command.ListVolumesResponse;
import com.github.dockerjava.api.exception.InternalServerErrorException;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.ConsoleProgress;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import dev.faultlab.owner.Owner;
import dev.faultlab.run.Provisioning;
import dev.faultlab.stack.EmptyEngine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkplaceTest {
  @TempDir private Path folder;
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();

  private Provisioning tools() {
    Progress progress =
        ConsoleProgress.of(new PrintStream(output, true, StandardCharsets.UTF_8), Map.of());
    return new Provisioning(
        new Workspace(folder, new CacheDir(folder)), null, progress, Map.of(), List.of());
  }

  @Test
  void leftoversThatTheEngineKeepsEndNoCheck() throws IOException {
    Queue<String> refusals = new ArrayDeque<>(List.of("network has active endpoints"));
    DockerHost docker =
        EmptyEngine.host(
            Map.of(
                ListContainersCmd.class,
                nothing -> {
                  if (!refusals.isEmpty()) {
                    throw new InternalServerErrorException(refusals.remove());
                  }
                  return List.of();
                },
                ListVolumesCmd.class,
                nothing -> EmptyEngine.json("{}", ListVolumesResponse.class)));
    RunFolder run = RunFolder.create(folder, "check", Owner.current().label());

    new StackLauncher(docker, tools(), run).close();

    assertThat(output.toString(StandardCharsets.UTF_8))
        .contains("does not remove leftovers", "network has active endpoints");
  }

  @Test
  void logsThatCannotBeWrittenLoseNoVerdict() throws Exception {
    RunFolder run = RunFolder.create(folder, "check", Owner.current().label());
    Files.writeString(run.path().resolve("logs"), "no folder");

    try (StackLauncher place = new StackLauncher(ServiceStartTest.engine(""), tools(), run)) {
      List<String> nets = new ArrayList<>();
      for (int k = 0; k < 2; k++) {
        String seen = place.run("one", folder, m -> nets.add(m.net()) + "", stack -> "seen");
        assertThat(seen).isEqualTo("seen");
      }
      assertThat(nets.get(0)).as("was given back").isEqualTo(nets.get(1));
      RuntimeException gone = new RuntimeException(new IOException("broken pipe"));
      StackLauncher.Action<String> ask =
          stack -> {
            throw gone;
          };
      assertThatThrownBy(() -> place.run("two", folder, m -> "", ask)).hasCause(gone);
    }
    assertThat(output.toString(StandardCharsets.UTF_8)).contains("cannot keep the logs of one: ");
  }
}
