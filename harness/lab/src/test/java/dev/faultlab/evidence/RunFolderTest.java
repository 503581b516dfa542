package dev.faultlab.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
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

  /** One in 65,536 that begin in the same second, and then neither is refused. */
  @Test
  void twoRunsThatDrawTheSameIdHaveFoldersOfTheirOwn() throws IOException {
    Iterator<String> drawn = List.of("z-0001", "z-0001", "z-0001", "z-0002").iterator();
    assertThat(RunFolder.unused(results, drawn::next)).hasFileName("z-0001");
    assertThat(RunFolder.unused(results, drawn::next)).hasFileName("z-0002");
    assertThat(drawn).isExhausted();
  }
}
