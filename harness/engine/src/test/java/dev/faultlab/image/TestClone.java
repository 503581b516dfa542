package dev.faultlab.image;

import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A clone with a cache of its own, beside an engine on which nothing is. */
abstract class TestClone {
  @TempDir Path directory;
  final FakeEngine engine = new FakeEngine();
  Workspace workspace;

  @BeforeEach
  void makeClone() {
    workspace = new Workspace(directory.resolve("clone"), new CacheDir(directory.resolve("cache")));
  }

  /** Declares roles, and gives some of them a recipe. */
  void declare(String roles, String... recipes) throws IOException {
    for (String role : recipes) {
      Path recipe = Files.createDirectories(workspace.images().resolve(role));
      Files.writeString(recipe.resolve("Dockerfile"), "FROM scratch\n");
    }
    Files.writeString(workspace.images().resolve("roles.yaml"), roles);
  }

  Roles roles() {
    return Roles.read(workspace.images().resolve("roles.yaml"), List.of());
  }

  /** Of a new invocation. */
  ImageResolver resolver() {
    return resolver(Map.of(), message -> {});
  }

  ImageResolver resolver(Map<String, String> environment, Progress progress) {
    return new ImageResolver(
        workspace,
        roles(),
        engine,
        progress,
        environment,
        directory.resolve("no-certificates"),
        Duration.ZERO);
  }
}
