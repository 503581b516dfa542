package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.faultlab.guest.KernelName;
import dev.faultlab.kernel.KernelStore;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.Requirement;
import dev.faultlab.lab.RunForm;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.run.RoleImages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Walks the lists of CONTRIBUTING.md as far as that goes without an engine. The commands in them
 * are read by {@code ./faultlab dev lint}; the list for a new lab is walked by check-new-lab.
 */
class ContributingTest {
  private static final Path ROOT = Path.of("../..");
  private static final Pattern FILE = Pattern.compile("\\*\\*`([^`]+)`\\*\\*");
  private static final Pattern STEP = Pattern.compile("(?m)^(\\d+)\\. ");
  private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+Test)`");
  private static final Pattern ADDITION = Pattern.compile("(?ms)^ {3}```yaml\n(.*?)^ {3}```$");

  @TempDir private Path temp;
  private String page;

  @BeforeEach
  void read() throws IOException {
    page = Files.readString(ROOT.resolve("CONTRIBUTING.md"));
  }

  @Test
  void everyListIsNumberedAndNamesFilesThatAreThere() {
    for (String what :
        List.of(
            "Make a component an axis",
            "Add a detector",
            "Add an output format",
            "Add a kernel pair")) {
      String section = section(what);
      List<Integer> steps =
          STEP.matcher(section).results().map(step -> Integer.parseInt(step.group(1))).toList();
      assertThat(steps)
          .as("steps of %s", what)
          .hasSizeGreaterThan(3)
          .isEqualTo(IntStream.rangeClosed(1, steps.size()).boxed().toList());
      List<String> files = groups(FILE, section);
      assertThat(files).as("files of %s", what).hasSizeGreaterThan(1);
      assertThat(files).allSatisfy(file -> assertThat(ROOT.resolve(file)).exists());
    }
  }

  @Test
  void everyTestThatIsNamedIsThere() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve("harness"))) {
      List<String> names = files.map(file -> file.getFileName().toString()).toList();
      assertThat(groups(TEST, page))
          .hasSizeGreaterThan(1)
          .allSatisfy(test -> assertThat(names).contains(test + ".java"));
    }
  }

  @Test
  void aCandidateBecomesAnAxisByItsList() throws IOException {
    Path folder = Files.createDirectories(temp.resolve("dns-java"));
    String declaration = Files.readString(ROOT.resolve("labs/dns-java/lab.yaml"));
    declaration = declaration.replaceAll("(?m)^ +k6-dns-java: \\{images.*\n", "");
    for (String addition : groups(ADDITION, section("Make a component an axis"))) {
      declaration = inserted(addition, declaration);
    }
    Files.writeString(folder.resolve("lab.yaml"), declaration);

    Lab before = new LabReader(List.of(ROOT.resolve("labs"))).read("dns-java");
    Lab after = new LabReader(List.of(temp)).read("dns-java");

    List<String> usual = ids(plan(before, Map.of()));
    assertThat(ids(plan(after, Map.of()))).isEqualTo(usual);
    Plan both = plan(after, Map.of("k6", "1.8.1,newest"));
    assertThat(ids(both)).hasSize(2 * usual.size()).containsAll(usual);
    assertThat(both.stacks())
        .flatExtracting(stack -> stack.images().values())
        .contains(Requirement.parse("k6:VERSION=1.8.1"), Requirement.parse("k6:VERSION=newest"));
    assertThatCode(
            () ->
                new RoleImages(tools(ROOT).provisioning())
                    .check(Requirement.parse("k6:VERSION=1.8.1")))
        .doesNotThrowAnyException();
    // Somebody can be asked which versions there are.
    assertThat(tools(ROOT).provisioning().roles().get("k6").versions()).containsKey("VERSION");
    assertThat(after.steps().ran())
        .anySatisfy(
            question -> {
              assertThat(question.axis()).isEqualTo("k6");
              assertThat(ROOT.resolve("labs/dns-java/compose.yaml"))
                  .content()
                  .contains("\n  " + question.step().service() + ":\n");
            });
  }

  @Test
  void aPairIsAFolderWithTheTwoFilesOfItsList() throws IOException {
    Path recipes = temp.resolve("kernel-images");
    Path pair = Files.createDirectories(recipes.resolve("second"));
    for (String model : groups(FILE, section("Add a kernel pair"))) {
      Path file = ROOT.resolve(model);
      if (model.startsWith("kernel-images/syncookie/")) {
        Files.copy(file, pair.resolve(file.getFileName()));
      }
    }
    Path yaml = pair.resolve("pair.yaml");
    Files.writeString(
        yaml,
        Files.readString(yaml)
            .replace("without: unfixed", "without: leaky")
            .replace("with: fixed", "with: plugged"));
    Files.createDirectories(temp.resolve("images"));
    Files.copy(ROOT.resolve("images/roles.yaml"), temp.resolve("images/roles.yaml"));

    assertThat(tools(temp).provisioning().kernels().declared())
        .extracting(KernelStore.Declared::name)
        .containsExactly(KernelName.parse("leaky"), KernelName.parse("plugged"));
  }

  private String section(String what) {
    Matcher section = Pattern.compile("(?ms)^## " + what + "\n(.*?)(?=^## |\\z)").matcher(page);
    assertThat(section.find()).as("section %s", what).isTrue();
    return section.group(1);
  }

  private static List<String> groups(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).toList();
  }

  /** Each line of an addition, below the key that it stands under in the page. */
  private static String inserted(String addition, String declaration) {
    String result = declaration;
    String key = "";
    for (String line : addition.stripTrailing().stripIndent().lines().toList()) {
      if (line.startsWith(" ")) {
        assertThat(result).contains("\n" + key + "\n");
        result =
            result.replaceFirst("(?m)^" + key + "$", Matcher.quoteReplacement(key + "\n" + line));
      } else {
        key = line;
      }
    }
    return result;
  }

  private static Plan plan(Lab lab, Map<String, String> given) {
    return new Planner(lab).plan(Choices.typed(given, List.of(), RunForm.FULL));
  }

  private static List<String> ids(Plan plan) {
    return plan.cells().stream().map(Cell::id).toList();
  }

  private Toolbox tools(Path root) {
    return new Toolbox(
        new Workspace(root, CacheDir.of(Map.of("XDG_CACHE_HOME", temp.toString()))),
        new LocalCommands(),
        Progress.silent(),
        Map.of(),
        System.out,
        List.of());
  }
}
