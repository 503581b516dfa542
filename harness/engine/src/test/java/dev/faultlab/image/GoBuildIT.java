package dev.faultlab.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.docker.DockerCommand;
import dev.faultlab.docker.OneShot;
import dev.faultlab.files.Json;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine keeps to what a learner's build and program are given. */
class GoBuildIT {
  private static final Workspace CLONE =
      new Workspace(Path.of("../..").toAbsolutePath().normalize(), CacheDir.of(System.getenv()));
  private static final String MODULE = "go-apps/resolver-client";
  private static final String SOURCE_PATH = "internal/samples/01_fixed_ttl.go";

  private static String image;

  @TempDir private Path folder;
  private final LocalCommands commands = new LocalCommands();
  private final List<List<String>> started = new ArrayList<>();

  @BeforeAll
  static void bringGo() {
    image =
        new ImageResolver(
                CLONE,
                Roles.read(CLONE.images().resolve("roles.yaml"), List.of()),
                new LocalCommands(),
                message -> {},
                System.getenv(),
                ImageResolver.CERTIFICATES,
                ImageResolver.PAUSE)
            .resolve("go", Map.of())
            .name();
  }

  private List<String> build(Path file) throws IOException {
    return new GoBuild(
            CLONE.root(),
            CLONE
                .cache()
                .directory("repair-go"), // as ./faultlab repair check: the second time it is quick
            command -> {
              started.add(command.words());
              return commands.run(command);
            },
            () -> image,
            System.getenv())
        .build(file, MODULE, SOURCE_PATH, "client", Files.createDirectories(folder.resolve("out")));
  }

  @Test
  void theLabsOwnFileIsBuiltWithinTheLimits() throws IOException {
    Path file = CLONE.root().resolve(MODULE).resolve(SOURCE_PATH);
    assertThat(build(file)).isEmpty();
    assertThat(folder.resolve("out/client")).isExecutable();
    for (List<String> words : started) {
      JsonNode host = inspected(words);
      assertThat(host.path("PidsLimit").asLong()).isBetween(1L, 4096L);
      assertThat(host.path("Memory").asLong()).isEqualTo(4L << 30);
      assertThat(host.path("SecurityOpt").toString()).contains("no-new-privileges:true");
      assertThat(host.path("CapDrop").toString()).contains("ALL");
    }
    assertThat(inspected(started.get(1)).path("NetworkMode").asText()).isEqualTo("none");
  }

  /** The same container, which is not started. */
  private JsonNode inspected(List<String> words) throws IOException {
    List<String> create = new ArrayList<>(words);
    create.set(create.indexOf("run"), "create");
    create.remove("--rm");
    String id = commands.run(Command.of(create)).out().strip();
    try {
      return Json.MAPPER.readTree(
          commands.run(DockerCommand.of("inspect", "--format", "{{json .HostConfig}}", id)).out());
    } finally {
      commands.run(DockerCommand.of("rm", id));
    }
  }

  /** C can read any file that the compiler sees. */
  @Test
  void theRestOfTheCloneIsNotThere() throws IOException {
    Path file = folder.resolve("01_fixed_ttl.go");
    Files.writeString(file, "package samples\n\n// #include \"/source/pom.xml\"\nimport \"C\"\n");
    assertThat(build(file)).singleElement().asString().contains("pom.xml: No such file");
  }

  private CommandResult run(int mebibytes, String script) {
    return commands.run(
        new OneShot(mebibytes)
            .capabilities(List.of())
            .with("--network", "none")
            .command(image, List.of("sh", "-c", script))
            .within(Duration.ofMinutes(2)));
  }

  @Test
  void aForkBombAndAHogEndInTheirContainer() {
    CommandResult bomb = run(1024, "i=0; while [ $i -lt 3000 ]; do sleep 600 & i=$((i+1)); done");
    assertThat(bomb.ok()).isFalse();
    assertThat(bomb.err()).containsIgnoringCase("cannot fork");
    CommandResult hog = run(64, "head -c 400m /dev/zero | tail -c 400m >/dev/null");
    assertThat(hog.status()).isEqualTo(128 + 9);
  }
}
