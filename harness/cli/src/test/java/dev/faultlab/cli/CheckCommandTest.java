package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code check} before anything is started: the engine is never asked. */
class CheckCommandTest {
  private static final String WHOLE =
      """
      service: gateway
      calls: backend:8080
      ask: GET http://gateway:80/
      from: {GATEWAY: "mine:1.22"}
      to: {GATEWAY: "mine:1.30"}
      conditions:
        idle-dropped: {after: 5s}
        slow-dns: {}
      """;

  /** As docker compose config prints it. */
  private static final String PROJECT =
      """
      {"services": {
        "gateway": {"image": "%s", "volumes": [{"type": "volume", "source": "data", "target": "/d"}]},
        "backend": {"image": "there:1"},
        "other": {"image": "there:1"}},
       "volumes": {"data": {"name": "p_data"}}}
      """;

  @TempDir private Path folder;
  private Path file;
  private TestShell shell;
  private String project = PROJECT;

  @BeforeEach
  void project() throws IOException {
    file = folder.resolve("faultlab.yaml");
    Files.writeString(folder.resolve("compose.yaml"), "services: {}\n");
    Files.createSymbolicLink(folder.resolve("images"), TestShell.CLONE.resolve("images"));
    Files.createDirectory(folder.resolve("labs"));
    shell =
        new TestShell(
            folder,
            folder.resolve("cache"),
            command -> {
              if (!command.words().contains("config")) {
                return new LocalCommands().run(command);
              }
              if (project.isEmpty()) {
                return new CommandResult(15, "", "service x: no such key");
              }
              String image = command.environment().getOrDefault("GATEWAY", "mine:0");
              return new CommandResult(0, project.formatted(image), "");
            });
  }

  private int check(String text, String words) throws IOException {
    Files.writeString(file, text);
    return shell.faultlab("check " + words + " " + file);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          slow-dns: {} | slow-dsn: {} | 8: found the condition 'slow-dsn'; did you mean 'slow-dns'? | check --list
          slow-dns: {} | slow-dns: {delai: 5s} | 8: expected one of the settings [delay], found "delai" | check --list
          slow-dns: {} | mtu-hole: {} | 8: mtu-hole needs a large request | add upload: POST /path 20kB
          slow-dns: {} | certificate-rotates: {} | 8: certificate-rotates needs files to replace | add certificates: [
          to: {GATEWAY: | to: {jdk: | 5: found the component 'jdk' | write
          to: {GATEWAY: | to: {GATWAY: | found the variable GATWAY | write ${GATWAY} there
          calls: backend | calls: bakend | found the service 'bakend' under calls | gateway, backend, other
          service: gateway | service: [ | faultlab.yaml:3: not YAML | expected
          """)
  void aFaultyFileIsRefusedWithItsLineAndAWayOut(
      String is, String becomes, String found, String wayOut) throws IOException {
    assertThat(WHOLE).contains(is);
    assertThat(check(WHOLE.replace(is, becomes), "")).as(shell.output()).isEqualTo(64);
    assertThat(shell.err())
        .startsWith("faultlab: ")
        .contains(found, wayOut)
        .doesNotContain("\tat ", "schema");
    assertThat(shell.out()).isEmpty();
    assertThat(folder.resolve("results")).doesNotExist();
  }

  @Test
  void aProjectThatComposeCannotReadIsRefusedInItsWords() throws IOException {
    project = "";
    assertThat(check(WHOLE, "--plan")).isEqualTo(64);
    assertThat(shell.err())
        .contains("compose.yaml: docker compose cannot read it: service x: no such key");
  }

  @Test
  void thePlanSaysWhatIsStartedAndForHowLong() throws IOException {
    assertThat(check(WHOLE + "  narrow-ports: {}\n", "--plan")).as(shell.err()).isZero();
    assertThat(shell.out())
        .contains(
            "Checks gateway, asked by GET http://gateway:80/, which calls [backend:8080].",
            "version: GATEWAY mine:1.22",
            "version: GATEWAY mine:1.30",
            "Starts: gateway, backend",
            "volume data starts empty",
            "idle-dropped, 2 trials, about 55 s, or 235 s if the service stays broken: the network",
            "narrow-ports, 2 trials, about 105 s,",
            "Takes about 4 min once the images are here, about 13 min if the service stays broken")
        .doesNotContain("other", "a race stays hidden");
    assertThat(shell.err()).isEmpty();
    assertThat(folder.resolve("results")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --plan --conditions slow-dns | 0 | slow-dns, 2 trials, | idle-dropped,
          --plan --conditions slow-dns,lost-dns | 0 | lost-dns, 2 trials, | idle-dropped,
          --plan --conditions slow-dsn | 64 | --conditions: found the condition 'slow-dsn'; did you mean 'slow-dns'? | at
          -f compose.yaml | 64 | --init | at
          """)
  void conditionsAreChosenByName(String options, int status, String output, String absent)
      throws IOException {
    assertThat(check(WHOLE, options)).as(shell.output()).isEqualTo(status);
    assertThat(shell.output()).contains(output).doesNotContain("\n" + absent);
  }

  @Test
  void oneTrialIsAllowedAndSaysWhatItIsWorth() throws IOException {
    assertThat(check(WHOLE + "trials: 1\n", "--plan")).as(shell.output()).isZero();
    assertThat(shell.out()).contains("slow-dns, 1 trial", "a race stays hidden");
  }

  @Test
  void theListExplainsEachConditionAndNeedsNoFile() {
    assertThat(shell.faultlab("check --list")).isZero();
    assertThat(shell.out())
        .contains("idle-dropped: {after: 350s}", "needs upload: in faultlab.yaml")
        .containsPattern("slow-dns: \\{delay: 100ms\\}\n  delays each answer")
        .containsPattern(
            "canary: \\S.*; stays broken\n +canary: \\S.*; avoids\n +source: https://");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET http://gateway:80/ | yes | exists; remove it, or name another file
          GET gateway | no | expected a request such as GET http://SERVICE:PORT/path
          FETCH http://gateway/ | no | expected a request such as GET http://SERVICE:PORT/path
          GET http://gateway:99999/ | no | expected one up to 65535
          GET http://nosuch/ | no | expected one of compose.yaml: gateway, backend, other
          """)
  void initRefusesWhatItCannotAsk(String request, String exists, String message)
      throws IOException {
    if (exists.equals("yes")) {
      Files.writeString(file, WHOLE);
    }
    assertThat(shell.run(List.of("check", "--init", request, file.toString())))
        .as(shell.output())
        .isEqualTo(64);
    assertThat(shell.err()).startsWith("faultlab: ").contains(message);
    assertThat(Files.exists(file)).isEqualTo(exists.equals("yes"));
  }

  @Test
  void initMergesFilesOfItsFolder() {
    List<String> words = List.of("check", "--init", "GET http://nosuch/", file.toString(), "-f");
    for (String name : List.of("../compose.yaml", "compose.yaml")) {
      List<String> all = new ArrayList<>(words);
      all.add(name);
      assertThat(shell.run(all)).as(shell.output()).isEqualTo(64);
      assertThat(shell.err())
          .contains(name.startsWith(".") ? "--file: expected a file beside" : "gateway, backend");
    }
  }
}
