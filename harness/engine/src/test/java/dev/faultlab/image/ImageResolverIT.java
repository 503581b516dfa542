package dev.faultlab.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.image.ResolvedImage.Origin;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The resolver against the real engine, with an image of one file. */
class ImageResolverIT {
  @TempDir private Path directory;
  private final LocalCommands commands = new LocalCommands();
  private Workspace workspace;

  @BeforeEach
  void makeClone() throws IOException {
    workspace = new Workspace(directory.resolve("clone"), new CacheDir(directory.resolve("cache")));
    Path recipe = Files.createDirectories(workspace.images().resolve("it-scratch"));
    Files.writeString(
        recipe.resolve("Dockerfile"), "FROM scratch\nARG WORD\nLABEL word=${WORD}\nCOPY note /\n");
    // What is in the file makes this test's image its own, also next to another run of this test.
    Files.writeString(recipe.resolve("note"), directory.toString());
    Files.writeString(
        workspace.images().resolve("roles.yaml"),
        """
        roles:
          it-scratch:
            variable: IT_{WORD}_IMAGE
            args: { WORD: one }
        """);
  }

  @AfterEach
  void removeImages() {
    String tags =
        docker("image", "ls", "--format", "{{.Repository}}:{{.Tag}}", "faultlab/it-scratch");
    tags.lines().forEach(tag -> docker("image", "rm", tag));
  }

  @Test
  void buildsOnceAndFindsItAgain() throws IOException {
    ResolvedImage built = resolve("one");
    assertThat(built.origin()).isEqualTo(Origin.BUILT);
    assertThat(built.id()).startsWith("sha256:");
    assertThat(docker("image", "inspect", "-f", "{{.Config.Labels.word}}", built.name()))
        .isEqualTo("one");
    assertThat(Files.readString(workspace.dotEnv())).contains("IT_one_IMAGE=" + built.name());

    Files.delete(workspace.cache().directory("logs").resolve(log(built)));
    assertThat(resolve("one")).isEqualTo(built);
    assertThat(workspace.cache().directory("logs").resolve(log(built)))
        .as("no second build")
        .doesNotExist();
  }

  @Test
  void anotherArgumentIsAnotherImage() {
    assertThat(resolve("two").name()).isNotEqualTo(resolve("one").name());
  }

  private ResolvedImage resolve(String word) {
    return new ImageResolver(
            workspace,
            Roles.read(workspace.images().resolve("roles.yaml")),
            commands,
            Progress.silent(),
            Map.of())
        .resolve("it-scratch", Map.of("WORD", word));
  }

  private static String log(ResolvedImage image) {
    return image.name().replaceAll("[/:]", "-") + ".log";
  }

  private String docker(String... words) {
    List<String> command = new ArrayList<>(List.of("docker"));
    command.addAll(List.of(words));
    return commands.run(Command.of(command)).out().strip();
  }
}
