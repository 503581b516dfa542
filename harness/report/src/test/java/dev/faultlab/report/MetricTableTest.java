package dev.faultlab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.point.Value;
import dev.faultlab.report.diff.Altered;
import dev.faultlab.report.document.Screen;
import dev.faultlab.report.document.TerminalRenderer;
import dev.faultlab.result.Golden;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.SampleRun;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MetricTableTest {
  private static final RunResult RUN = Altered.scaledOn(SampleRun.asExpected(), "jdk", "25", 2);

  @Test
  void theUsualAxisIsTheComponentOfWhichSeveralVersionsRan() {
    assertThat(MetricTable.usualAxis(RUN)).isEqualTo("jdk");
    assertThat(MetricTable.usualAxis(Altered.only(RUN, "jdk", "17"))).isEqualTo("threads");
  }

  @Test
  void whatIsEqualButForTheAxisStandsInOneRow() {
    MetricTable table = MetricTable.of(RUN, "jdk", Optional.empty()).get(0);
    assertThat(table.columns()).containsExactly(Value.of(17), Value.of(25));
    assertThat(table.rows())
        .extracting(MetricTable.Row::name)
        .containsExactly(
            "shared-name, threads 8",
            "own-name, threads 8",
            "cached, threads 8",
            "threads, threads 1",
            "threads, threads 2",
            "threads, threads 8",
            "threads, threads 32");
    MetricTable.Cell later = table.rows().get(0).cells().get(Value.of(25));
    assertThat(later.against().orElseThrow().ratio().orElseThrow().median()).isEqualTo(2);
    assertThat(table.rows().get(0).cells().get(Value.of(17)).against()).isEmpty();
  }

  @Test
  void namesStandInTheOrderOfTheRunSoThatTheFirstIsWhatTheOthersAreHeldAgainst() {
    RunResult kernels =
        Altered.joined(
            Altered.moved(SampleRun.asExpected(), "kernel", "unfixed"),
            Altered.moved(SampleRun.asExpected(), "kernel", "fixed"));
    assertThat(MetricTable.of(kernels, "kernel", Optional.empty()).get(0).columns())
        .containsExactly(Value.of("unfixed"), Value.of("fixed"));
  }

  @Test
  void whatShardsMeasuredOnTwoClassesOfMachineHasNoRatio() {
    RunResult merged = Altered.merged(RUN);
    String why = "No ratio where the two were, or may have been, on two classes of machine.";
    MetricTable table = MetricTable.of(merged, "jdk", Optional.empty()).get(0);
    assertThat(table.rows())
        .hasSize(7)
        .allSatisfy(row -> assertThat(row.cells().get(Value.of(25)).against()).isEmpty());
    assertThat(text(merged, "jdk", 120)).contains(why);
    assertThat(text(merged, "threads", 120).strip())
        .isEqualTo(text(RUN, "threads", 120).strip())
        .doesNotContain(why);
  }

  @Test
  void aLoadInsideTheTrialsIsAnAxisToo() {
    MetricTable table = MetricTable.of(RUN, "threads", Optional.empty()).get(0);
    assertThat(table.columns())
        .containsExactly(Value.of(1), Value.of(2), Value.of(8), Value.of(32));
    assertThat(table.rows())
        .extracting(MetricTable.Row::name)
        .containsExactly("threads, jdk 17", "threads, jdk 25");
  }

  @Test
  void theTextHasIntervalsRatiosAndTildes() {
    Golden.check("table.txt", text(RUN, "jdk", 120));
    Golden.check("table-threads.txt", text(SampleRun.asExpected(), "threads", 120));
    assertThat(text(RUN, "threads", 80).lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
  }

  @Test
  void aQuestionThatCannotBeAskedSaysWhatThereIs() {
    assertThatThrownBy(() -> MetricTable.of(RUN, "coredns", Optional.empty()))
        .isInstanceOf(MetricTable.BadQuestion.class)
        .hasMessageEndingWith("differs in 'coredns' alone; it varies on [jdk, threads]");
    assertThatThrownBy(() -> MetricTable.of(RUN, "jdk", Optional.of("latency")))
        .isInstanceOf(MetricTable.BadQuestion.class)
        .hasMessageEndingWith("has no metric 'latency'; it has [lookups-per-second]");
    RunResult nothing = Altered.keep(RUN, point -> false);
    assertThatThrownBy(() -> MetricTable.usualAxis(nothing))
        .isInstanceOf(MetricTable.BadQuestion.class);
  }

  private static String text(RunResult run, String axis, int width) {
    List<MetricTable> tables = MetricTable.of(run, axis, Optional.empty());
    return new TerminalRenderer(new Screen(width, false))
        .render(MetricTableReport.of(axis, tables));
  }
}
