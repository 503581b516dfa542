package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.cure.CureLists;
import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Requirement;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Planner;
import dev.faultlab.run.KeptTrials;
import dev.faultlab.signature.LabSignatures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code new}, in a copy of what it needs of this repository. */
class NewCommandTest {
  @TempDir Path temp;
  private Path root;
  private Path elsewhere;
  private TestShell shell;
  private final Map<String, RuntimeException> refusals = new HashMap<>();

  @BeforeEach
  void repository() throws IOException {
    root = Files.createDirectories(temp.resolve("repository"));
    elsewhere = Files.createDirectories(temp.resolve("elsewhere"));
    Files.createDirectories(root.resolve("labs"));
    Files.createDirectories(root.resolve("harness/tools"));
    for (String template : List.of("new-lab", "new-library")) {
      for (Path file : files(Path.of("..", template))) {
        Path copy = root.resolve("harness").resolve(Path.of("..").relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
  }

  @Test
  void aNewLabCanBePlannedAndItsKeptTrialsAreAsExpected() {
    assertThat(execute(List.of(elsewhere), "stale-config")).isZero();
    assertThat(shell.output()).contains("./faultlab dev lint --lab-path " + elsewhere);
    Lab lab = new LabReader(List.of(elsewhere)).read("stale-config");
    assertThat(new Planner(lab).plan(new Choices(Map.of(), List.of(), RunForm.SHORT)).trials())
        .hasSize(4);
    assertThat(new LabSignatures(lab).problems()).isEmpty();
    assertThat(new KeptTrials(lab).problems()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--library org.yaml:snakeyaml | snakeyaml | maven-library:GROUP=org.yaml,ARTIFACT=snakeyaml",
        "--pypi redis                 | redis     | pypi-library:NAME=redis",
        "--npm Thing.js               | thing-js  | npm-library:NAME=Thing.js",
        "--go example.org/a/some/v2   | some      | some-upgrade:VERSION={some}",
      })
  void aLibraryOfTwoVersionsRunsOnBoth(String name, String axis, String role) throws IOException {
    String v = name.startsWith("--go") ? "v" : "";
    String versions = " --from %s1.33 --to %<s2.2".formatted(v);
    assertThat(execute(List.of(elsewhere), name + versions)).isZero();
    Lab lab = new LabReader(List.of(elsewhere)).read(axis + "-upgrade");
    assertThat(new Planner(lab).plan(new Choices(Map.of(), List.of(), RunForm.SHORT)).cells())
        .extracting(cell -> cell.point().toString())
        .contains("library, " + axis + " 1.33", "by-hand, " + axis + " 2.2")
        .hasSize(4);
    assertThat(new KeptTrials(lab).problems()).isEmpty();
    for (Path file : files(lab.folder())) {
      assertThat(file.toString()).doesNotContainPattern("@[A-Z]+@");
      assertThat(file).content().doesNotContainPattern("@[A-Z]+@");
    }
    assertThat(lab.folder().resolve("lab.yaml")).content().contains(role);
    assertThat(new CureLists(root, new LabReader(List.of(elsewhere))).steps(lab.name()).steps())
        .as("what to do, before someone has written it")
        .isEmpty();
  }

  @Test
  void takesTheAxisThatALabOfTheLibraryHas() throws IOException {
    String library = "--pypi redis --from 4.3.6 --to 4.5.3";
    assertThat(execute(List.of(elsewhere), library)).isZero();
    Path first = elsewhere.resolve("redis-upgrade/lab.yaml");
    Files.writeString(first, Files.readString(first).replaceAll("redis(?=[:}])", "redis-py"));
    assertThat(execute(List.of(elsewhere), "second " + library)).isZero();
    Lab lab = new LabReader(List.of(elsewhere)).read("second");
    assertThat(lab.axes()).extracting(Parameter::name).containsExactly("redis-py");
  }

  @Test
  void aVersionThatIsNotPublishedIsRefusedAndASilentRegistryIsNot() {
    String library = "--library org.yaml:snakeyaml --from 1.33 --to 2.2";
    String image = "maven-library:GROUP=org.yaml,ARTIFACT=snakeyaml,VERSION=2.2";
    refusals.put(image, new NoSuchImageException("there is no 2.2"));
    assertThat(execute(List.of(elsewhere), library)).isEqualTo(64);
    assertThat(shell.output()).contains("there is no 2.2");
    assertThat(elsewhere).isEmptyDirectory();
    refusals.put(image, new ImageException("no answer"));
    assertThat(execute(List.of(elsewhere), library)).isZero();
    assertThat(shell.output()).contains("VERSION=2.2 was not checked: no answer");
  }

  @Test
  void aLabOfThisRepositoryGoesToItsLabs() {
    assertThat(execute(List.of(), "zombie")).isZero();

    assertThat(root.resolve("labs/zombie/lab.yaml")).exists();
    assertThat(shell.output()).contains("./faultlab dev lint\n").doesNotContain("--lab-path");
  }

  @Test
  void nothingThatIsThereIsWrittenOver() throws IOException {
    execute(List.of(), "taken");
    assertThat(execute(List.of(elsewhere), "taken")).isEqualTo(64);
    assertThat(shell.output()).contains("there is a lab 'taken' already");
    assertThat(elsewhere).isEmptyDirectory();

    Files.writeString(elsewhere.resolve("notes"), "mine");
    assertThat(execute(List.of(elsewhere), "notes")).isEqualTo(64);
    assertThat(shell.output()).contains("exists already");
    assertThat(elsewhere.resolve("notes")).hasContent("mine");
  }

  @Test
  void aFolderThatIsNotThereIsRefused() {
    assertThat(execute(List.of(temp.resolve("gone")), "stale-config")).isEqualTo(64);
    assertThat(shell.output()).contains("no folder of labs at " + temp.resolve("gone"));
    assertThat(temp.resolve("gone")).doesNotExist();
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private int execute(List<Path> outside, String arguments) {
    shell = new TestShell(root).outside(outside);
    Consumer<RuntimeException> refuse =
        why -> {
          throw why;
        };
    Consumer<Requirement.Image> ask =
        image -> Optional.ofNullable(refusals.get(image.toString())).ifPresent(refuse);
    return shell.run("new", arguments, tools -> new NewCommand(tools, ask));
  }
}
