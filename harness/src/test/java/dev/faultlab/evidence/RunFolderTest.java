package dev.faultlab.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
  @TempDir Path results;

  @Test
  void isPartialUntilItIsFinished() throws IOException {
    RunFolder folder = RunFolder.create(results, "demo", "me");
    assertThat(RunFolder.partial(folder.path())).isTrue();

    folder.write("result.json", "{}");
    assertThat(RunFolder.partial(folder.path())).isTrue();

    folder.finish();
    assertThat(RunFolder.partial(folder.path())).isFalse();
    assertThat(folder.path().resolve("result.json")).hasContent("{}");
  }

  @Test
  void anAbandonedRunSaysWhy() throws IOException {
    RunFolder folder = RunFolder.create(results, "demo", "me");
    folder.abandon("interrupted");
    assertThat(folder.path().resolve(RunFolder.PARTIAL)).hasContent("interrupted\n");
  }

  @Test
  void twoRunsInTheSameSecondHaveFoldersOfTheirOwn() throws IOException {
    assertThat(RunFolder.create(results, "demo", "me").path())
        .isNotEqualTo(RunFolder.create(results, "demo", "me").path());
  }
}
