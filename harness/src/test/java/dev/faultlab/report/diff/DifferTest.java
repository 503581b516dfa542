package dev.faultlab.report.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.effect.Measurement;
import dev.faultlab.result.RunResult;
import dev.faultlab.report.SampleRun;
import dev.faultlab.result.StoredRun;
import dev.faultlab.report.diff.RunDiff.CaptureChange;
import dev.faultlab.report.diff.RunDiff.Change;
import dev.faultlab.report.diff.RunDiff.DiffVerdict;
import dev.faultlab.report.diff.RunDiff.MetricChange;
import dev.faultlab.report.page.SampleEvidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DifferTest {
  private static final Differ DIFFER = new Differ(0.1, false);

  @TempDir Path folder;

  @Test
  void aRunAgainstItselfChangedNothing() throws IOException {
    RunDiff diff = compare(SampleRun.asExpected(), SampleRun.asExpected());
    assertThat(diff.verdict()).isEqualTo(DiffVerdict.NOT_WORSE);
    assertThat(diff.signatures()).hasSize(6).allMatch(s -> s.change() == Change.SAME);
    assertThat(diff.metrics()).isNotEmpty().allMatch(m -> m.change() == Change.SAME);
    assertThat(diff.conditions()).isEmpty();
  }

  @Test
  void aFaultThatAppearsIsWorseAndOneThatGoesIsNot() throws IOException {
    RunDiff worse = compare(SampleRun.asExpected(), SampleRun.contradicted());
    assertThat(worse.verdict()).isEqualTo(DiffVerdict.WORSE);
    assertThat(worse.reasons().get(0))
        .isEqualTo(
            "own-name@jdk=17, serialised-lookups: absent (concurrent) 5/5, now present (serialised)"
                + " 5/5");
    RunDiff better = compare(SampleRun.contradicted(), SampleRun.asExpected());
    assertThat(better.verdict()).isEqualTo(DiffVerdict.NOT_WORSE);
    assertThat(better.reasons().get(0)).contains("2 better");
  }

  @Test
  void aMetricIsWorseInTheDirectionThatTheLabSays() throws IOException {
    RunResult before = SampleRun.asExpected();
    assertThat(compare(before, Altered.scaled(before, 0.5)).verdict()).isEqualTo(DiffVerdict.WORSE);
    assertThat(compare(before, Altered.scaled(before, 2)).verdict())
        .isEqualTo(DiffVerdict.NOT_WORSE);
    RunResult lessIsBetter = Altered.lowerIsBetter(before);
    assertThat(compare(lessIsBetter, Altered.scaled(lessIsBetter, 2)).verdict())
        .isEqualTo(DiffVerdict.WORSE);
  }

  @Test
  void aDifferenceWithinTheThresholdIsNone() throws IOException {
    RunResult before = SampleRun.asExpected();
    RunDiff diff = compare(before, Altered.scaled(before, 0.95));
    assertThat(diff.verdict()).isEqualTo(DiffVerdict.NOT_WORSE);
    assertThat(diff.metrics()).anyMatch(m -> m.p() < 0.01 && m.change() == Change.SAME);
    StoredRun.Finished a = stored("a", before);
    StoredRun.Finished b = stored("b", Altered.scaled(before, 0.95));
    assertThat(new Differ(0.01, false).compare(a, b).verdict()).isEqualTo(DiffVerdict.WORSE);
  }

  @Test
  void tooFewTrialsTellNothingOfMetrics() throws IOException {
    RunResult few = Altered.firstTrials(SampleRun.asExpected(), 4);
    RunResult half = Altered.scaled(few, 0.5);
    assertThat(compare(few, half).verdict()).isEqualTo(DiffVerdict.CANNOT_TELL);
    assertThat(new Differ(0.1, true).compare(stored("a", few), stored("b", half)).verdict())
        .isEqualTo(DiffVerdict.NOT_WORSE);
  }

  @Test
  void aDelayOutOfToleranceMakesItUndecidableHoweverMuchChanged() throws IOException {
    RunResult before = SampleRun.asExpected();
    RunDiff diff = compare(Altered.scaled(before, 2), SampleRun.inconclusive());
    assertThat(diff.verdict()).isEqualTo(DiffVerdict.CANNOT_TELL);
    assertThat(diff.reasons().get(0)).contains("B: DNS delay was out of tolerance");
  }

  @Test
  void aSignatureThatOneRunCannotTellIsUndecided() throws IOException {
    RunDiff diff = compare(SampleRun.asExpected(), Altered.unknown(SampleRun.asExpected()));
    assertThat(diff.verdict()).isEqualTo(DiffVerdict.CANNOT_TELL);
    assertThat(diff.reasons().get(0))
        .isEqualTo(
            "shared-name@jdk=17, serialised-lookups: present (serialised) 5/5, now present 4/5,"
                + " unknown 1/5");
  }

  @Test
  void runsOfDifferentJdksPairUp() throws IOException {
    RunDiff diff =
        compare(
            Altered.only(SampleRun.asExpected(), "jdk", "17"),
            Altered.only(SampleRun.asExpected(), "jdk", "25"));
    assertThat(diff.reservations()).isEmpty();
    assertThat(diff.signatures())
        .extracting(RunDiff.SignatureChange::cell)
        .containsExactly("shared-name@jdk=17->25", "own-name@jdk=17->25", "cached@jdk=17->25");
    assertThat(diff.metrics()).extracting(MetricChange::cell).contains("threads@jdk=17->25");
  }

  @Test
  void cellsWithoutACounterpartAreNamed() throws IOException {
    RunDiff diff =
        compare(SampleRun.asExpected(), Altered.only(SampleRun.asExpected(), "jdk", "25"));
    assertThat(diff.notes()).anyMatch(n -> n.startsWith("only in A: shared-name@jdk=17, own-"));
    assertThat(diff.signatures()).hasSize(3);
  }

  @Test
  void whatIsNotComparableIsSaid() throws IOException {
    RunResult run = SampleRun.asExpected();
    assertThat(Differ.reservations(run, Altered.lab(run, "other"))).hasSize(1);
    assertThat(Differ.reservations(run, Altered.parameter(run, "delay-ms", "20")))
        .containsExactly("--delay-ms is 10 in A and 20 in B");
    assertThat(Differ.reservations(run, Altered.parameter(run, "trials", "9"))).isEmpty();
    assertThat(Differ.reservations(run, Altered.provenance(run, "guests", "TCG, emulated")))
        .singleElement()
        .asString()
        .contains("emulated");
    assertThat(Differ.reservations(run, Altered.provenance(run, "kernel", "6.12"))).isEmpty();
    RunDiff forced = compare(run, Altered.parameter(run, "delay-ms", "20"));
    assertThat(forced.reservations()).hasSize(1);
  }

  @Test
  void capturesAreComparedWhereBothRunsHaveThem() throws IOException {
    RunResult run = SampleRun.asExpected();
    StoredRun.Finished a = stored("a", run);
    StoredRun.Finished b = stored("b", run);
    SampleEvidence.write(run, a.folder());
    assertThat(DIFFER.compare(a, b).notes()).singleElement().asString().contains("evidence");
    SampleEvidence.write(run, b.folder());
    List<CaptureChange> same = DIFFER.compare(a, b).captures();
    assertThat(same).isNotEmpty().noneMatch(CaptureChange::changed);
    assertThat(same)
        .extracting(CaptureChange::figure)
        .contains(
            "dns.pcap: most look-ups of one name in flight",
            "tcp.pcap: SYN-ACK window scale",
            "tcp.pcap: server's first raw window",
            "tcp.pcap: client's rounds");

    for (int trial = 1; trial <= 5; trial++) {
      Files.copy(
          a.folder().resolve("evidence/own-name@jdk=17/" + trial + "/dns.pcap"),
          b.folder().resolve("evidence/shared-name@jdk=17/" + trial + "/dns.pcap"),
          java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
    assertThat(DIFFER.compare(a, b).captures())
        .filteredOn(CaptureChange::changed)
        .extracting(c -> c.cell() + " " + c.figure() + ": " + c.before() + " -> " + c.after())
        .contains("shared-name@jdk=17 dns.pcap: names looked up: 1 -> 8");
  }

  private RunDiff compare(RunResult a, RunResult b) throws IOException {
    return DIFFER.compare(stored("a", a), stored("b", b));
  }

  private StoredRun.Finished stored(String id, RunResult result) {
    return new StoredRun.Finished(result.lab(), id, folder.resolve(id), result);
  }

  /** Measurements can be told apart by their median. */
  @Test
  void medianAndIntervalsOfBothSidesAreShown() throws IOException {
    RunResult before = SampleRun.asExpected();
    Measurement first = before.measurements().get(0);
    MetricChange change = compare(before, Altered.scaled(before, 0.5)).metrics().get(0);
    assertThat(change.before()).isEqualTo(first.estimate());
    assertThat(change.after().median()).isEqualTo(first.estimate().median() / 2);
    assertThat(change.ratio().orElseThrow().median()).isEqualTo(0.5);
  }
}
