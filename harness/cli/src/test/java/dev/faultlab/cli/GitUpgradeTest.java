package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.git.GitRepositoryTest;
import dev.faultlab.lab.Release;
import dev.faultlab.upgrade.SyntheticRun;
import dev.faultlab.upgrade.command.UpgradeCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code upgrade --git}: from two commits to a question and its answer. */
class GitUpgradeTest {
  private static final Path SAMPLES = Path.of("../samples/changes");

  /** To read all takes longer than all else. */
  private static final String LABS =
      "boto-checksum charset dns-go dns-java go-client-hello go-cpus go-mptcp go-servecontent"
          + " go-tls-rsa jdk-tls-rsa kafka-linger node-seclevel python-x509-strict syncookie"
          + " tomcat-parts";

  @TempDir private Path root;
  private Path clone;
  private TestShell shell;
  private SyntheticCheck checks;
  private Optional<Exception> serviceFailure = Optional.empty();
  private final SyntheticRuns runs = new SyntheticRuns();

  @BeforeEach
  void repository() throws IOException {
    runs.releases =
        Stream.of("1.25.6", "1.25.7", "1.26.0", "1.26.8", "1.27.0")
            .map(version -> new Release(version, Optional.empty()))
            .toList();
    TestShell.cloneAt(root, LABS.split(" "));
    clone = Files.createDirectory(root.resolve("clone"));
    git("init", "--quiet", "--initial-branch=main");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "jdk-base-image | --from jdk=17 --to jdk=21 --labs charset,dns-java | Dockerfile:1",
        "go-directive | --from go=1.24.0 --to go=1.25.9 --labs dns-go | go.mod:5",
        "compose-broker | --from kafka=3.9.1 --to kafka=4.3.1 --labs syncookie | compose.yaml:3",
      })
  void aChangeAsksWhatItChanges(String sample, String question, String line) throws IOException {
    change(sample);
    String labs = question.replaceFirst(".*--labs ", "");
    assertThat(upgrade("--git before --labs " + labs)).as(shell.output()).isZero();
    assertThat(shell.flat())
        .contains("./faultlab upgrade " + question)
        .contains(line)
        .contains("Nothing got worse from " + question.split(" ")[1].replace('=', ' '));
    assertThat(runs.started).isNotEmpty();
  }

  @Test
  void aFaultThatAppearsIsAnErrorOnItsLine() throws IOException {
    commit(Map.of("Dockerfile", "# ours\nFROM eclipse-temurin:17-jre\n"));
    git("branch", "before");
    commit(Map.of("Dockerfile", "# ours\nFROM eclipse-temurin:8-jre\n"));
    Path annotations = root.resolve("annotations");
    int status = upgrade("--git before --labs charset --annotations " + annotations);
    assertThat(status).isEqualTo(1);
    assertThat(annotations)
        .hasContent(
            "::error file=Dockerfile,line=2,title=faultlab::jdk from 17 to 8: worse in charset;"
                + " the summary of the job has the rows; what to do: ./faultlab fixes charset");
  }

  @Test
  void aDigestIsAskedAboutWithTheImagesOnly() throws IOException {
    change("distroless-digest");
    assertThat(upgrade("--git before")).isEqualTo(ExitStatus.INCONCLUSIVE);
    assertThat(shell.flat())
        .contains("labs see jdk 17 on both sides; --images asks with the images themselves")
        .contains("No question can be asked");
    assertThat(runs.started).isEmpty();
    assertThat(upgrade("--git before --images --dry-run")).isZero();
    assertThat(shell.flat())
        .contains("--from jdk=image:gcr.io/distroless/java17-debian12:latest@sha256:8f80873debfa");
  }

  @Test
  void updateReleasesOfOneJdkAreAskedAboutWithImagesThatHaveThem() throws IOException {
    commit(Map.of(".tool-versions", "java temurin-8.0.282+8\n"));
    git("branch", "before");
    commit(Map.of(".tool-versions", "java temurin-8.0.292+10\n"));
    assertThat(upgrade("--git before")).isZero();
    assertThat(shell.flat())
        .contains("labs see jdk 8 on both sides; --from jdk=image:NAME --to jdk=image:NAME asks");
  }

  @Test
  void aCrossingFromAVersionThatNoLabRunsIsNoAllClear() throws IOException {
    commit(Map.of("requirements.txt", "boto3==1.17.0\n"));
    git("branch", "before");
    commit(Map.of("requirements.txt", "boto3==1.36.0\n"));
    assertThat(upgrade("--git before")).as(shell.output()).isEqualTo(ExitStatus.INCONCLUSIVE);
    assertThat(shell.flat())
        .contains("boto-checksum: appears on the way up, but it is not run: boto3")
        .doesNotContain("no version moves across");
  }

  private static final String MOD = "module a\n\ngo %s\ntoolchain go%s\n";

  /** Defaults of GODEBUG follow the go line, whatever the toolchain is. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.23.0 1.24.5 | 1.24.0 1.24.5 | 1 | go-mptcp go 1.23.0 1.24.0 >=1.24rc1 appears",
        "1.24.0 1.24.5 | 1.25.0 1.27.1 | 0 | go-cpus go 1.24.0 1.25.0 <1.25rc1 healed",
        "1.22.0 1.23.4 | 1.22.0 1.24.5 | 0 | 0 crossed, 0 healed",
      })
  void theLanguageVersionOfGoDecides(String before, String after, int status, String output)
      throws IOException {
    runs.releases = List.of();
    runs.outcome = plan -> new SyntheticRun(plan).asExpected().result();
    commit(Map.of("go.mod", MOD.formatted((Object[]) before.split(" "))));
    git("branch", "before");
    commit(Map.of("go.mod", MOD.formatted((Object[]) after.split(" "))));
    assertThat(upgrade("--git before")).as(shell.output()).isEqualTo(status);
    assertThat(shell.flat()).contains(output);
    assertThat(runs.started.stream().anyMatch(plan -> plan.lab().name().equals("go-mptcp")))
        .isEqualTo(status == 1);
  }

  /** Also the release that builds, and a setting that overrides the default. */
  @ParameterizedTest
  @CsvSource({
    "1.21, 1.21, 1.26.8, 1.27.4, 2, 'go-tls-rsa: appears on the way up, but it is not run: labs build each release'",
    "1.23, 1.24, 1.26.8, 1.26.8, 1, 'go-client-hello: appears on the way up, but it is not run: labs build each'",
    "1.22, 1.23, 1.26.8, 1.26.8, 1, '1 crossed (go-servecontent), 0 healed'",
    "1.22, 1.23, '', '', 1, 'go-client-hello: unknown: the release of Go that builds it decides, but it is not run'",
    "1.23 multipathtcp=0, 1.24 multipathtcp=0, 1.26.8, 1.26.8, 2, 'go-mptcp: unknown: a godebug line of go.mod'",
    "1.24 multipathtcp=0, 1.24, 1.26.8, 1.26.8, 2, 'go-mptcp: unknown: a godebug line of go.mod decides, but it'",
    "1.24 panicnil=1, 1.24, 1.26.8, 1.26.8, 0, 'go-mptcp go 1.24 panicnil=1 1.24 >=1.24rc1 you have it today'",
    "1.22.0, 1.22.0, 1.23.4, 1.24.5, 0, '0 crossed, 0 healed'",
    "1.24.0, 1.24.0, 1.23.4, 1.24.5, 0, 'go-mptcp go 1.24.0 1.24.0 >=1.24rc1 you have it today'",
    "'', '', 1.23.4, 1.24.5, 2, 'go-mptcp: unknown: the go line of go.mod decides, but it is not run'",
    "1.22.0, 1.23.4, golang 1.22.0, golang 1.23.4, 1, '(go-client-hello, go-servecontent), 0 healed, 3 that you have today, 0 unknown. Understood'",
  })
  void soDoWhatBuildsAndWhatOverridesIt(
      String before, String after, String builder, String newer, int status, String output)
      throws IOException {
    runs.releases = List.of();
    runs.outcome = plan -> new SyntheticRun(plan).asExpected().result();
    String mod = "module a\n\ngo ";
    String file = builder.contains(" ") ? ".tool-versions" : "build/Dockerfile";
    String language = mod + before.replace(" ", "\ngodebug ");
    commit(Map.of("go.mod", language, "x/testdata/go.mod", mod + "1.10", file, go(builder)));
    git("branch", "before");
    language = mod + after.replace(" ", "\ngodebug ");
    commit(Map.of("go.mod", language, "README.md", "changed", file, go(newer)));
    assertThat(upgrade("--git before")).as(shell.output()).isEqualTo(status);
    assertThat(shell.flat()).contains(output);
  }

  private static String go(String release) {
    String image = release.isEmpty() ? "alpine:3" : "golang:" + release + "-alpine";
    return release.contains(" ") ? release : "FROM " + image;
  }

  /** The same as between two SBOMs: what is new is so only if no file of the base has it. */
  @ParameterizedTest
  @CsvSource({
    "'', 1.36.0, '', 1, 'boto-checksum: new, with the fault'",
    "'', 1.35.99, '', 0, '0 that you have today, 0 unknown.'",
    "1.36.0, '1.36.0', '', 0, '1 that you have today, 0 unknown.'",
    "'', 1.36.0, 1.40.0, 0, '1 that you have today, 0 unknown.'",
    "'', 1.36.0, 1.35.99, 1, 'boto-checksum: new, with the fault'",
    "1.35.99, '', '', 0, 'boto3 1.35.99 is no longer here'",
  })
  void aNewComponentWithTheFaultCounts(
      String before, String after, String elsewhere, int status, String output) throws IOException {
    commit(
        Map.of(
            "requirements.txt", "six==1\n" + boto(before), "b/requirements.txt", boto(elsewhere)));
    git("branch", "before");
    commit(Map.of("requirements.txt", "six==2\n" + boto(after)));
    assertThat(upgrade("--git before")).as(shell.output()).isEqualTo(status);
    assertThat(shell.flat()).contains(output);
    assertThat(runs.started).isEmpty();
  }

  private static String boto(String version) {
    return version.isEmpty() ? "\n" : "boto3==" + version + "\n";
  }

  /** Of too many files, it is unknown whether one names it; YAML names no libraries. */
  @ParameterizedTest
  @CsvSource({
    "values.yaml, '', 1, 'boto-checksum: new, with the fault'",
    "values.yaml, 1.36.0, 0, '1 that you have today'",
    ".java-version, 1.36.0, 2, 'boto-checksum: with the fault, and perhaps new: the base has too many files'",
  })
  void theWholeBaseIsReadOrTheAnswerIsOpen(String other, String named, int status, String output)
      throws IOException {
    commit(Map.of("z/requirements.txt", boto(named), "a/0/" + other, "21"));
    String blob = git("rev-parse", "HEAD:a/0/" + other).strip();
    List<String> many = new ArrayList<>(List.of("update-index", "--add"));
    for (int i = 1; i < 500; i++) { // in the commit alone
      many.addAll(List.of("--cacheinfo", "100644,%s,a/%d/%s".formatted(blob, i, other)));
    }
    git(many.toArray(String[]::new));
    git("commit", "--quiet", "-m", "many");
    git("branch", "before");
    Files.createDirectory(clone.resolve("b"));
    Files.writeString(clone.resolve("b/requirements.txt"), boto("1.36.0"));
    git("add", "b");
    git("commit", "--quiet", "-m", "x");
    assertThat(upgrade("--git before")).as(shell.output()).isEqualTo(status);
    assertThat(shell.flat()).contains(output);
  }

  @ParameterizedTest
  @CsvSource({
    "a 1.35.99, b 1.36.0, 2, --from boto3=1.35.99 --to boto3=1.36.0 --labs boto-checksum",
    "s/a 1.35.99 s/b 1.36.0, t/a 1.36.0 t/b 1.35.99, 2, --from boto3=1.35.99 --to boto3=1.36.0 --labs boto-checksum",
    "a 1.35.99 b 1.36.0, x 1.36.0, 1, 'boto-checksum: new, with the fault'",
    "a 1.36.0 b 1.36.0, x 1.36.0 y 1.36.0, 1, 'boto-checksum: new, with the fault'",
  })
  void aMovedFileIsComparedWithWhatItWas(String before, String after, int status, String output)
      throws IOException {
    runs.unavailable = plan -> Optional.of("not here");
    commit(moved("", before));
    git("branch", "before");
    for (String file : moved("", before).keySet()) {
      Files.delete(clone.resolve(file));
    }
    commit(moved("# moved\n", after));
    assertThat(upgrade("--git before")).as(shell.output()).isEqualTo(status);
    assertThat(shell.flat()).contains(output);
  }

  private static Map<String, String> moved(String comment, String files) {
    Map<String, String> moved = new HashMap<>();
    String[] words = files.split(" ");
    for (int i = 0; i < words.length; i += 2) {
      moved.put(words[i] + "/requirements.txt", comment + boto(words[i + 1]));
    }
    return moved;
  }

  @Test
  void folderThatWasMovedAsItIsBringsNothing() throws IOException {
    commit(moved("", "a 1.36.0 b 1.36.0"));
    git("branch", "before");
    git("mv", "a", "x");
    git("mv", "b", "y");
    commit(Map.of());
    assertThat(upgrade("--git before")).as(shell.output()).isZero();
  }

  @Test
  void eachChangeIsListedOnce() throws IOException {
    for (String version : List.of("17", "21")) {
      Map<String, String> files = new HashMap<>(Map.of("z.yaml", "image: postgres:" + version));
      for (int i = 0; i < 30; i++) {
        files.put(i + "/Dockerfile", "FROM eclipse-temurin:%s-jre".formatted(version));
      }
      commit(files);
      git("branch", version.equals("17") ? "before" : "after");
    }
    assertThat(upgrade("--git before --dry-run")).isZero();
    assertThat(shell.flat())
        .contains(
            "0/Dockerfile:1, 1/Dockerfile:1, 10/Dockerfile:1, 11/Dockerfile:1 and 26 more: jdk, eclipse-temurin:17-jre to eclipse-temurin:21-jre: asked in")
        .contains("z.yaml:1: image:postgres, postgres:17 to postgres:21: no lab asks about it");
  }

  @ParameterizedTest
  @CsvSource({
    "openjdk:17, eclipse-temurin:17",
    "eclipse-temurin:17@sha256:a, eclipse-temurin:17@sha256:b"
  })
  void anotherImageOfALineOfReleasesIsNoAllClear(String old, String now) throws IOException {
    commit(Map.of("Dockerfile", "FROM " + old.replaceFirst("a$", "a".repeat(64))));
    git("branch", "before");
    commit(Map.of("Dockerfile", "FROM " + now.replaceFirst("b$", "b".repeat(64))));
    assertThat(upgrade("--git before")).as(shell.output()).isEqualTo(ExitStatus.INCONCLUSIVE);
    assertThat(shell.flat())
        .contains(
            "jdk-tls-rsa: unknown: no single release; the newest release of 17 has it, but it is not run:")
        .contains("--images asks with the images themselves");
  }

  @ParameterizedTest
  @CsvSource({
    "tomcat:10.1.41-jdk17, tomcat:10.1.42-jdk17, --from tomcat=10.1.41 --to tomcat=10.1.42 --labs tomcat-parts",
    "eclipse-temurin:17.0.9_9-jre, eclipse-temurin:17.0.19_10-jre, --from jdk=17.0.9 --to jdk=17.0.19 --labs jdk-tls-rsa",
    "eclipse-temurin:17.0.9_9-jre, eclipse-temurin:21.0.10_1-jre, --from jdk=17.0.9 --to jdk=21.0.10 --labs jdk-tls-rsa",
    "node:22-slim, node:24-slim, --from node=22 --to node=24 --labs node-seclevel",
    "node:22-slim, node:24-slim, unknown: no single release; the newest release of 24 has it",
    "eclipse-temurin:17.0.1_9-jre, eclipse-temurin:17.0.9_9-jre, 17.0.9_9-jre: crosses no faulty version of a lab",
    "eclipse-temurin:8.0.392-jre, eclipse-temurin:11.0.30_7-jre, --from jdk=8 --to jdk=11.0.30 --labs jdk-tls-rsa",
    "ghcr.io/acme/node:22, ghcr.io/acme/node:25, no lab asks about it",
    "registry.corp:5000/node:24.4.1, registry.corp:5000/node:24.5.0, --from node=24.4.1 --to node=24.5.0",
    "acme.jfrog.io/docker/node:22, acme.jfrog.io/docker/node:24, --from node=22 --to node=24 --labs node-seclevel",
  })
  void anImageSaysWhatIsInIt(String old, String now, String output) throws IOException {
    commit(Map.of("Dockerfile", "FROM " + old));
    git("branch", "before");
    commit(Map.of("Dockerfile", "FROM " + now));
    assertThat(upgrade("--git before --dry-run")).as(shell.output()).isZero();
    assertThat(shell.flat()).contains(output);
  }

  /** Where a lab cannot run the image, it is asked about the version. */
  @ParameterizedTest
  @CsvSource({
    "tomcat:10.1.41-jdk17, tomcat:10.1.42-jdk17, --from tomcat=10.1.41 --to tomcat=10.1.42 --labs tomcat-parts",
    "golang:1.26.8, golang:1.27.0, --from go=1.26.8 --to go=1.27.0 --labs dns-go",
    "python:3.13@sha256:a, python:3.13@sha256:b, labs see python 3.13 on both sides; they run no image that you name",
    "eclipse-temurin:17-jre, eclipse-temurin:21-jre, --from jdk=image:eclipse-temurin:17-jre --to",
  })
  void imagesAreAskedAboutWhereALabRunsThem(String old, String now, String output)
      throws IOException {
    commit(Map.of("Dockerfile", "FROM " + old.replaceFirst("a$", "a".repeat(64))));
    git("branch", "before");
    commit(Map.of("Dockerfile", "FROM " + now.replaceFirst("b$", "b".repeat(64))));
    assertThat(upgrade("--git before --images --dry-run")).as(shell.output()).isZero();
    assertThat(shell.flat()).contains(output);
  }

  /** By the name of its folder, a module builds nothing that runs. */
  @ParameterizedTest
  @CsvSource({
    "'', tools/go.mod, 0, 'tools/go.mod:3: go 1.25 is of a module beside the program'",
    "1.23, a/testdata/go.mod, 0, 'a/testdata/go.mod:3: go 1.25 is of a module beside the program'",
    "'', service/go.mod, 1, 'go-mptcp: new, with the fault'",
  })
  void aModuleBesideTheProgramBringsNoFault(String old, String path, int status, String output)
      throws IOException {
    String mod = "module a\n\ngo ";
    commit(Map.of("go.mod", mod + "1.22", path, old.isEmpty() ? "module b" : mod + old));
    git("branch", "before");
    commit(Map.of(path, mod + "1.25"));
    assertThat(upgrade("--git before")).as(shell.output()).isEqualTo(status);
    assertThat(shell.flat()).contains(output);
    assertThat(runs.started).isEmpty();
  }

  @Test
  void aLibraryIsAskedAboutInTheLabsThatHaveIt() throws IOException {
    change("kafka-clients-catalogue");
    assertThat(upgrade("--git before --labs kafka-linger")).as(shell.output()).isEqualTo(1);
    assertThat(shell.flat())
        .contains("libs.versions.toml:2: kafka-clients, 3.9.1 to 4.1.1: asked in kafka-linger")
        .contains("Worse from kafka-clients 3.9.1 to kafka-clients 4.1.1: kafka-linger");
  }

  @Test
  void aServiceIsOneMoreQuestion() throws IOException {
    Path file = SyntheticCheck.project(root.resolve("project"), "from: {A: \"1\"}\nto: {A: \"2\"}");
    change("jdk-base-image");
    Path annotations = root.resolve("annotations");
    Path page = root.resolve("summary.md");
    String words = "--git before --labs charset --annotations " + annotations + " --service ";
    assertThat(upgrade(words + file, Map.of("GITHUB_STEP_SUMMARY", page.toString()))).isEqualTo(1);
    assertThat(shell.output())
        .contains("Nothing got worse from jdk 17", "Worse in service gateway (A 1 -> A 2)");
    assertThat(annotations).as("no lab got worse").content().doesNotContain("::error");
    assertThat(page).content().contains("dead-connection-used");
    assertThat(checks.asked).hasSize(1);
    assertThat(upgrade("--git before --dry-run --service " + file)).isZero();
    assertThat(shell.out()).contains("$ ./faultlab check " + file);
    assertThat(checks.asked).isEmpty();
  }

  @Test
  void aFileOfTheChangeStartsNoService() throws IOException {
    SyntheticCheck.project(root.resolve("project"), "from: {A: \"1\"}\nto: {A: \"2\"}");
    Path question = Files.writeString(root.resolve("u.yaml"), "service: project/faultlab.yaml\n");
    change("nothing-known");
    assertThat(upgrade("--git before --file " + question)).isZero();
    assertThat(checks.asked).isEmpty();
  }

  @Test
  void nothingToAskIsSaidInTheSummaryAsWell() throws IOException {
    change("nothing-known");
    Path page = root.resolve("summary.md");
    assertThat(upgrade("--git before", Map.of("GITHUB_STEP_SUMMARY", page.toString()))).isZero();
    assertThat(shell.output())
        .contains("Nothing to ask: no change moves a component of a lab to another version.")
        .contains("compose.yaml:3: image:postgres, postgres:17.5 to postgres:17.6: no lab asks");
    assertThat(page).content().contains("Nothing to ask");
    assertThat(runs.started).isEmpty();
    assertThat(root.resolve("results")).doesNotExist();
  }

  @Test
  void labsAreAskedAboutAllThatChangesInThemAtOnce() throws IOException {
    commit(Map.of("Dockerfile", "FROM openjdk:17\n", "compose.yaml", coredns("1.12.0")));
    git("branch", "before");
    commit(Map.of("Dockerfile", "FROM openjdk:21\n", "compose.yaml", coredns("1.13.1")));
    assertThat(upgrade("--git before --dry-run --labs charset,dns-java,dns-go")).isZero();
    assertThat(shell.out().lines().map(String::strip).filter(line -> line.startsWith("./faultlab")))
        .containsExactlyInAnyOrder(
            "./faultlab upgrade --from jdk=17 --to jdk=21 --labs charset",
            "./faultlab upgrade --from jdk=17,coredns=1.12.0 --to jdk=21,coredns=1.13.1 --labs"
                + " dns-java",
            "./faultlab upgrade --from coredns=1.12.0 --to coredns=1.13.1 --labs dns-go");
    assertThat(runs.started).isEmpty();
  }

  private static String coredns(String version) {
    return "services:\n  d:\n    image: coredns/coredns:" + version + "\n";
  }

  @Test
  void aReleaseLineIsTheNewestOfIt() throws IOException {
    commit(Map.of("go.mod", "module a\n\ngo 1.25\n"));
    git("branch", "before");
    commit(Map.of("go.mod", "module a\n\ngo 1.26\n"));
    assertThat(upgrade("--git before --labs dns-go")).isZero();
    assertThat(shell.output()).contains("Nothing got worse from go 1.25.7 to go 1.26.8");
  }

  @Test
  void hostileFilesAreNamedAndTheRestIsAsked() throws IOException {
    commit(Map.of("Dockerfile", "FROM openjdk:17\n", "b/Dockerfile", "FROM openjdk:17\n"));
    git("branch", "before");
    Files.createSymbolicLink(clone.resolve("evil.Dockerfile"), Path.of("../../secret"));
    commit(
        Map.of(
            "Dockerfile", "FROM openjdk:21\n",
            "b/Dockerfile", "ARG A=1\n".repeat((1 << 17) + 1),
            "pom.xml",
                "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><project>&e;</project>",
            "compose.yaml", "a: &a [x]\nb: &b [*a, *a]\n".repeat(3),
            "k/a.yaml",
                "kind: Pod\napiVersion: v1\nspec:\n  image: \"::error::\\n::add-mask::x\"\n"));
    assertThat(upgrade("--git before --dry-run --labs charset")).as(shell.output()).isZero();
    String output = shell.flat();
    assertThat(output)
        .contains("evil.Dockerfile is a symbolic link")
        .contains("b/Dockerfile: file is larger than 1 MiB")
        .contains("pom.xml: file has a document type (DOCTYPE), which is not read")
        .contains("compose.yaml: file is not YAML that faultlab reads")
        .contains("./faultlab upgrade --from jdk=17 --to jdk=21 --labs charset")
        .doesNotContain("root:");
    assertThat(shell.output().lines().map(String::strip)).noneMatch(line -> line.startsWith("::"));
  }

  @Test
  void passwordsInAddressesAreNotPrinted() throws IOException {
    String url = "u:s3cret@r.test/";
    for (String tag : List.of("17", "21")) {
      commit(
          Map.of(
              "Dockerfile",
                  "ARG B=https://%1$sx:%2$s\nFROM $B\nFROM %1$sjdk:%2$s\nFROM ".formatted(url, tag)
                      + "a:".repeat(1 << 18)
                      + tag,
              "a.yaml", "image: https://%s{{ %s }}?a=1&my_token=s3cret\n".formatted(url, tag),
              "go.mod", "module a\nreplace a/b => ../https://%s%s\n".formatted(url, tag),
              "libs.versions.toml", "[libraries]\na = { u = '//%s%s' ]\n".formatted(url, tag)));
      git("branch", "at" + tag);
    }
    Path page = root.resolve("summary.md");
    assertThat(upgrade("--git at17", Map.of("GITHUB_STEP_SUMMARY", page.toString()))).isZero();
    assertThat(shell.output() + Files.readString(page))
        .contains("r.test/jdk:21 is not the name of an image", "r.test/x:21")
        .doesNotContain("s3cret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--git nosuch",
        "--git --upload-pack=touch",
        "--git before --from jdk=17",
        "--git before --to jdk=17",
        "--git before --labs nosuch",
        "--git before --labs charset --variants nosuch",
        "--dry-run --from jdk=17",
        "--git before --repository /"
      })
  void wrongUsageStartsNothing(String words) throws IOException {
    change("jdk-base-image");
    assertThat(upgrade(words)).as(shell.output()).isEqualTo(ExitStatus.USAGE);
    assertThat(runs.started).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"17, 8, 1", "17, 21, 2"})
  void aQuestionWithoutAnImageEndsNoOther(String from, String to, int status) throws IOException {
    Path file = SyntheticCheck.project(root.resolve("project"), "from: {A: \"1\"}\nto: {A: \"2\"}");
    serviceFailure = Optional.of(new NoSuchImageException("no image a:2"));
    commit(docker(from, from));
    git("branch", "before");
    commit(docker(to, "99"));
    assertThat(upgrade("--git before --labs charset --service " + file)).isEqualTo(status);
    assertThat(shell.output())
        .contains("Inconclusive: no openjdk-99 in any suite", "Inconclusive: no image a:2");
    serviceFailure = Optional.of(new ImageException("no registry answers"));
    assertThat(upgrade("--git before --labs charset --service " + file))
        .as("what was found outweighs what is unavailable")
        .isEqualTo(status == 1 ? 1 : ExitStatus.UNAVAILABLE);
  }

  private static Map<String, String> docker(String one, String other) {
    return Map.of("Dockerfile", "FROM openjdk:" + one, "b/Dockerfile", "FROM openjdk:" + other);
  }

  private void change(String sample) throws IOException {
    commit(files(SAMPLES.resolve(sample).resolve("before")));
    git("branch", "before");
    commit(files(SAMPLES.resolve(sample).resolve("after")));
  }

  private static Map<String, String> files(Path folder) throws IOException {
    Map<String, String> files = new HashMap<>();
    try (Stream<Path> found = Files.walk(folder)) {
      for (Path file : found.filter(Files::isRegularFile).toList()) {
        files.put(folder.relativize(file).toString(), Files.readString(file));
      }
    }
    return files;
  }

  private void commit(Map<String, String> files) throws IOException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = clone.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    git("add", "--all");
    git("commit", "--quiet", "-m", "x");
  }

  private String git(String... words) {
    return GitRepositoryTest.git(clone, words);
  }

  private int upgrade(String words) {
    return upgrade(words, Map.of());
  }

  private int upgrade(String words, Map<String, String> environment) {
    shell = new TestShell(root);
    shell.environment.putAll(Map.of("COLUMNS", "200"));
    shell.environment.putAll(environment);
    String where = words.contains("--repository") ? "" : " --repository " + clone;
    return shell.run(
        "upgrade",
        words + (words.contains("--git") ? where : ""),
        tools -> {
          checks = new SyntheticCheck(tools);
          checks.failure = serviceFailure;
          return new UpgradeCommand(tools, runs, checks);
        });
  }
}
