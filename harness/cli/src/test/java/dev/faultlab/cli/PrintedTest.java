package dev.faultlab.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.Toolbox;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.SampleRun;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What a command prints goes through one stream, which disarms it and knows whether it failed. */
class PrintedTest {
  /** A workflow command behind each character of Unicode's White_Space. */
  private static final String HOSTILE =
      IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
          .mapToObj(Character::toString)
          .filter(character -> character.matches("\\p{IsWhite_Space}"))
          .map(white -> "\n" + white + "::error::x##[group]")
          .collect(Collectors.joining("", "x", ""));

  @TempDir Path folder;

  /** The words of each command that is no group of others. */
  static Stream<List<String>> commands() {
    return leaves(Main.commandLine(Toolbox.ofThisProcess(Map.of(), List.of(), System.err), false));
  }

  private static Stream<List<String>> leaves(CommandLine line) {
    List<String> own = new ArrayList<>(List.of(line.getCommandSpec().qualifiedName().split(" ")));
    Stream<List<String>> below =
        line.getSubcommands().values().stream().distinct().flatMap(PrintedTest::leaves);
    return Stream.concat(Stream.of(own.subList(1, own.size())), below);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void noCommandPrintsACommandOfTheRunner(List<String> words) throws IOException {
    System.setProperty("faultlab.root", folder.toString());
    Files.createDirectories(folder.resolve("labs"));
    for (String more : List.of(HOSTILE, "--" + HOSTILE)) {
      ByteArrayOutputStream printed = new ByteArrayOutputStream();
      run(Stream.concat(words.stream(), Stream.of(more)).toList(), printed, printed);
      disarmed(printed.toString(UTF_8));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"show RUN", "show --verbose RUN", "render RUN", "diff RUN RUN", "list"})
  void noStringOfAResultIsACommandOfTheRunner(String line) throws IOException {
    System.setProperty("faultlab.root", folder.toString());
    Files.createDirectories(folder.resolve("labs"));
    Path run = Files.createDirectories(folder.resolve("results/tiny/20260101T000000Z-0000"));
    String json = ResultJson.text(SampleRun.asExpected());
    String inJson = HOSTILE.chars().mapToObj("\\u%04x"::formatted).collect(Collectors.joining());
    Files.writeString(
        run.resolve("result.json"),
        json.replaceAll(
            "\"(title|reason|run|unit|name)\" : \"[^\"]*\"",
            "\"$1\" : \"" + inJson.replace("\\", "\\\\") + "\""));
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    List<String> words = List.of(("results " + line.replace("RUN", run.toString())).split(" "));
    assertThat(run(words, printed, printed)).isLessThan(ExitStatus.USAGE);
    disarmed(printed.toString(UTF_8));
  }

  private static void disarmed(String printed) {
    assertThat(printed).doesNotContain("##[");
    assertThat(printed.lines().map(line -> line.replaceAll("^\\p{IsWhite_Space}+", "")))
        .noneMatch(line -> line.startsWith("::"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--version",
        "--help",
        "results list",
        "diagnose --json ../samples/captures/glibc-slow-server.pcap"
      })
  void aFullStandardOutputIsNoAnswer(String line) throws IOException {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    try (OutputStream full = new FileOutputStream("/dev/full")) {
      assertThat(run(List.of(line.split(" ")), full, errors)).isEqualTo(ExitStatus.UNAVAILABLE);
    }
    assertThat(errors.toString(UTF_8)).contains("standard output: No space left on device");
  }

  @BeforeEach
  void thisClone() {
    System.setProperty("faultlab.root", "../..");
  }

  @AfterEach
  void noClone() {
    System.clearProperty("faultlab.root");
  }

  @Test
  void theVersionNamesTheCommitOfAPackageAndItsDate() throws IOException {
    System.setProperty("faultlab.root", folder.toString());
    Files.createDirectories(folder.resolve("labs"));
    Path commit = Files.writeString(folder.resolve(".commit"), "0123456789abcdef\n");
    Files.setLastModifiedTime(commit, FileTime.from(Instant.parse("2026-11-29T12:00:00Z")));
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    assertThat(run(List.of("--version"), printed, printed)).isZero();
    assertThat(printed.toString(UTF_8)).isEqualTo("faultlab 0.1.0 (0123456789ab, 2026-11-29)\n");
  }

  @Test
  void aDeclarationThatIsTooLargeIsWrongUsage() throws IOException {
    Path lab = Files.createDirectories(folder.resolve("big"));
    Files.writeString(lab.resolve("lab.yaml"), "#".repeat((16 << 20) + 1));
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    List<String> words = List.of("--lab-path", folder.toString(), "run", "big");
    assertThat(run(words, new ByteArrayOutputStream(), errors)).isEqualTo(ExitStatus.USAGE);
    assertThat(errors.toString(UTF_8)).contains("found more than 16 MiB").doesNotContain("\tat ");
  }

  private static int run(List<String> words, OutputStream out, OutputStream err) {
    PrintStream before = System.out;
    PrintStream errors = System.err;
    try {
      Map<String, String> env = Map.of("GITHUB_ACTIONS", "true", "HOME", "/nonexistent");
      return Main.run(words, Main::commandLine, env, out, new PrintStream(err, true, UTF_8));
    } finally {
      System.setOut(before);
      System.setErr(errors);
    }
  }
}
