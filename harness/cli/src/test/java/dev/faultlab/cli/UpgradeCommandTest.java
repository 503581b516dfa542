package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.files.Json;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Plan;
import dev.faultlab.seen.State;
import dev.faultlab.stack.StackException;
import dev.faultlab.upgrade.SyntheticRun;
import dev.faultlab.upgrade.UpgradeResult;
import dev.faultlab.upgrade.command.UpgradeCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code upgrade}: exit status, files, and what it refuses before anything is started. */
class UpgradeCommandTest {
  private static final String STORY = "--from jdk=8 --to jdk=17 --labs charset --quick";

  @TempDir Path root;
  private TestShell shell;
  private SyntheticCheck checks;
  private State serviceAfter = State.PRESENT;
  private Optional<Exception> serviceFailure = Optional.empty();
  private final Map<String, String> environment = new HashMap<>(Map.of("COLUMNS", "160"));
  private final SyntheticRuns runs = new SyntheticRuns();
  private final List<Plan> started = runs.started;

  @BeforeEach
  void labs() throws IOException {
    TestShell.cloneAt(root);
  }

  @Test
  void theKnownStoryEndsAsItIsKnown() {
    assertThat(upgrade(STORY)).isZero();
    assertThat(shell.output())
        .containsPattern("two-provider-names, jars 300 .* present 2/2 .* absent 2/2 +gone")
        .containsPattern("three-names, jars 300 .* present 2/2 .* present 2/2 +still there")
        .containsPattern("charset +packages in JRE_IMAGE +libc6 2.41 +libc6 2.36 +CHANGES AS WELL")
        .contains("Nothing got worse from jdk 8 to jdk 17 (signatures: 2 gone, ");
  }

  @Test
  void theEndFitsAScreenAndSaysWhatWasLookedForAndWhatNot() {
    environment.put("COLUMNS", "100");
    assertThat(command(STORY)).isZero();
    assertThat(shell.out().lines()).hasSizeLessThan(40);
    assertThat(shell.output())
        .containsPattern("two-provider-names, jars 300 .* present 2/2 .* absent 2/2 +gone")
        .contains(
            "Not shown, but in the report: You have it today, on both sides, On neither side");
    assertThat(shell.flat())
        .containsPattern(
            "None of the \\d known faults that this run looked for appeared; not asked: .*dns-java \\(");
  }

  @Test
  void whatIsKnownOfAComponentIsListed() {
    assertThat(command("--list jdk")).isZero();
    assertThat(shell.output())
        .containsPattern("jdk +comes with a move up to +21 +pinned +virtual threads that wait")
        .containsPattern("jdk +goes with a move up to +24 +pinned +virtual threads that wait")
        .containsPattern("jdk +needs a run +from 17 on +jvm-memory +")
        .doesNotContain("syncookie");
    assertThat(command("--list")).isZero();
    assertThat(shell.output()).containsPattern("kafka +needs a run +from 2.8.0 on +syncookie +t");
    assertThat(command("--list etcd")).isZero();
    assertThat(shell.output()).containsPattern("etcd +comes in between +3.5.16 to 3.6.0 +roll ");
    assertThat(command("--list nosuch")).isEqualTo(64);
    assertThat(shell.output()).contains("there is no component 'nosuch'");
    assertThat(started).isEmpty();
  }

  @Test
  void aDryRunNamesLabsAndVariantsAndStartsNothing() {
    assertThat(command("--from jdk=8 --to jdk=17 --labs charset --dry-run")).isZero();
    assertThat(shell.output()).contains("charset, ", "two-provider-names, ", ": ");
    assertThat(command("--from jdk=17 --to jdk=21 --labs pinned")).isEqualTo(64);
    assertThat(shell.output()).contains("lab pinned has none for jdk 17").doesNotContain("--full");
    assertThat(started).isEmpty();
  }

  @Test
  void theOtherWayRoundItAppears() throws IOException {
    assertThat(upgrade("--from jdk=17 --to jdk=8 --labs charset")).isEqualTo(1);
    assertThat(shell.output())
        .containsPattern("two-provider-names, jars 300 .* absent 2/2 .* present 2/2 +APPEARED")
        .containsPattern("three-names, jars 300 .* present 2/2 .* present 2/2 +still there")
        .contains("Worse from jdk 17 to jdk 8: charset two-provider-names, jars 300:");
    assertThat(folder().resolve("junit.xml"))
        .content()
        .contains("failures=\"3\"", "errors=\"0\"", "<failure type=\"appeared\" message=");
  }

