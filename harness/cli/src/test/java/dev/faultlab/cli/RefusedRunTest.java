package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.command.PlannedRuns;
import dev.faultlab.run.RunHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be run is refused in one sentence before anything is started. */
class RefusedRunTest extends TinyLabTest {

  @ParameterizedTest
  @CsvSource({"--help", "run --help", "run tiny --help", "plan tiny --help", "results --help"})
  void helpThatIsMeantIsGiven(String line) {
    assertThat(lab.faultlab(line.split(" "))).isZero();
    assertThat(lab.out()).contains("Usage:");
    assertThat(lab.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{whole: counts     | {wohle: counts   | no signature of the lab has an input 'wohle'",
        "log: reads.log     | lgo: reads.log   | no input 'lgo'",
        "log: reads.log     | log: raeds.log   | leaves no file 'raeds.log'; did you mean 'reads.log'?",
        "kind: counted-share| kind: count-share| no kind 'count-share'",
      })
  void aTypoInTheDeclaration(String right, String wrong, String message) throws IOException {
    lab.declare(
        text -> {
          assertThat(text).contains(right);
          return text.replace(right, wrong);
        });
    assertThat(lab.run()).isEqualTo(64);
    refused(message);
  }

  @Test
  void aComposeFileThatCannotBeUsedIsNamed() throws IOException {
    lab.engine().compose("services.app: additional property 'imgae' is not allowed");
    assertThat(lab.run()).isEqualTo(64);
    refused("labs/tiny/compose.yaml");
    assertThat(lab.err()).contains("imgae");
  }

  @Test
  void aFolderOfLabsThatIsNotThere() throws IOException {
    Files.move(root.resolve("labs"), root.resolve("gone"));
    assertThat(lab.run()).isEqualTo(64);
    refused("no folder of labs");
  }

  @Test
  void anEngineThatDoesNotAnswer() throws IOException {
    lab.withoutEngine();
    assertThat(lab.run()).isEqualTo(69);
    refused("no Docker engine answers");
  }

  @Test
  void aDiskThatIsNearlyFull() throws IOException {
    lab.diskHas(5 << 20);
    assertThat(lab.run()).isEqualTo(69);
    refused("has 5 MiB free, a run needs 2048 MiB");
    String[] question = {"upgrade", "--from", "release=1", "--to", "release=2"};
    assertThat(lab.faultlab(question)).as(lab.out()).isEqualTo(69);
  }

  /** A failure has its cause; it is no full disk. */
  @Test
  void aDiskThatCannotBeAskedIsNotFull() {
    lab.execute(
        List.of("doctor"),
        tools -> {
          RunHost here = PlannedRuns.onThisMachine(tools).host();
          assertThatThrownBy(() -> here.disk().free(Path.of("/no/such/folder")))
              .isInstanceOf(NoSuchFileException.class);
          return Main.commandLine(tools, List.of("--help"));
        });
  }

  @Test
  void aLabsOwnFolderOfResultsThatIsNone() throws IOException {
    Files.createDirectories(lab.results());
    Files.writeString(lab.results().resolve("tiny"), "");
    assertThat(lab.run()).isEqualTo(69);
    assertThat(lab.err()).contains("results/tiny is not a writable folder");
    assertThat(lab.engine().started()).isEmpty();
  }

  @Test
  void resultsWhereNobodyCanWrite() throws IOException {
    // Not even root makes a folder there, whom permissions do not stop.
    Files.createSymbolicLink(lab.results(), Path.of("/proc/self/fdinfo/faultlab"));
    assertThat(lab.run()).isEqualTo(69);
    refused("results");
  }

  private void refused(String message) throws IOException {
    assertThat(lab.err()).contains(message).startsWith("faultlab: ").doesNotContain("\tat ");
    assertThat(lab.engine().started()).isEmpty();
    assertThat(lab.engine().swept()).isEmpty();
    assertThat(lab.out()).isEmpty();
    if (Files.isDirectory(lab.results())) {
      assertThat(lab.results()).isEmptyDirectory();
    }
  }
}
