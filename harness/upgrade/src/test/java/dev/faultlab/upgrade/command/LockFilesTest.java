package dev.faultlab.upgrade.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.manifest.ChangedPath;
import dev.faultlab.manifest.Snapshot;
import dev.faultlab.manifest.Unclear;
import dev.faultlab.sbom.Sbom;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LockFilesTest {
  private static final Snapshot EMPTY =
      new Snapshot() {
        @Override
        public List<String> paths() {
          return List.of();
        }

        @Override
        public Optional<String> text(String path) {
          return Optional.of("");
        }
      };

  @Test
  void filesBeyondTheLimitAreNamed() throws IOException, InterruptedException {
    List<ChangedPath> changed =
        IntStream.range(0, 502)
            .mapToObj(i -> Optional.of(i + "/yarn.lock"))
            .map(path -> new ChangedPath(path, path))
            .toList();
    LockFiles files =
        new LockFiles(
            (texts, wanted) -> {
              assertThat(texts).hasSize(1000);
              return new Sbom("syft", 0, 0, List.of(), List.of());
            });
    assertThat(files.between(EMPTY, EMPTY, changed).unclear())
        .extracting(Unclear::words)
        .containsExactly(
            "500/yarn.lock:1: file not read: too many lock files changed",
            "501/yarn.lock:1: file not read: too many lock files changed");
  }
}
