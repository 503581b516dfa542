package dev.faultlab.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.LabReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The versions that labs call faulty, and what runs showed. */
class FaultyRangesTest {
  private static final Path FORETOLD = Path.of("../../results/reference/foretold.json");

  @TempDir private Path folder;
  private final LabReader labs = new LabReader(List.of(Path.of("../../labs")));

  @Test
  void theRangesAreWhatRunsShowed() throws IOException {
    int declared = 0;
    for (String name : labs.names()) {
      declared += labs.read(name).faulty().isEmpty() ? 0 : 1;
      assertThat(FaultyRanges.problems(labs.read(name), FORETOLD)).as(name).isEmpty();
    }
    assertThat(declared).isEqualTo(9);
  }

  @Test
  void theOppositeOfARunIsAProblem() throws IOException {
    String other =
        "[{'lab': 'musl-tcp', 'before': 'musl=bookworm', 'broken': 'musl=trixie', 'foretold': true},"
            + "{'lab': 'pinned', 'before': 'jdk=20', 'broken': 'jdk=newest', 'foretold': true}]";
    Path file = Files.writeString(folder.resolve("foretold.json"), other.replace('\'', '"'));
    assertThat(FaultyRanges.problems(labs.read("musl-tcp"), file))
        .containsExactly(
            "musl=bookworm is in the range, but foretold.json shows the opposite",
            "musl=trixie is outside the range, but foretold.json shows the opposite");
    assertThat(FaultyRanges.problems(labs.read("pinned"), file))
        .containsExactly("jdk=newest is unknown, but foretold.json shows the opposite");
    assertThat(FaultyRanges.problems(labs.read("go-cpus"), file))
        .containsExactly("no run in foretold.json shows it; see make foretold");
  }
}
