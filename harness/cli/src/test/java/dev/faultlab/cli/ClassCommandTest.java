package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code class LAB --print}: what there is on paper, and on which sheet. */
class ClassCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final StringWriter err = new StringWriter();

  private int run(String... words) {
    return in(Path.of("../.."), words);
  }

  private int in(Path root, String... words) {
    Toolbox tools =
        new Toolbox(
            new Workspace(root, new CacheDir(Path.of("target", "no-cache"))),
            new LocalCommands(),
            Progress.silent(),
            Map.of(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            List.of());
    return new CommandLine(new ClassCommand(tools)).setErr(new PrintWriter(err)).execute(words);
  }

  @ParameterizedTest
  @CsvSource({
    "--print,              `window`,        `sick-already`",
    "--print --transfer,   `sick-already`,  `window`",
  })
  void questionsAndTransferAreSheetsOfTheirOwn(String options, String has, String lacks) {
    assertThat(run(("syncookie " + options).split(" "))).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains(has).doesNotContain(lacks);
  }

  @Test
  void theAnswersAreThoseOfAllQuestions() {
    assertThat(run("syncookie", "--print", "--answers")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("`window`", "`sick-already`", "**1578 bytes**");
  }

  @ParameterizedTest
  @CsvSource({
    "syncookie --transfer,                   --transfer needs --print",
    "syncookie --answers,                    --answers needs --print",
    "syncookie --print --answers --transfer, leave --transfer out",
    "--list --print,                         --print needs a lab",
    "syncookie --port 65536,                 --port 65536: expected a number from 0 to 65535",
    "syncookie --port -1,                    --port -1: expected a number from 0 to 65535",
  })
  void whatDoesNotGoTogetherIsRefused(String words, String said) {
    assertThat(run(words.split(" "))).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains(said);
    assertThat(out.size()).isZero();
  }

  @Test
  void aClassThatNobodyCanReachIsNotKept(@TempDir Path root) throws IOException {
    Files.createSymbolicLink(root.resolve("labs"), Path.of("../../labs").toRealPath());
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());

      assertThat(in(root, "charset", "--no-browser", "--port", port))
          .isEqualTo(CommandLine.ExitCode.USAGE);
      assertThat(err.toString()).contains("port " + port + " cannot be listened on");
    }
    assertThat(in(root, "--list")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("no sessions are kept\n");
    assertThat(root.resolve("results/class")).isEmptyDirectory();
  }
}
