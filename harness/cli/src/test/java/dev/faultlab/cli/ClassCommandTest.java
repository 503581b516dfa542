package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.machine.LocalCommands;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code class LAB --print}: what there is on paper, and on which sheet. */
class ClassCommandTest {
  private TestShell shell;

  private int run(String words) {
    return in(TestShell.CLONE, words);
  }

  private int in(Path root, String words) {
    shell = new TestShell(root, Path.of("target", "no-cache"), new LocalCommands());
    return shell.faultlab("class " + words);
  }

  @ParameterizedTest
  @CsvSource({
    "--print questions, `window`,        `sick-already`",
    "--print questions, `window`,        1578",
    "--print transfer,  after the reveal,1578",
    "--print transfer,  `sick-already`,  `window`",
    "--print answers,   **1578 bytes**,  nothing of the kind",
  })
  void questionsAndTransferAreSheetsOfTheirOwn(String options, String has, String absent) {
    assertThat(run("syncookie " + options)).isZero();
    assertThat(shell.out()).contains(has).doesNotContain(absent);
  }

  @Test
  void aClassThatNobodyCanReachIsNotKept(@TempDir Path root) throws IOException {
    Files.createSymbolicLink(root.resolve("labs"), Path.of("../../labs").toRealPath());
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());

      assertThat(in(root, "charset --no-browser --port " + port)).isEqualTo(ExitStatus.UNAVAILABLE);
      assertThat(shell.err()).contains("port " + port + " cannot be listened on");
    }
    assertThat(in(root, "--list")).isZero();
    assertThat(shell.out()).isEqualTo("no sessions are kept\n");
    assertThat(root.resolve("results/class")).isEmptyDirectory();
  }
}
