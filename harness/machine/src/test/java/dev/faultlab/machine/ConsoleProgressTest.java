package dev.faultlab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.machine.ConsoleProgress.Style;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ConsoleProgressTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  /** What is drawn while and after a step runs. */
  private String drawn(Style look, int columns, int total, Consumer<Progress.Step> work) {
    try (ConsoleProgress progress = new ConsoleProgress(out, look, columns);
        Progress.Step step = progress.start("Trials", total)) {
      work.accept(step);
    }
    return text();
  }

  @Test
  void aLogGetsALinePerEventWithElapsedTime() {
    String text =
        drawn(
            Style.LINES,
            80,
            2,
            step -> {
              step.advance("shared #1");
              step.advance("per-thread #1");
            });
    assertThat(text.lines())
        .containsExactly(
            "Trials",
            "  Trials [##########----------] 1/2 T  shared #1",
            "  Trials [####################] 2/2 T  per-thread #1",
            "Trials (T)");
  }

  @Test
  void whatIsLeftStandsBesideTheElapsedTime() {
    for (Style look : Style.values()) {
      bytes.reset();
      List<String> words = new ArrayList<>(List.of(""));
      try (ConsoleProgress progress = new ConsoleProgress(out, look, 80);
          Progress.Step step = progress.start("Trials", 4)) {
        step.showRemaining(() -> words.get(0));
        step.total(2);
        step.advance("first");
        step.total(4);
        words.set(0, "about 3 min left");
        step.advance("second");
      }
      assertThat(text())
          .contains(
              "Trials [##########----------] 1/2 T  first",
              "Trials [##########----------] 2/4 T, about 3 min left  second");
    }
  }

  @Test
  void aTerminalGetsOneLineThatIsDrawnAgain() {
    String text = drawn(Style.BAR, 80, 4, step -> step.advance("first"));
    assertThat(text).contains("\r\033[JTrials [#####---------------] 1/4 T  first");
    assertThat(text.chars().filter(character -> character == '\n')).hasSize(1);
    assertThat(text).endsWith("Trials (T)\n");
  }

  @Test
  void linesBelowTheBarAreDrawnAgainWithItAndGoWithIt() {
    try (ConsoleProgress progress = new ConsoleProgress(out, Style.BAR, 20);
        Progress.Step step = progress.start("Trials", 0)) {
      assertThat(progress.footer(() -> List.of("one: waits", "two: " + "x".repeat(50)))).isTrue();
      assertThat(text()).endsWith("\r\033[JTrials T\n  one: waits\n  two: xxxxxxxxxxxx\033[2A\r");
      progress.say("said");
      assertThat(text()).contains("\033[2A\r\r\033[Jsaid\n\r\033[JTrials T\n  one: waits");
      progress.footer(List::of);
      assertThat(text()).endsWith("\033[2A\r\r\033[JTrials T");
    }
  }

  @Test
  void aLogHasNoLinesBelow() {
    try (ConsoleProgress progress = new ConsoleProgress(out, Style.LINES, 80);
        Progress.Step step = progress.start("Trials", 0)) {
      assertThat(progress.footer(() -> List.of("one"))).isFalse();
      step.advance("first");
    }
    assertThat(text()).doesNotContain("one");
  }

  @Test
  void nothingIsShownAfterTheLastWord() {
    for (Style look : Style.values()) {
      try (ConsoleProgress progress = new ConsoleProgress(out, look, 80);
          Progress.Step step = progress.start("Trials", 4)) {
        progress.end("interrupted");
        step.advance("first");
        progress.start("Logs", 0).close();
        progress.say("done");
      }
      assertThat(text()).endsWith("interrupted\n");
    }
  }

  @Test
  void aLongLineIsCutSoThatItCanBeDrawnOver() {
    assertThat(drawn(Style.BAR, 30, 0, step -> step.note("x".repeat(200))).split("\r"))
        .allSatisfy(line -> assertThat(line.length()).isLessThan(34));
  }

  @Test
  void whatABuildPrintsCannotMoveTheCursor() {
    assertThat(drawn(Style.LINES, 80, 1, s -> s.advance("\033[91mwarning\033[0m\tdone\007")))
        .contains("warning done ")
        .doesNotContain("\033");
  }

  @Test
  void aStepWithinAStepComesBackToTheOuterOne() {
    try (ConsoleProgress progress = new ConsoleProgress(out, Style.BAR, 80);
        Progress.Step outer = progress.start("Outer", 0)) {
      try (Progress.Step inner = progress.start("Inner", 0)) {
        inner.note("working");
      }
      assertThat(text()).endsWith("Inner (T)\n\r\033[JOuter T");
    }
  }

  @Test
  void theLauncherSaysWhetherThereIsATerminal() {
    assertThat(Style.of(Map.of("FAULTLAB_TTY", "1"))).isEqualTo(Style.BAR);
    assertThat(Style.of(Map.of())).isEqualTo(Style.LINES);
  }

  private String text() {
    return bytes.toString(StandardCharsets.UTF_8).replaceAll("\\d+:\\d\\d", "T");
  }
}
