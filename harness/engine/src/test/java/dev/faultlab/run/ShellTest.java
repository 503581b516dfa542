package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Workspace;
import dev.faultlab.owner.Labels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellTest {
  @TempDir Path root;

  private Shell shell() {
    CacheDir cache = CacheDir.of(Map.of("XDG_CACHE_HOME", root.toString()));
    return new Shell(
        "20260101T000000Z-0001",
        new Provisioning(
            new Workspace(root, cache), new LocalCommands(), message -> {}, Map.of(), List.of()));
  }

  @Test
  void oneBesideAServiceIsInItsNetworkAmongItsProcessesAndGoesWithItsRun() {
    List<String> words =
        shell().words("c0ffee", "tools", Optional.of(Path.of("/jdk")), List.of()).words();
    assertThat(words)
        .containsSequence("--network", "container:c0ffee", "--pid", "container:c0ffee")
        .containsSequence("--label", Labels.RUN + "=20260101T000000Z-0001")
        .containsSequence("--volume", "/jdk:/opt/jdk:ro")
        .anyMatch(word -> word.startsWith("PATH=") && word.endsWith(":/opt/jdk/bin"))
        .containsSequence("--cap-drop", "ALL")
        .containsSequence("--security-opt", "no-new-privileges:true")
        .contains("--memory", "--pids-limit")
        .doesNotContain("--tty");
  }

  @Test
  void theToolsOfTheJdkAreMadeOnceAndRun() throws IOException, InterruptedException {
    CacheDir cache = CacheDir.of(Map.of("XDG_CACHE_HOME", root.toString()));
    Path folder = JdkTools.folder(cache).orElseThrow();
    Process jcmd = new ProcessBuilder(folder.resolve("bin/jcmd").toString(), "-h").start();
    assertThat(new String(jcmd.getInputStream().readAllBytes())).contains("jcmd");
    assertThat(jcmd.waitFor()).isZero();
    assertThat(folder.resolve("bin/jstack")).isExecutable();
    assertThat(JdkTools.folder(cache)).contains(folder);
  }
}
