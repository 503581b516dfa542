package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.evidence.TrialRole;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.RunForm;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.result.PointResult;
import dev.faultlab.result.RunResult;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Obstacle;
import dev.faultlab.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run of lab syncookie whose evidence is the committed one, under a verdict that it does not
 * deserve.
 */
class RejudgementTest {
  private static final Path CAPTURES = Path.of("../samples/captures/syncookie");

  private static final List<String> FILES =
      List.of("kafka.pcap", "sockets.txt", "probe.json", "counters.json");

  private static final Point UNFIXED = cookies("unfixed");
  private static final Point FIXED = cookies("fixed");

  private final Lab lab = new LabReader(List.of(Path.of("../../labs"))).read("syncookie");
  private final List<TrialRecord> trials = new ArrayList<>();

  @TempDir private Path folder;

  @BeforeEach
  void evidence() throws IOException {
    trial(UNFIXED, "unfixed-cookies");
    trial(FIXED, "fixed-cookies");
  }

  @Test
  void theEvidenceDecidesAndTheProvenanceTells() {
    RunResult judged = look();
    assertThat(judged.verdict().judgement()).isEqualTo(Judgement.AS_EXPECTED);
    assertThat(judged.outcomes()).hasSize(4);
    assertThat(judged.outcomes())
        .allSatisfy(o -> assertThat(o.judgement()).isEqualTo(Judgement.AS_EXPECTED));
    assertThat(judged.provenance())
        .containsEntry("first verdict", "INCONCLUSIVE")
        .containsEntry("judged again by", "abc");
  }

  @Test
  void whatTheRunMetOnItsWayStillStandsAndWhatReadingMetIsReadAgain() {
    assertThat(
            look(new Obstacle(Obstacle.Kind.READING, "", "unreadable then")).verdict().judgement())
        .isEqualTo(Judgement.AS_EXPECTED);
    RunResult judged = look(new Obstacle(Obstacle.Kind.STACK, "x", "did not start"));
    assertThat(judged.verdict().judgement()).isEqualTo(Judgement.INCONCLUSIVE);
    assertThat(judged.verdict().reasons()).containsExactly("did not start");
  }

  @Test
  void aVariantThatTheLabNoLongerHasCannotBeJudged() throws IOException {
    trial(new Point("gone", FIXED.at()), "unfixed-cookies");
    assertThatThrownBy(this::look)
        .isInstanceOf(LabException.class)
        .hasMessageContaining("no variant 'gone'");
  }

  @Test
  void aCellWithoutATrialStaysUndecided() {
    trials.remove(1);
    trials.add(
        new TrialRecord(
            FIXED,
            1,
            Optional.empty(),
            "evidence/gone/1",
            "",
            0,
            Optional.empty(),
            Optional.of("died"),
            Optional.empty()));
    RunResult judged = look();
    assertThat(judged.verdict().judgement()).isEqualTo(Judgement.INCONCLUSIVE);
    assertThat(judged.verdict().reasons())
        .anySatisfy(reason -> assertThat(reason).contains("died"));
  }

  @Test
  void evidenceThatIsGoneIsToldAsSuch() {
    trials.add(
        new TrialRecord(
            FIXED,
            2,
            Optional.empty(),
            "evidence/gone/2",
            "",
            0,
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
    assertThatThrownBy(this::look)
        .isInstanceOf(LabException.class)
        .hasMessageContaining("is missing");
  }

  @Test
  void whatWentOnAloneIsMeasuredAndWhatWentOnBesideOthersCounts() throws IOException {
    produced(1, 80);
    trials.add(another(2, TrialRole.MEASURED, 20));
    trials.add(another(3, TrialRole.MEASURED, 40));
    RunResult judged = look();
    assertThat(samples(judged)).containsExactly(20., 40.);
    assertThat(judged.outcomes())
        .filteredOn(outcome -> outcome.point().equals(UNFIXED))
        .isNotEmpty()
        .allSatisfy(outcome -> assertThat(outcome.observations()).hasSize(3));
  }

  /** One more trial of the unfixed kernel, with the same packets. */
  private TrialRecord another(int index, TrialRole role, int millis) throws IOException {
    TrialRecord first = trials.get(0);
    String at = first.folder().replaceFirst("1$", Integer.toString(index));
    Path from = folder.resolve(first.folder());
    Path to = Files.createDirectories(folder.resolve(at));
    for (String file : FILES) {
      Files.copy(from.resolve(file), to.resolve(file));
    }
    produced(index, millis);
    return new TrialRecord(
        UNFIXED,
        index,
        Optional.of(role),
        at,
        first.startedAt(),
        0,
        first.capture(),
        Optional.empty(),
        Optional.empty());
  }

  /** What the producer said of a trial of the unfixed kernel. */
  private void produced(int index, int millis) throws IOException {
    Path at = folder.resolve(trials.get(0).folder()).resolveSibling(Integer.toString(index));
    Files.writeString(at.resolve("produce.json"), "{\"p50Millis\": " + millis + "}");
  }

  private static List<Double> samples(RunResult run) {
    return run.measurements().stream()
        .filter(m -> m.metric().equals("request-p50") && m.point().equals(UNFIXED))
        .flatMap(m -> m.samples().stream())
        .toList();
  }

  private RunResult look(Obstacle... met) {
    RunResult before =
        new RunResult(
            RunResult.SCHEMA,
            "20260101T000000Z-0000",
            "syncookie",
            "t",
            RunForm.FULL,
            "",
            "",
            Map.of("trials", List.of(Value.of(1)), "gone", List.of(Value.of(1))),
            new Verdict(Judgement.INCONCLUSIVE, List.of("whatever it was")),
            List.of(met),
            trials.stream()
                .map(TrialRecord::point)
                .distinct()
                .map(p -> new PointResult(p, p.words(), "t", Optional.empty()))
                .toList(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            trials,
            Map.of(),
            Map.of("commit", "old"));
    return Rejudgement.at(before, folder, lab, "abc");
  }

  private void trial(Point point, String fixture) throws IOException {
    String at = "evidence/" + fixture + point.variant() + "/1";
    Path to = Files.createDirectories(folder.resolve(at));
    for (String file : FILES) {
      Files.copy(CAPTURES.resolve(fixture).resolve(file), to.resolve(file));
    }
    CaptureStats stats = new CaptureStats("kafka.pcap", 1, 1, 0, true);
    trials.add(
        new TrialRecord(
            point,
            1,
            Optional.empty(),
            at,
            "2026-01-01T00:00:00Z",
            0,
            Optional.of(stats),
            Optional.empty(),
            Optional.empty()));
  }

  private static Point cookies(String kernel) {
    return new Point(
        "cookies",
        Map.of(
            "kernel",
            Value.of(kernel),
            "kafka",
            Value.of("4.3.1"),
            "listener",
            Value.of("v4"),
            "delay",
            Value.of(0)));
  }
}
