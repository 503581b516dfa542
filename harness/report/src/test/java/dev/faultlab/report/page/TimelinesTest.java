package dev.faultlab.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.report.document.Block;
import dev.faultlab.result.SampleRun;
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
    List<Charts.Steps> drawn = steps(List.of(latency, cookies));
    assertThat(drawn.get(0).lines().get(0).name()).isEqualTo("latency");
    assertThat(drawn.get(0).lines().get(0).xy()).containsExactly(0.0, 5.0, 2.5, 900.0);
    assertThat(drawn.get(1).lines().get(0).xy()).containsExactly(1.0, 0.0, 3.0, 77.0);
    assertThat(drawn).allSatisfy(steps -> assertThat(steps.xMax()).isEqualTo(3.0));
    assertThat(drawn.get(1).yTitle()).isEqualTo("cookies");
  }

  /** Of a point without a time, for one, an axis would begin in 1970. */
  @Test
  void aFileThatIsNoTimelineCostsTheOthersNothing() throws IOException {
    Path latency = write("latency", "ms", "[[1000.0, 5.0], [3500.0, 900.0]]");
    Path cut = write("cut", "x", "[[1700000000123, ]");
    Path words = write("words", "x", "[[2000, 1], [null, 2]]");
    Path none = write("none", "x", "[]");
    Path empty = Files.writeString(folder.resolve("empty" + Timelines.ENDING), "");
    List<Path> files = List.of(cut, latency, words, none, empty);
    assertThat(steps(files).get(0).lines().get(0).xy()).startsWith(0.0, 5.0);
    assertThat(charts(files).stream().filter(Block.Paragraph.class::isInstance))
        .map(block -> ((Block.Paragraph) block).text().words())
        .satisfiesExactly(
            why -> assertThat(why).startsWith("t 1: cut.timeline.json cannot be drawn: not JSON"),
            why -> assertThat(why).endsWith("drawn: point 2 is no time with a value"),
            why -> assertThat(why).endsWith("none.timeline.json cannot be drawn: it has no points"),
            why -> assertThat(why).startsWith("t 1: empty.timeline.json cannot be drawn"));
  }

  private static List<Block> charts(List<Path> files) {
    return Timelines.charts(files, CellView.of(SampleRun.asExpected()).get(0), "t 1");
  }

  private static List<Charts.Steps> steps(List<Path> files) {
    return charts(files).stream()
        .filter(Block.Chart.class::isInstance)
        .map(block -> (Charts.Steps) ((Block.Chart) block).data())
        .toList();
  }

  private Path write(String name, String unit, String points) throws IOException {
    return Files.writeString(
        folder.resolve(name + Timelines.ENDING),
        "{\"name\": \"%s\", \"unit\": \"%s\", \"points\": %s}".formatted(name, unit, points));
  }
}
