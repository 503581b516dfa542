package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a terminal shows of the stacks while a run goes on. */
class StackLinesTest {
  @TempDir private Path root;

  @Test
  void eachStackSaysWhatGoesOnThereAndWhatWasFound() throws IOException {
    TinyLab lab = new TinyLab(root);
    List<String> seen = new ArrayList<>();
    lab.engine()
        .when(
            "program count",
            () -> {
              if (lab.engine().times("program count") == 6) {
                seen.addAll(lab.below());
              }
            });
    assertThat(lab.run()).as(lab.err()).isZero();
    assertThat(seen).hasSize(2);
    assertThat(seen.get(0))
        .matches(
            "tiny-1: forgets@release=1 #2, \\d+ s; until now never-evicts present 1, absent 1;"
                + " reads-random present 1, absent 1");
    assertThat(seen.get(1))
        .startsWith("tiny-2: waits; until now never-evicts present 2, absent 1;");
    assertThat(lab.below()).as("when all is over").isEmpty();
  }
}
