package dev.faultlab.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code action.yml} and its script, with a stand-in for faultlab. */
class ActionTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final String RECORD = "echo \"$@\" >>said; ";

  @TempDir private Path root;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void changeAndInputs() throws IOException {
    Files.createDirectories(root.resolve("adapters"));
    Files.copy(ROOT.resolve("adapters/action"), root.resolve("adapters/action"));
    Files.createDirectories(root.resolve(".faultlab-change/team"));
    Files.writeString(root.resolve(".faultlab-change/team/upgrade.yaml"), "labs: [charset]\n");
    Files.writeString(root.resolve("secret.yaml"), "labs: [charset]\n");
    Files.createSymbolicLink(root.resolve(".faultlab-change/link.yaml"), Path.of("../secret.yaml"));
    environment.putAll(
        Map.of(
            "EVENT", "pull_request",
            "BASE", "0123abcd",
            "FORM", "quick",
            "ARCHIVES", "false",
            "KEY", "k-",
            "HOME", root.toString(),
            "GITHUB_WORKSPACE", root.toString(),
            "GITHUB_OUTPUT", root.resolve("output").toString(),
            "GITHUB_STEP_SUMMARY", root.resolve("summary").toString()));
    List.of("LABS", "ACCEPTED", "SERVICE", "SBOM", "FROM", "TO", "MATCHED")
        .forEach(input -> environment.put(input, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "EVENT | pull_request_target | expected pull_request or push",
        "EVENT | workflow_run | expected pull_request or push",
        "BASE | '' | expected a branch, tag or commit",
        "BASE | 'main\nkey=x' | expected a branch, tag or commit",
        "BASE | --upload-pack=x | expected a branch, tag or commit",
        "LABS | charset;id | expected names of labs",
        "LABS | $(id) | expected names of labs",
        "FORM | --images | expected quick or full",
        "ARCHIVES | yes | archives: found 'yes', expected true or false",
        "ARCHIVES | true | archives: belongs to from and to; remove it",
        "FROM | jdk=17 | from: found 'jdk=17', expected sbom:FILE or image:NAME",
        "TO | image:b | from: found '', expected sbom:FILE or image:NAME",
        "FROM | image:--output=x | expected sbom:FILE or image:NAME",
        "FROM | sbom:../secret.json | from: there is no file '../secret.json'",
        "SBOM | /etc/passwd | sbom: there is no file '/etc/passwd'",
        "SBOM | .. | sbom: '..' leads out of the repository",
      })
  void anInputOfAnotherFormIsRefused(String input, String value, String message) {
    environment.put(input, value);
    boolean late = List.of("SBOM", "FROM", "TO").contains(input);
    CommandResult result = action(late ? "change" : "inputs");
    assertThat(result.status()).isEqualTo(64);
    assertThat(result.err()).contains(message);
    assertThat(root.resolve("output")).doesNotExist();
  }

  @Test
  void anSbomIsAnsweredAtOnce() throws IOException {
    faultlab(RECORD + "echo found >>$GITHUB_STEP_SUMMARY; exit 1");
    Files.writeString(root.resolve("app.json"), "{}");
    environment.put("SBOM", "app.json");
    environment.put("BASE", "");
    CommandResult result = action("change");
    assertThat(result.status()).as(result.err()).isEqualTo(1);
    assertThat(root.resolve("output")).hasContent("asked=false");
    assertThat(root.resolve("summary")).hasContent("found");
    assertThat(root.resolve("said"))
        .hasContent("upgrade --quick --sbom %s/app.json".formatted(root.toRealPath()));
  }

  @ParameterizedTest
  @CsvSource({"false, ''", "true, ' --archives'"})
  void imagesAndSbomsAreSides(String archives, String option) throws IOException {
    environment.put("ARCHIVES", archives);
    faultlab(RECORD + "echo x >>$GITHUB_STEP_SUMMARY; echo ./faultlab upgrade --from a=1 --to a=2");
    Files.writeString(root.resolve("app.json"), "{}");
    environment.putAll(Map.of("FROM", "image:shop/app:1.4", "TO", "sbom:app.json"));
    assertThat(action("change").status()).isZero();
    assertThat(action("ask").status()).isZero();
    String sides =
        "--from image:shop/app:1.4 --to sbom:%s/app.json".formatted(root.toRealPath()) + option;
    assertThat(root.resolve("said"))
        .hasContent("upgrade --quick %1$s --dry-run\nupgrade --quick %1$s".formatted(sides));
  }

  @ParameterizedTest
  @CsvSource({"../secret.yaml", "link.yaml", "/etc/passwd", "nosuch.yaml", "."})
  void whatIsNamedStandsInTheRepository(String path) throws IOException {
    faultlab("touch started");
    environment.put("ACCEPTED", path);
    assertThat(action("change").status()).isEqualTo(64);
    environment.putAll(Map.of("ACCEPTED", "", "SERVICE", path));
    assertThat(action("ask").status()).isEqualTo(64);
    assertThat(root.resolve("started")).doesNotExist();
  }

  @Test
  void aServiceIsAskedAboutEvenWithoutAQuestionToLabs() throws IOException {
    faultlab(RECORD + "echo nothing >>$GITHUB_STEP_SUMMARY; exit $STATUS");
    environment.put("SERVICE", "team/upgrade.yaml");
    environment.put("STATUS", "0");
    assertThat(action("change").status()).isZero();
    assertThat(root.resolve("output")).content().startsWith("asked=true\n");
    assertThat(root.resolve("said")).as("starts nothing").content().doesNotContain("--service");
    environment.put("STATUS", "1");
    CommandResult result = action("ask");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.out()).contains("::stop-commands::");
    assertThat(root.resolve("summary")).hasContent("nothing");
    assertThat(root.resolve("said"))
        .content()
        .contains(" --service " + root.toRealPath() + "/.faultlab-change/team/upgrade");
  }

  @Test
  void withoutAQuestionTheSummaryIsWrittenAndNothingIsAsked() throws IOException {
    faultlab(RECORD + "echo nothing >>$GITHUB_STEP_SUMMARY; echo '- ./faultlab upgrade --from x'");
    assertThat(action("change").status()).isZero();
    assertThat(root.resolve("output")).hasContent("asked=false\nkey=k-none");
    assertThat(root.resolve("summary")).hasContent("nothing");
    assertThat(root.resolve("said"))
        .hasContent(
            "upgrade --quick --git 0123abcd --repository %1$s/.faultlab-change --dry-run\nupgrade --quick --git 0123abcd --repository %1$s/.faultlab-change"
                .formatted(root));
  }

  @Test
  void whatStaysOpenWithoutAQuestionIsNotGreen() throws IOException {
    faultlab(
        "echo open >>$GITHUB_STEP_SUMMARY; for last; do :; done; [ $last = --dry-run ] || exit 2");
    environment.putAll(Map.of("FROM", "image:a", "TO", "image:b"));
    assertThat(action("change").status()).isEqualTo(2);
    assertThat(root.resolve("output")).hasContent("asked=false\nkey=k-none");
    assertThat(root.resolve("summary")).hasContent("open");
  }

  @Test
  void aCacheThatIsThereIsNotSavedAgainForNothing() throws IOException {
    faultlab("true");
    Files.writeString(root.resolve("summary"), "");
    environment.put("MATCHED", "k-0123");
    assertThat(action("change").status()).isEqualTo(1); // a command that wrote no summary is broken
    faultlab("echo nothing >>$GITHUB_STEP_SUMMARY");
    assertThat(action("change").status()).isZero();
    assertThat(root.resolve("output")).hasContent("asked=false");
  }

  @Test
  void aQuestionHasAKeyAndItsSummaryComesWithTheAnswer() throws IOException {
    faultlab("echo x >>$GITHUB_STEP_SUMMARY; echo './faultlab upgrade --from a=1 --to a=2'");
    environment.put("ACCEPTED", "team/upgrade.yaml");
    assertThat(action("change").status()).isZero();
    assertThat(root.resolve("output")).content().matches("asked=true\\nkey=k-[0-9a-f]{64}\\n");
    assertThat(root.resolve("summary")).doesNotExist();
  }

  @Test
  void whatThePrintedTextSaysIsNoCommandAndTheAnnotationsAre() throws IOException {
    faultlab(
        "echo ::add-mask::x; while [ $# -gt 1 ]; do shift; done;"
            + " echo '::error file=a,line=1::worse' >>\"$1\"; exit 1");
    CommandResult result = action("ask");
    assertThat(result.status()).isEqualTo(1);
    List<String> lines = result.out().lines().filter(line -> !line.contains("no KVM")).toList();
    assertThat(lines.get(0)).matches("::stop-commands::[0-9a-f]{32}");
    String token = lines.get(0).replace("::stop-commands::", "");
    assertThat(lines.subList(1, lines.size()))
        .containsExactly("::add-mask::x", "::" + token + "::", "::error file=a,line=1::worse");
  }

  @Test
  void aNameInTheChangeIsNoCommandEither() throws IOException {
    faultlab("echo '\u00a0::add-mask::x'; echo x >>$GITHUB_STEP_SUMMARY");
    CommandResult result = action("change");
    assertThat(result.status()).isZero();
    List<String> lines = result.out().lines().toList();
    String token = lines.get(0).replace("::stop-commands::", "");
    assertThat(lines).containsExactly(lines.get(0), "\u00a0::add-mask::x", "::" + token + "::");
    environment.put("FORM", "\n::error::x");
    assertThat(action("inputs").err()).doesNotContain("\n:");
  }

  private void faultlab(String script) throws IOException {
    Path program = Files.writeString(root.resolve("faultlab"), "#!/bin/sh\n" + script + "\n");
    program.toFile().setExecutable(true);
  }

  private CommandResult action(String verb) {
    Command command = Command.of("bash", root.resolve("adapters/action").toString(), verb);
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      command = command.with(variable.getKey(), variable.getValue());
    }
    return new LocalCommands().run(command.in(root));
  }
}
