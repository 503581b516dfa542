package dev.faultlab.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.UnreachableException;
import dev.faultlab.machine.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the two containers of a build are started with. */
class GoBuildTest {
  private static final String MODULE = "apps/client";
  private static final String SOURCE_PATH = "internal/cache.go";

  @TempDir private Path root;
  private final List<List<String>> started = new ArrayList<>();
  private int fetched;
  private int built;

  @BeforeEach
  void aCloneWithAClass() throws IOException {
    Files.createDirectories(root.resolve("results/class"));
    Files.createDirectories(root.resolve("apps/client"));
    Files.createDirectories(root.resolve("fixes/cache"));
    Files.writeString(
        root.resolve("apps/client/go.mod"),
        """
        module client
        require example.org/other v1.0.0
        replace ours/cache => ../../fixes/cache
        replace example.org/other => example.org/fork v1.0.1
        """);
    Files.writeString(root.resolve("apps/client/go.sum"), "");
    Files.writeString(root.resolve("fixes/cache/go.mod"), "module cache\n");
  }

  private List<String> build() throws IOException {
    return new GoBuild(
            root,
            root.resolve("kept"),
            command -> {
              started.add(command.words());
              return new CommandResult(started.size() < 2 ? fetched : built, "", "no such module");
            },
            () -> "go:1",
            Map.of("GOPROXY", "https://proxy.example"))
        .build(root.resolve("mine.go"), MODULE, SOURCE_PATH, "client", root.resolve("out"));
  }

  private static List<String> mounts(List<String> words) {
    List<String> mounts = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      if (words.get(i).equals("--volume")) {
        mounts.add(words.get(i + 1));
      }
    }
    return mounts;
  }

  @Test
  void modulesAreFetchedWithoutAnySource() throws IOException {
    assertThat(build()).isEmpty();
    assertThat(started.get(0))
        .containsSequence("go:1", "go", "mod", "download")
        .containsSequence("--env", "GOPROXY=https://proxy.example")
        .doesNotContain("--network");
    assertThat(mounts(started.get(0)))
        .containsExactly(
            root + "/kept/modules:/modules",
            root + "/apps/client/go.mod:/source/apps/client/go.mod:ro",
            root + "/apps/client/go.sum:/source/apps/client/go.sum:ro",
            root + "/fixes/cache/go.mod:/source/fixes/cache/go.mod:ro");
  }

  @Test
  void theProgramIsBuiltWithoutTheNetworkAndWithoutTheRestOfTheClone() throws IOException {
    build();
    assertThat(started.get(1))
        .containsSequence("--network", "none")
        .containsSequence("--env", "GOPROXY=off")
        .containsSequence("go:1", "go", "build");
    assertThat(mounts(started.get(1)))
        .containsExactly(
            root + "/kept/modules:/modules:ro",
            root + "/kept/build:/build",
            root + "/apps/client:/source/apps/client:ro",
            root + "/fixes/cache:/source/fixes/cache:ro",
            root + "/mine.go:/source/apps/client/internal/cache.go:ro",
            root + "/out:/out");
  }

  @Test
  void whatIsNotTheCompilersIsNoComplaint() {
    fetched = 1;
    assertThatThrownBy(this::build).isInstanceOf(UnreachableException.class);
    assertThat(started).hasSize(1);
    started.clear();
    fetched = 0;
    built = 125; // docker run itself
    assertThatThrownBy(this::build).isExactlyInstanceOf(ImageException.class);
  }
}
