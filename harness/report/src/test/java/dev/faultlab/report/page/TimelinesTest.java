package dev.faultlab.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimelinesTest {

  @TempDir private Path folder;

  @Test
  void whatWasMeasuredTogetherIsDrawnOnOneTimeAxis() throws IOException {
    Path latency = write("latency", "ms", "[[1000.0, 5.0], [3500.0, 900.0]]");
    Path cookies = write("cookies", "cookies", "[[2000, 0], [4000, 77]]");
    List<Timelines.Timeline> drawn =
        Timelines.read(List.of(latency, cookies), Charts.Role.MEASURED).drawn();
    assertThat(drawn).extracting(Timelines.Timeline::name).containsExactly("latency", "cookies");
    assertThat(drawn.get(0).steps().lines().get(0).xy()).containsExactly(0.0, 5.0, 2.5, 900.0);
    assertThat(drawn.get(1).steps().lines().get(0).xy()).containsExactly(1.0, 0.0, 3.0, 77.0);
    assertThat(drawn).allSatisfy(t -> assertThat(t.steps().axes().xMax()).isEqualTo(3.0));
    assertThat(drawn.get(1).steps().axes().yTitle()).isEqualTo("cookies");
  }

  /** Of a point without a time, for one, an axis would begin in 1970. */
  @Test
  void aFileThatIsNoTimelineCostsTheOthersNothing() throws IOException {
    Path latency = write("latency", "ms", "[[1000.0, 5.0], [3500.0, 900.0]]");
    Path cut = write("cut", "x", "[[1700000000123, ]");
    Path words = write("words", "x", "[[2000, 1], [null, 2]]");
    Path none = write("none", "x", "[]");
    Path empty = Files.writeString(folder.resolve("empty" + Timelines.ENDING), "");
    Timelines.Found read =
        Timelines.read(List.of(cut, latency, words, none, empty), Charts.Role.MEASURED);
    assertThat(read.drawn()).extracting(Timelines.Timeline::name).containsExactly("latency");
    assertThat(read.drawn().get(0).steps().lines().get(0).xy()).startsWith(0.0, 5.0);
    assertThat(read.undrawn()).hasSize(4);
    assertThat(read.undrawn().get(0))
        .startsWith("cut.timeline.json cannot be drawn: it is no JSON");
    assertThat(read.undrawn().get(1))
        .isEqualTo("words.timeline.json cannot be drawn: point 2 is no time with a value");
    assertThat(read.undrawn().get(2))
        .isEqualTo("none.timeline.json cannot be drawn: it has no points");
    assertThat(read.undrawn().get(3)).startsWith("empty.timeline.json cannot be drawn");
  }

  private Path write(String name, String unit, String points) throws IOException {
    return Files.writeString(
        folder.resolve(name + Timelines.ENDING),
        "{\"name\": \"%s\", \"unit\": \"%s\", \"points\": %s}".formatted(name, unit, points));
  }
}
