package dev.faultlab.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.faultlab.cli.CommandListTest;
import dev.faultlab.command.Toolbox;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The versions that labs call faulty, and what runs showed. */
class FaultyRangesTest {
  private static final Path FORETOLD = Path.of("../../results/reference/foretold.json");

  private static final Toolbox TOOLS = CommandListTest.tools();

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
      assertThat(problems(labs.read(name), FORETOLD)).as(name).isEmpty();
    }
    assertThat(silent).as("asked, without a range").containsExactly("jvm-memory");
  }

  @Test
  void theOppositeOfARunIsAProblem() throws IOException {
    Path file = folder.resolve("foretold.json");
    Files.writeString(
        file,
        """
        [{"lab": "musl-tcp", "before": "musl=bookworm", "broken": "musl=trixie", "foretold": true},
         {"lab": "pinned", "before": "jdk=20", "broken": "go=22", "foretold": true},
         {"lab": "charset", "before": "jdk=17", "broken": "jdk=8", "foretold": true,
          "to": {"changes": [{"change": "APPEARED", "variant": "gone", "signature": "x"}]}}]
        """);
    assertThat(problems(labs.read("musl-tcp"), file))
        .containsExactly(
            "musl=bookworm is in the range, but foretold.json shows the opposite",
            "musl=trixie is outside the range, but foretold.json shows the opposite");
    assertThat(problems(labs.read("pinned"), file))
        .containsExactly("go=22 is unknown, but foretold.json shows the opposite");
    assertThat(problems(labs.read("charset"), file))
        .containsExactly(
            "foretold.json names x of variant gone, which the lab does not have; make foretold");
    assertThat(problems(labs.read("go-cpus"), file))
        .containsExactly(
            "no run in foretold.json shows it; run harness/scripts/check-contribution LAB");
  }

  /** Each bound, moved, contradicts what the lab expects of its own variant. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tomcat-parts | <10.1.43 | <10.1.99 | tomcat 10.1.43 is in the range, but twelve expects refused-forms absent",
        "tomcat-parts | >=11.0.8 <11.0.9 | >=11.0.7 <11.0.9 | tomcat 11.0.7 is in the range, but twelve",
        "tomcat-parts | <11.0.9 | <11.0.10 | tomcat 11.0.9 is in the range, but twelve expects",
        "redis-py-swapped | <4.5.4 | <4.5.3 | redis-py 4.5.3 is outside the range, but cancelled expects",
        "httpclient5-upgrade | >=5.4-alpha2 | >=5.4-alpha1 | httpclient5 5.4-alpha1 is in the range, but default",
        "jdk-tls-rsa | >=17.0.18 | >=17.0.17 | jdk 17.0.17 is in the range, but old-server expects",
        "kafka-old-client | <0.11.0.0 | <0.12.0.0 | kafka 4.0.0, kafka-clients 0.11 is in the range, but agent",
        "node-seclevel | >=24.5.0 | >=24.6.0 | node 24.5.0 is outside the range, but small-key",
      })
  void aBoundThatTheLabContradictsIsAProblem(
      String name, String bound, String moved, String message) throws IOException {
    Lab lab = labs.read(name);
    Path changed = Files.createDirectories(folder.resolve(name));
    String yaml = Files.readString(lab.folder().resolve("lab.yaml"));
    Files.writeString(
        changed.resolve("lab.yaml"),
        yaml.replaceFirst("(?s)(range: .{0,70}?)" + bound, "$1" + moved));
    assertThat(problems(new LabReader(List.of(folder)).read(name), FORETOLD))
        .anyMatch(problem -> problem.startsWith(message), message);
  }

  private static List<String> problems(Lab lab, Path committed) throws IOException {
    return new FaultyRanges(lab, TOOLS.provisioning()).problems(committed);
  }
}
