package dev.faultlab.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.docker.ImageException;
import dev.faultlab.image.ResolvedImage.Origin;
import dev.faultlab.machine.ConsoleProgress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ImageResolverTest extends TestClone {
  private static final String DECLARATION =
      """
      roles:
        root:
          official: debian:12
        base:
          from: { ROOT: root }
        server:
          variable: SERVER_IMAGE
          official: acme/server:{VERSION}
          args: { VERSION: 1.10 }
          from: { BASE: base }
          default: [{}]
        tool:
          variable: TOOL_{KIND}_IMAGE
          official: acme/tool:{KIND}
          args: { KIND: small }
          from: { BASE: base }
          environment: [GOPROXY]
          default: [{ KIND: small }, { KIND: large }]
      """;

  @BeforeEach
  void declareRoles() throws IOException {
    declare(DECLARATION, "base", "server", "tool");
    Path script = Files.createDirectories(workspace.images().resolve("root")).resolve("build");
    Files.writeString(script, "#!/bin/sh\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void theOfficialImageThatIsHereIsTakenAsItIs() {
    engine.images.put("acme/server:1.10", "sha256:1");
    ResolvedImage image = server();
    assertThat(image.name()).isEqualTo("acme/server:1.10");
    assertThat(image.id()).isEqualTo("sha256:1");
    assertThat(image.origin()).isEqualTo(Origin.OFFICIAL);
    assertThat(engine.commandsRun).isEmpty();
  }

  @Test
  void onlyAnImageOfARegistryHasADigestOfOne() {
    engine.images.put("acme/server:1.10", "sha256:1");
    engine.digests.put("acme/server:1.10", "mirror/other@sha256:0\nacme/server@sha256:ab\n");
    ImageResolver resolver = resolver();
    assertThat(resolver.digest(resolver.resolve("server", Map.of())))
        .contains("acme/server@sha256:ab");
    engine.failingPulls.put("acme/tool:small", FakeEngine.NOT_FOUND);
    assertThat(resolver.digest(resolver.resolve("tool", Map.of()))).isEmpty();
  }

  @Test
  void theOfficialImageIsPulledWhereThatIsPossible() {
    ResolvedImage image = resolver().resolve("server", Map.of("VERSION", "1.11"));
    assertThat(image.name()).isEqualTo("acme/server:1.11");
    assertThat(image.origin()).isEqualTo(Origin.OFFICIAL);
    assertThat(engine.commandsRun)
        .containsExactly("ask for acme/server:1.11", "pull acme/server:1.11");
  }

  @Test
  void whatCannotBePulledIsBuiltWithAllItStandsOnUnderOurOwnName() {
    unreachable();
    ResolvedImage image = server();
    assertThat(image.name()).matches("faultlab/server:[0-9a-f]{16}");
    assertThat(image.origin()).isEqualTo(Origin.BUILT);
    assertThat(engine.images.keySet()).allMatch(name -> name.startsWith("faultlab/"));
    assertThat(engine.commandsRun)
        .containsExactly(
            "pull acme/server:1.10",
            "script faultlab/root",
            "build faultlab/base",
            "build faultlab/server");
    assertThat(engine.lastBuild)
        .contains("VERSION=1.10")
        .anyMatch(word -> word.startsWith("BASE=faultlab/base:"));
  }

  @Test
  void theOfficialImageComesInThePlaceOfOursAsSoonAsARegistryAnswers() throws IOException {
    unreachable();
    String ours = server().name();
    engine.failingPulls.clear();
    engine.commandsRun.clear();
    assertThat(server().name()).isEqualTo(ours);
    assertThat(engine.commandsRun).as("no registry answered a moment ago").isEmpty();
    Files.setLastModifiedTime(
        directory.resolve("cache/no-registry"),
        FileTime.from(Instant.now().minus(Duration.ofHours(25))));
    assertThat(server().origin()).isEqualTo(Origin.OFFICIAL);
    assertThat(engine.commandsRun).containsExactly("pull acme/server:1.10");
    assertThat(directory.resolve("cache/no-registry")).doesNotExist();
  }

  @Test
  void oursStaysWhereTheRegistryLacksTheTag() {
    engine.failingPulls.put("acme/server:1.10", FakeEngine.NOT_FOUND);
    ResolvedImage ours = server();
    engine.commandsRun.clear();
    assertThat(server()).isEqualTo(ours);
    assertThat(engine.commandsRun).containsExactly("pull acme/server:1.10");
  }

  private static final String PREBUILT = "registry.test/lab@sha256:" + "ab".repeat(32);

  /** The server's name, after another machine has pushed it as {@link #PREBUILT}. */
  private String pushed() throws IOException {
    unreachable();
    String name = server().name();
    engine.images.clear();
    engine.commandsRun.clear();
    Files.writeString(workspace.images().resolve("prebuilt"), name + " " + PREBUILT + "\n");
    engine.labels.put(PREBUILT, name);
    return name;
  }

  @Test
  void whatAnotherMachineBuiltFromTheSameRecipeIsPulledByDigest() throws IOException {
    String name = pushed();
    ResolvedImage image = server();
    assertThat(engine.commandsRun).containsExactly("pull acme/server:1.10", "pull " + PREBUILT);
    assertThat(image.name()).isEqualTo(name);
    assertThat(image.origin()).isEqualTo(Origin.PREBUILT);
    assertThat(resolver().digest(image)).contains(PREBUILT);
    assertThat(server()).as("a second time").isEqualTo(image);
  }

  @Test
  void whatIsOfAnotherRecipeIsRefusedAndBuilt() throws IOException {
    String name = pushed();
    engine.labels.put(PREBUILT, name + "0");
    assertThat(server().origin()).isEqualTo(Origin.BUILT);
    assertThat(engine.commandsRun).endsWith("build faultlab/server");
    Files.writeString(workspace.images().resolve("server/Dockerfile"), "FROM scratch\nUSER 1\n");
    engine.commandsRun.clear();
    assertThat(server().origin()).as("a changed recipe").isEqualTo(Origin.BUILT);
    assertThat(engine.commandsRun).noneMatch(entry -> entry.contains(PREBUILT));
  }

  @Test
  void aRegistryThatLostItIsNoObstacle() throws IOException {
    pushed();
    engine.failingPulls.put(PREBUILT, FakeEngine.NOT_FOUND);
    assertThat(server().origin()).isEqualTo(Origin.BUILT);
  }

  @Test
  void nothingPrebuiltIsTakenWhereBuiltImagesAreWanted() throws IOException {
    pushed();
    resolver().preferBuilt(true);
    assertThat(server().origin()).isEqualTo(Origin.BUILT);
    assertThat(engine.commandsRun).noneMatch(entry -> entry.startsWith("pull"));
  }

  @Test
  void aLineWithoutDigestIsRefused() throws IOException {
    Files.writeString(workspace.images().resolve("prebuilt"), "faultlab/server:1 acme/server:1\n");
    assertThatThrownBy(this::resolver)
        .isInstanceOf(ImageException.class)
        .hasMessageContaining("expected NAME REPOSITORY@sha256:DIGEST, found 'faultlab/server:1");
  }

  @Test
  void builtIsAChoiceThatLasts() {
    engine.images.put("acme/server:1.10", "sha256:1");
    resolver().preferBuilt(true);
    assertThat(server().origin()).isEqualTo(Origin.BUILT);
    assertThat(engine.commandsRun).noneMatch(entry -> entry.startsWith("pull acme"));
    assertThat(
            resolver(Map.of("FAULTLAB_IMAGES", "official"), message -> {})
                .resolve("server", Map.of())
                .id())
        .isEqualTo("sha256:1");
    assertThat(server().origin()).isEqualTo(Origin.BUILT);
    resolver().preferBuilt(false);
    assertThat(server().id()).isEqualTo("sha256:1");
    assertThatThrownBy(() -> resolver(Map.of("FAULTLAB_IMAGES", "ours"), message -> {}))
        .hasMessage("FAULTLAB_IMAGES=ours: expected official or built");
  }

  @Test
  void whatABuildStandsOnIsNotPulledWhereOneOfOursIsHere() {
    unreachable();
    resolver().resolve("root", Map.of());
    engine.failingPulls.remove("debian:12");
    engine.commandsRun.clear();
    ImageResolver again = resolver();
    again.askAgain();
    again.resolve("base", Map.of());
    assertThat(engine.commandsRun).containsExactly("build faultlab/base");
  }

  @Test
  void whatDoesNotStandOnEachOtherIsBuiltSideBySideAndWhatAllStandOnOnce() {
    unreachable();
    engine.building = bothOf("faultlab/tool");
    List<ResolvedImage> images = resolver().resolveDefaults();
    assertThat(images).extracting(ResolvedImage::origin).containsOnly(Origin.BUILT);
    assertThat(engine.commandsRun)
        .containsSubsequence("script faultlab/root", "build faultlab/base", "build faultlab/server")
        .containsOnlyOnce("build faultlab/base", "build faultlab/server")
        .filteredOn("build faultlab/tool"::equals)
        .hasSize(2);
  }

  /** Of two images with this beginning, each waits until the other one has begun. */
  private static Consumer<String> bothOf(String beginning) {
    CountDownLatch both = new CountDownLatch(2);
    return name -> {
      if (name.startsWith(beginning)) {
        both.countDown();
        try {
          assertThat(both.await(30, TimeUnit.SECONDS)).as("the other one began").isTrue();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
    };
  }

  @Test
  void onceARegistryHasAnsweredTheOthersArePulledSideBySide() {
    engine.pulling = bothOf("acme/tool");
    List<ResolvedImage> images = resolver().resolveDefaults();
    assertThat(images)
        .extracting(ResolvedImage::name)
        .containsExactly("acme/server:1.10", "acme/tool:small", "acme/tool:large");
    assertThat(engine.commandsRun)
        .startsWith("pull acme/server:1.10")
        .containsExactlyInAnyOrder(
            "pull acme/server:1.10", "pull acme/tool:small", "pull acme/tool:large");
  }

  @Test
  void ofPullsSideBySideOneThatReachesNobodyDecides() {
    engine.failingPulls.put("acme/tool:small", FakeEngine.UNREACHABLE);
    engine.failingPulls.put("acme/tool:large", FakeEngine.NOT_FOUND);
    engine.pulling = bothOf("acme/tool");
    assertThat(resolver().resolveDefaults())
        .extracting(ResolvedImage::origin)
        .containsExactly(Origin.OFFICIAL, Origin.BUILT, Origin.BUILT);
    assertThat(directory.resolve("cache/no-registry")).exists();
    assertThat(engine.commandsRun).as("no registry is asked").doesNotContain("pull debian:12");
  }

  @Test
  void saysHowManyImagesThereAreOfHowMany() {
    engine.failingPulls.put("acme/tool:small", FakeEngine.NOT_FOUND);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    try (ConsoleProgress progress = new ConsoleProgress(out, ConsoleProgress.Style.LINES, 80)) {
      resolver(Map.of(), progress).resolveDefaults();
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8).replaceAll("\\d+:\\d\\d", "T").lines())
        .startsWith("images")
        .endsWith("images (T)")
        .filteredOn(line -> line.contains("]"))
        .extracting(line -> line.replaceAll("^.*] (\\d+/\\d+) .*?  (\\w+).*$", "$1 $2"))
        // A pull that is refused is a build more than was thought, and what that one stands on.
        .containsExactly("1/3 server", "2/3 tool", "3/5 root", "4/5 base", "5/5 tool");
  }

  @Test
  void ofTwoBuildsTheOneThatDoesNotFailIsKept() {
    unreachable();
    engine.images.put("debian:12", "sha256:1");
    engine.building =
        tag -> {
          if (tag.startsWith("faultlab/server")) {
            throw new ImageException("no more server");
          }
        };
    assertThatThrownBy(() -> resolver().resolveDefaults()).hasMessage("no more server");
    assertThat(engine.commandsRun).filteredOn("build faultlab/tool"::equals).hasSize(2);
  }

  @Test
  void theEnvironmentMayNameAnImageForThisInvocation() throws IOException {
    engine.images.put("mine/server:next", "sha256:mine");
    ResolvedImage image =
        resolver(Map.of("SERVER_IMAGE", "mine/server:next"), message -> {})
            .resolve("server", Map.of());
    assertThat(image.name()).isEqualTo("mine/server:next");
    assertThat(image.origin()).isEqualTo(Origin.GIVEN);
    assertThat(workspace.dotEnv()).doesNotExist();
  }

  @Test
  void aGivenImageThatIsNowhereIsAnErrorAndNotReplaced() {
    engine.failingPulls.put("mine/server:next", FakeEngine.NOT_FOUND);
    assertThatThrownBy(
            () ->
                resolver(Map.of("SERVER_IMAGE", "mine/server:next"), message -> {})
                    .resolve("server", Map.of()))
        .isInstanceOf(ImageException.class)
        .hasMessageContaining("SERVER_IMAGE=mine/server:next")
        .hasMessageContaining("not found");
  }

  @Test
  void aPackageRegistrysBadMinuteIsWaitedForAndABrokenRecipeIsNot() {
    unreachable();
    engine.failingBuilds.add("E: Failed to fetch x  503  Service Unavailable");
    server();
    assertThat(engine.commandsRun).filteredOn("script faultlab/root"::equals).hasSize(2);

    engine.images.clear();
    engine.commandsRun.clear();
    engine.failingBuilds.add("Dockerfile: unknown instruction: FORM");
    assertThatThrownBy(() -> resolver().resolve("tool", Map.of()))
        .isInstanceOf(ImageException.class)
        .hasMessageContaining("building root failed")
        .hasMessageContaining("unknown instruction: FORM");
    assertThat(engine.commandsRun).filteredOn("script faultlab/root"::equals).hasSize(1);
  }

  @Test
  void aRegistryThatStaysAwayEndsTheBuildAfterThreeAttempts() {
    unreachable();
    for (int i = 0; i < 5; i++) {
      engine.failingBuilds.add("Temporary failure resolving 'mirror.test'");
    }
    assertThatThrownBy(() -> server())
        .isInstanceOf(ImageException.class)
        .hasMessageContaining("Temporary failure");
    assertThat(engine.commandsRun).filteredOn("script faultlab/root"::equals).hasSize(3);
  }

  @Test
  void whereThingsComeFromIsHandedOnAndNotPartOfTheKey() {
    unreachable();
    String plain = resolver().resolve("tool", Map.of()).name();
    engine.images.remove(plain);
    ResolvedImage behindProxy =
        resolver(Map.of("GOPROXY", "proxy-of-mine", "https_proxy", "p:3128"), message -> {})
            .resolve("tool", Map.of());
    assertThat(behindProxy.name()).isEqualTo(plain);
    assertThat(engine.lastBuild).contains("GOPROXY=proxy-of-mine", "https_proxy=p:3128");
  }

  /** The history of an image keeps the arguments of its last stage. */
  @Test
  void aPasswordStaysInNoImage() throws IOException {
    unreachable();
    Path recipe = Files.createDirectories(workspace.images().resolve("tool"));
    String build = "ARG BASE\nFROM ${BASE} AS build\nARG GOPROXY\nRUN go build\n";
    Map<String, String> secret = Map.of("GOPROXY", "https://bob:s3cret@proxy.test,direct");
    Files.writeString(recipe.resolve("Dockerfile"), build);
    assertThatThrownBy(() -> resolver(secret, message -> {}).resolve("tool", Map.of()))
        .isInstanceOf(ImageException.class)
        .hasMessageContaining("GOPROXY has a user name or password")
        .hasMessageNotContaining("s3cret");
    Files.writeString(
        recipe.resolve("Dockerfile"), build + "FROM ${BASE}\nCOPY --from=build / /\n");
    resolver(secret, message -> {}).resolve("tool", Map.of());
    assertThat(engine.lastBuild).contains("GOPROXY=https://bob:s3cret@proxy.test,direct");
  }

  @Test
  void namesStandInTheEnvFileForCompose() throws IOException {
    Files.writeString(workspace.dotEnv(), "FAULTLAB_NET=198.19.7\nSERVER_IMAGE=old\n");
    engine.images.put("acme/server:1.10", "sha256:1");
    engine.images.put("acme/tool:small", "sha256:2");
    server();
    resolver().resolve("tool", Map.of());
    assertThat(Files.readAllLines(workspace.dotEnv()))
        .filteredOn(line -> !line.startsWith("#"))
        .containsExactly(
            "FAULTLAB_NET=198.19.7",
            "SERVER_IMAGE=acme/server:1.10",
            "TOOL_small_IMAGE=acme/tool:small");
  }

  /** As a new invocation resolves it. */
  private ResolvedImage server() {
    return resolver().resolve("server", Map.of());
  }

  private void unreachable() {
    for (String name : new String[] {"acme/server:1.10", "acme/tool:small", "acme/tool:large"}) {
      engine.failingPulls.put(name, FakeEngine.UNREACHABLE);
    }
    engine.failingPulls.put("debian:12", FakeEngine.UNREACHABLE);
  }
}
