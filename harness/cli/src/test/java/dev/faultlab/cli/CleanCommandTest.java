package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.UsageLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code clean --images}, on an engine with one image of an older recipe. */
class CleanCommandTest {
  private static final String OLD = "faultlab/gone:0123456789abcdef";

  @TempDir Path root;
  private TestShell shell;
  private final List<String> removed = new ArrayList<>();
  private boolean engineAnswers = true;

  @BeforeEach
  void declareNoRole() throws IOException {
    Files.createDirectories(root.resolve("images"));
    Files.createDirectories(root.resolve("kernel-images"));
    Files.writeString(root.resolve("images/roles.yaml"), "roles: {}\n");
    CacheDir cache = new CacheDir(root.resolve("cache"));
    new UsageLog(cache).note(OLD, "gone");
    try (Stream<Path> uses = Files.list(cache.directory("uses"))) {
      Files.setLastModifiedTime(
          uses.findFirst().orElseThrow(), FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
    }
  }

  @Test
  void aDryRunListsWhatIsThenRemoved() {
    assertThat(execute("clean", "--images", "--dry-run")).isZero();
    assertThat(shell.output())
        .contains("2 MiB", "2026-01-01T00:00:00Z", "image " + OLD)
        .contains("would remove leftovers of older recipes: 1, up to 2 MiB");
    assertThat(removed).isEmpty();
    assertThat(execute("clean", "--images")).isZero();
    assertThat(shell.output()).contains("removed leftovers of older recipes: 0");
    assertThat(execute("clean", "--images")).isZero();
    assertThat(shell.output()).contains("removed leftovers of older recipes: 1");
    assertThat(removed).containsExactly(OLD, OLD);
  }

  @Test
  void anEngineThatDoesNotAnswerIsNoReasonToRemoveAnything() {
    engineAnswers = false;
    assertThat(execute("clean", "--images")).isEqualTo(ExitStatus.UNAVAILABLE);
  }

  private int execute(String... words) {
    shell = new TestShell(root, root.resolve("cache"), this::engine);
    return shell.run(List.of(words));
  }

  private CommandResult engine(Command command) {
    String words = command.toString();
    if (!engineAnswers) {
      return new CommandResult(1, "", "Cannot connect to the Docker daemon");
    }
    if (words.startsWith("docker image rm ")) {
      removed.add(words.replace("docker image rm ", ""));
      return new CommandResult(removed.size() == 1 ? 1 : 0, "", "it is used");
    }
    String output = "";
    if (words.startsWith("docker image ls")) {
      output = OLD + " sha256:old\n";
    } else if (words.startsWith("docker image inspect")) {
      output = "sha256:old 2097152 2026-01-01T00:00:00Z\n";
    }
    return new CommandResult(0, output, "");
  }
}
