package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.machine.CommandResult;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.SampleRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** wrong-input.txt: what is typed, the status, and part of the message. Nothing is started. */
class WrongInputTest {
  private static final List<String> SHARED =
      List.of("labs", "images", "kernel-images", "cures", "k6", "harness", "rolls", "README.md");

  @TempDir private static Path root;
  private static Path elsewhere;

  @BeforeAll
  static void fillClone() throws IOException {
    for (String name : SHARED) {
      Files.createSymbolicLink(root.resolve(name), TestShell.CLONE.resolve(name));
    }
    Files.writeString(root.resolve(".commit"), "0123456789abcdef\n");
    Path reference = Files.createDirectories(root.resolve("results/reference"));
    Files.writeString(reference.resolve("sample.json"), ResultJson.text(SampleRun.asExpected()));
    elsewhere = Files.createDirectories(root.resolve("elsewhere"));
  }

  @AfterAll
  static void unlink() throws IOException {
    for (String name : SHARED) {
      Files.delete(
          root.resolve(name)); // or the temporary folder would be deleted with what is behind
    }
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/wrong-input.txt", delimiter = '|', maxCharsPerColumn = 1000)
  void isRefusedInASentence(String line, int status, String message) throws IOException {
    TestShell shell =
        new TestShell(root, root.resolve("cache"), command -> none()).outside(List.of(elsewhere));
    int ended = shell.faultlab(line == null ? "" : line);
    assertThat(ended).as(shell.output()).isEqualTo(status);
    assertThat(shell.err()).contains(message).startsWith("faultlab: ").doesNotContain("\tat ");
    assertThat(shell.out()).isEmpty();
    try (Stream<Path> results = Files.list(root.resolve("results"))) {
      assertThat(results).hasSize(1);
    }
    assertThat(elsewhere).isEmptyDirectory();
  }

  @Test
  void noWordAtAllIsRefusedInASentence() {
    TestShell shell = new TestShell(root, root.resolve("cache"), command -> none());
    assertThat(shell.run(List.of())).as(shell.output()).isEqualTo(64);
    assertThat(shell.err()).startsWith("faultlab: a command is missing").contains("--help");
  }

  private static CommandResult none() {
    return new CommandResult(CommandResult.NOT_STARTED, "", "not found");
  }
}