  @Test
  void everyFormIsWrittenAndTheStepSummaryIsAppendedTo() throws IOException {
    Path summary = Files.writeString(root.resolve("step.md"), "before\n");
    environment.put("GITHUB_STEP_SUMMARY", summary.toString());
    assertThat(upgrade(STORY)).isZero();
    Path folder = folder();
    assertThat(folder.resolve("PARTIAL")).doesNotExist();
    JsonNode json = Json.MAPPER.readTree(folder.resolve("result.json").toFile());
    assertThat(json.path("answer").asText()).isEqualTo("NOTHING_WORSE");
    assertThat(folder.resolve("junit.xml"))
        .content()
        .contains("two-provider-names, jars 300 provider-lookups, jdk 17", "failures=\"0\"");
    assertThat(folder.resolve("upgrade.html"))
        .content()
        .contains("../../charset/20260102T030405Z-abcd/report.html", "still there");
    assertThat(summary).content().startsWith("before\n# upgrade: from jdk 8 to jdk 17");
    assertThat(folder.resolve("summary.md")).content().contains("| gone |", "## Left out");
  }

  @Test
  void aLabThatDoesNotRunWithAVersionIsLeftOutAndTheOthersAreAsked() {
    assertThat(upgrade("--from jdk=8 --to jdk=17")).isZero();
    assertThat(started)
        .extracting(plan -> plan.lab().name())
        .contains("charset", "default-charset")
        .doesNotContain("jvm-memory");
    assertThat(shell.output())
        .contains("- jvm-memory: jdk '8': expected a version from 17 on: the lab does not run")
        .contains("- syncookie: no jdk in it to change");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--from jdk=8 --to jdk=17 --labs charset,jvm-memory | lab jvm-memory: jdk '8': expected a version from 17 on",
        "--from go=1.19 --to go=1.26.8 | --go '1.19': expected a version from 1.21 on",
        "--from lib:org.example:other=1 --to lib:org.example:other=2 | lib:org.apache.kafka:kafka-clients",
        "--from jdk=8 --to jdk=99 --labs charset | no openjdk-99",
      })
  void aVersionThatNoLabCanRunStartsNothing(String words, String why) {
    refused(words, why);
  }

  @Test
  void aLibraryIsACandidateByItsNameInItsRegistry() {
    String clients = "lib:org.apache.kafka:kafka-clients=";
    assertThat(upgrade("--from " + clients + "3.9.2 --to " + clients + "4.0.0")).isEqualTo(1);
    assertThat(started)
        .extracting(plan -> plan.lab().name())
        .containsExactly("kafka-linger", "kafka-old-client");
    assertThat(shell.output()).contains("kafka-linger default: lingered-alone appeared");
  }

  @Test
  void aLabThatCannotBeRunLeavesTheAnswerOpen() {
    runs.outcome =
        plan -> {
          if (plan.lab().name().equals("dns-java")) {
            throw new ImageException("no registry answers");
          }
          return new SyntheticRun(plan).asExpected().result();
        };
    assertThat(upgrade("--from jdk=17 --to jdk=25 --labs charset,dns-java")).isEqualTo(2);
    assertThat(shell.output()).contains("Inconclusive", "lab dns-java: no registry answers");
  }

  @Test
  void aCandidateThatDoesNotStartIsToldOnceWithItsLog() {
    runs.outcome =
        plan ->
            new SyntheticRun(plan)
                .asExpected()
                .starting(point -> !point.on("jdk").orElseThrow().toString().equals("17"))
                .result();
    assertThat(upgrade(STORY)).isEqualTo(1);
    assertThat(shell.output())
        .containsOnlyOnce("no such option")
        .containsPattern("; and [0-9]+ more: service charset ended")
        .contains("Worse from jdk 8 to jdk 17: lab charset: a stack does not start");
  }

  @Test
  void aTeamsFileAsksAndWhatItAcceptsIsNotWorse() throws IOException {
    String file =
        file(
            "from: {jdk: 17}",
            "to: {jdk: 8}",
            "labs: [charset]",
            "accepted:",
            "  - {lab: charset, variant: two-provider-names, reason: the mix has no two such names,",
            "     until: 2999-12-31}",
            "  - {lab: charset, variant: kept, reason: we keep none, until: 2999-12-31}");
    assertThat(upgrade("--file " + file)).isZero();
    assertThat(shell.output())
        .containsPattern("two-provider-names, jars 300 .* present 2/2 +appeared, accepted")
        .contains("Nothing got worse from jdk 17 to jdk 8 beyond what is accepted (")
        .contains("accepted as worse: 2")
        .contains("- not met: charset kept, appeared: accepted until");
    assertThat(shell.flat()).contains("accepted until 2999-12-31: the mix has no two such names");
    assertThat(folder().resolve("junit.xml"))
        .content()
        .contains("failures=\"0\"")
        .contains("<skipped message=\"appeared: accepted until 2999-12-31: the mix");
    JsonNode json = Json.MAPPER.readTree(folder().resolve("result.json").toFile());
    assertThat(json.findValuesAsText("until")).contains("2999-12-31");
  }

  @Test
  void whatIsTypedReplacesWhatTheFileSays() throws IOException {
    String file = file("from: jdk=8", "to: [jdk=17, {jdk: 25}]", "labs: [charset]", "form: full");
    assertThat(upgrade("--file " + file + " --to jdk=21 --quick")).isZero();
    assertThat(started).hasSize(1);
    assertThat(started.get(0).form()).isEqualTo(RunForm.SHORT);
    assertThat(shell.output()).contains("from jdk 8 to jdk 21").doesNotContain("jdk 25");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "until: 2020-02-29 | upgrade.yaml:3: the acceptance of charset, appeared expired on 2020-02-29",
        "until: 2999-02-30 | upgrade.yaml:3: there is no day 2999-02-30",
        "until: tomorrow | upgrade.yaml:3: ",
        "lab: nosuch | no lab 'nosuch'; known: ",
        "variant: nosuch | no variant 'nosuch'; known: by-name",
        "signature: nosuch | no signature 'nosuch'; known: provider-lookups, lookup-allocation",
        "metric: nosuch | no metric 'nosuch'; known: cpu",
        "at: {nosuch: 1} | no at 'nosuch'; known: jdk, jars",
        "change: worse | does not have a value in the enumeration",
        "reason: '' | must be at least 1 characters long",
        "wherefore: none | found the unknown key 'wherefore' in accepted[0]",
      })
  void anAcceptanceThatCannotBeMeantStartsNothing(String wrong, String why) throws IOException {
    String key = wrong.split(":")[0];
    String usual =
        Stream.of("lab: charset", "reason: why not", "until: 2999-12-31")
            .filter(part -> !part.startsWith(key + ":"))
            .collect(Collectors.joining(", "));
    String file = file("from: jdk=17", "to: jdk=8", "accepted: [{" + usual + ", " + wrong + "}]");
    refused("--file " + file, "upgrade.yaml:3: ", why);
  }

  @Test
  void aFileThatDoesNotFitItsSchemaIsRefusedWithItsLines() throws IOException {
    String file = file("from: jdk=8", "to: []", "worse-than: much");
    refused("--file " + file, "upgrade.yaml:2: ", "upgrade.yaml:3: ");
  }

  @Test
  void aSettingIsACandidateWhereAVariantLeavesItAsItIs() {
    String ttl = "security:networkaddress.cache.ttl=";
    assertThat(upgrade("--from " + ttl + "0 --to " + ttl + "30")).isLessThan(2);
    assertThat(started).extracting(plan -> plan.lab().name()).containsExactly("dns-java");
    assertThat(started.get(0).cells())
        .filteredOn(cell -> cell.point().variant().equals("shared-name"))
        .extracting(cell -> cell.stack().variables().get("LOOKUP_TTL"))
        .contains("0", "30");
  }

  private static final String VERSIONS =
      "from: {GATEWAY: \"mine:1.22\"}\nto: {GATEWAY: \"mine:1.30\"}";

  private String service(String versions) throws IOException {
    return " --service " + SyntheticCheck.project(root.resolve("project"), versions);
  }

  @Test
  void aServiceCountsBesideTheLabs() throws IOException {
    Path summary = root.resolve("step.md");
    environment.put("GITHUB_STEP_SUMMARY", summary.toString());
    assertThat(command(STORY + service(VERSIONS))).as(shell.output()).isEqualTo(1);
    String row = "idle-dropped +8 +not run +absent 0/8 +present 8/8 +APPEARED";
    assertThat(shell.output())
        .contains("Service gateway, GATEWAY mine:1.22 -> GATEWAY mine:1.30")
        .containsPattern(row);
    assertThat(shell.flat())
        .contains("Nothing got worse from jdk 8 to jdk 17 (signatures: 2 gone, ")
        .contains("in service gateway (GATEWAY mine:1.22 -> GATEWAY mine:1.30): idle-dropped");
    Path folder = folder();
    assertThat(folder.resolve("junit.xml"))
        .content()
        .contains("two-provider-names, jars 300 provider-lookups, jdk 17", "failures=\"1\"")
        .contains("classname=\"faultlab.check.gateway\" name=\"idle-dropped\"");
    assertThat(summary).content().contains("| idle-dropped | 8 |", "| charset |");
    assertThat(folder.resolve("upgrade.html"))
        .content()
        .contains("../../checks/20260102T030405Z-c/check.html");
    String json = Files.readString(folder.resolve("result.json"));
    assertThat(Json.MAPPER.readTree(json).path("answer").asText()).isEqualTo("WORSE");
    assertThat(UpgradeResult.read(folder.resolve("result.json")).text()).isEqualTo(json);
  }

  @Test
  void aServiceWithoutTheFaultChangesNoAnswer() throws IOException {
    serviceAfter = State.ABSENT;
    assertThat(upgrade(STORY + service(VERSIONS))).isZero();
    assertThat(shell.flat())
        .contains("Nothing got worse in service gateway")
        .contains("idle-dropped still absent");
    serviceAfter = State.UNKNOWN;
    assertThat(upgrade(STORY + service(VERSIONS))).isEqualTo(2);
    assertThat(upgrade("--from jdk=17 --to jdk=8 --labs charset" + service(VERSIONS)))
        .as("worse outweighs inconclusive")
        .isEqualTo(1);
  }

  static Stream<Exception> failures() {
    return Stream.of(
        new StackException("no space left"),
        new ImageException("no registry answers"),
        new NoSuchImageException("no image mine:1.30"),
        new LabException("compose.yaml: no service gateway"),
        new IOException("results is read-only"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aServiceThatCannotBeCheckedLeavesTheLabsTheirRows(Exception failure) throws IOException {
    serviceFailure = Optional.of(failure);
    assertThat(upgrade(STORY + service(VERSIONS))).isEqualTo(2);
    assertThat(shell.flat()).contains("2 gone, ").contains(failure.getMessage());
    assertThat(upgrade("--from jdk=17 --to jdk=8 --labs charset" + service(VERSIONS))).isEqualTo(1);
  }

  @Test
  void theFileOfTheQuestionNamesTheServiceAsWell() throws IOException {
    SyntheticCheck.project(root.resolve("project"), VERSIONS);
    String file =
        file(
            "from: {jdk: 8}", "to: {jdk: 17}", "labs: [charset]", "service: project/faultlab.yaml");
    assertThat(upgrade("--file " + file)).isEqualTo(1);
    assertThat(shell.output()).contains("Service gateway");
    file("from: {jdk: 8}", "to: {jdk: 17}", "service: ../faultlab.yaml");
    assertThat(upgrade("--file " + file)).isEqualTo(64);
    assertThat(shell.output()).contains("upgrade.yaml:3: found the path '../faultlab.yaml'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--from jdk=8 --to jdk=17 | from: {A: b} | expected from and to; './faultlab check",
        "'' | VERSIONS | './faultlab check' asks about the service alone",
      })
  void aServiceThatCannotBeComparedStartsNothing(String words, String versions, String why)
      throws IOException {
    String file = versions.equals("VERSIONS") ? VERSIONS : versions;
    refused((words + service(file)).strip(), why);
    assertThat(checks.asked).isEmpty();
  }

  private String file(String... lines) throws IOException {
    return Files.write(root.resolve("upgrade.yaml"), List.of(lines)).toString();
  }

  private Path folder() throws IOException {
    try (Stream<Path> folders = Files.list(root.resolve("results/upgrade"))) {
      return folders.findFirst().orElseThrow();
    }
  }

  private void refused(String words, String... why) {
    assertThat(upgrade(words)).isEqualTo(64);
    assertThat(shell.output()).contains(why);
    assertThat(started).isEmpty();
    assertThat(root.resolve("results")).doesNotExist();
  }

  private int upgrade(String words) {
    return command(words + " --verbose");
  }

  private int command(String words) {
    shell = new TestShell(root);
    shell.environment.putAll(environment);
    return shell.run(
        "upgrade",
        words,
        tools -> {
          checks = new SyntheticCheck(tools);
          checks.after = serviceAfter;
          checks.failure = serviceFailure;
          return new UpgradeCommand(tools, runs, checks);
        });
  }

  @Test
  void itsImagesCanBeLockedToResults() throws IOException {
    assertThat(upgrade("--from jdk=17 --to jdk=25 --locked a.json,b.json")).isIn(0, 1, 2);
    assertThat(runs.lockedTo).containsExactly("a.json", "b.json");
  }
}
