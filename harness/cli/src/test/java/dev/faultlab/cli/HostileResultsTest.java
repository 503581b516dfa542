package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Some of the runs of strangers; with {@code -Dhostile.inputs=20000} Maven tries more. */
class HostileResultsTest {
  private static final int INPUTS = Integer.getInteger("hostile.inputs", 500);

  @TempDir Path root;

  @Test
  void noRunOfAStrangerBreaksACommandOrReachesBeyondItsFolder() throws Exception {
    HostileResults strangers = new HostileResults(root);
    assertThat(strangers.problems(0, INPUTS)).isEmpty();
    // The one of 20,000 that once failed: line breaks in the digest of the lab's files.
    assertThat(strangers.problems(15331, 1)).isEmpty();
  }
}
