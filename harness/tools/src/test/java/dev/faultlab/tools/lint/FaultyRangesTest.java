package dev.faultlab.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.faultlab.lab.LabReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The versions that labs call faulty, and what runs showed. */
class FaultyRangesTest {
  private static final Path FORETOLD = Path.of("../../results/reference/foretold.json");

  @TempDir private Path folder;
  private final LabReader labs = new LabReader(List.of(Path.of("../../labs")));

  @Test
  void theRangesAreWhatRunsShowed() throws IOException {
    Set<String> silent = new TreeSet<>();
    JsonNode foretold = new ObjectMapper().readTree(FORETOLD.toFile());
    foretold.forEach(row -> silent.add(row.get("lab").asText()));
    for (String name : labs.names()) {
      if (!labs.read(name).faulty().isEmpty()) {
        assertThat(silent.remove(name)).as(name).isTrue();
      }
      assertThat(FaultyRanges.problems(labs.read(name), FORETOLD)).as(name).isEmpty();
    }
    assertThat(silent).as("asked, without a range").containsExactly("jdk-tls-rsa", "jvm-memory");
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
