package dev.faultlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.result.Golden;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.SampleRun;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalReportTest {
  private static final List<String> PAGE =
      List.of("results/sample/20260102T030405Z-abcd/report.html");

  @Test
  void showsARunAsExpected() {
    Golden.check("terminal-160.txt", render(SampleRun.asExpected(), 160, false));
  }

  @Test
  void showsAContradiction() {
    Golden.check("terminal-contradicted.txt", render(SampleRun.contradicted(), 120, false));
  }

  @Test
  void showsWhatMadeARunInconclusive() {
    Golden.check("terminal-inconclusive.txt", render(SampleRun.inconclusive(), 120, false));
  }

  @Test
  void staysWithinTheWidthOfTheScreen() {
    for (int width : new int[] {70, 80, 100, 132}) {
      assertThat(render(SampleRun.contradicted(), width, false).lines())
          .filteredOn(line -> !line.startsWith("Report: "))
          .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
    }
  }

  @Test
  void colourAddsNothingButColour() {
    String coloured = render(SampleRun.contradicted(), 120, true);
    assertThat(coloured).contains("\u001b[1;31mCONTRADICTED\u001b[0m");
    assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", ""))
        .isEqualTo(render(SampleRun.contradicted(), 120, false));
  }

  @Test
  void colourIsForTerminalsThatWantIt() {
    assertThat(Screen.of(Map.of(), true).colour()).isTrue();
    assertThat(Screen.of(Map.of(), false).colour()).isFalse();
    assertThat(Screen.of(Map.of("NO_COLOR", "1"), true).colour()).isFalse();
    assertThat(Screen.of(Map.of("NO_COLOR", ""), true).colour()).isTrue();
    assertThat(Screen.of(Map.of("TERM", "dumb"), true).colour()).isFalse();
  }

  @Test
  void widthComesFromTheEnvironmentWhereItMakesSense() {
    assertThat(Screen.of(Map.of("COLUMNS", "200"), true).width()).isEqualTo(200);
    assertThat(Screen.of(Map.of("COLUMNS", "20"), true).width()).isEqualTo(60);
    assertThat(Screen.of(Map.of("COLUMNS", "wide"), true).width()).isEqualTo(120);
  }

  private static String render(RunResult result, int width, boolean colour) {
    return new TerminalReport(new Screen(width, colour)).render(result, PAGE);
  }
}
