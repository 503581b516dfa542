package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.evidence.TrialRole;
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

/** A run of a lab whose program counts its fault, under a verdict that it does not deserve. */
class RejudgementTest {
  private static final Point FAULTY = point("faulty");
  private static final Point HEALTHY = point("healthy");

  private final List<TrialRecord> trials = new ArrayList<>();

  @TempDir private Path folder;

  @BeforeEach
  void evidence() throws IOException {
    Files.createDirectories(folder.resolve("demo"));
    Files.writeString(
        folder.resolve("demo/lab.yaml"),
        KeptTrialsTest.DECLARATION
            + "metrics: {took: {title: time, unit: ms, from: counts.json#/ms}}\n");
    counted(FAULTY, 1, TrialRole.COUNTED, 10, 80);
    counted(HEALTHY, 1, TrialRole.COUNTED, 0, 80);
  }

  @Test
  void theEvidenceDecidesAndTheProvenanceTells() {
    RunResult judged = look();
    assertThat(judged.verdict().judgement()).isEqualTo(Judgement.AS_EXPECTED);
    assertThat(judged.outcomes())
        .hasSize(2)
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
    assertThat(look(new Obstacle(Obstacle.Kind.STACK, "x", "did not start")).verdict())
        .isEqualTo(new Verdict(Judgement.INCONCLUSIVE, List.of("did not start")));
  }

  @Test
  void aVariantThatTheLabNoLongerHasCannotBeJudged() throws IOException {
    counted(point("gone"), 1, TrialRole.COUNTED, 0, 80);
    assertThatThrownBy(this::look)
        .isInstanceOf(LabException.class)
        .hasMessageContaining("no variant 'gone'");
  }

  @Test
  void evidenceMayBeMissingOnlyWhereTheTrialFailed() {
    trials.set(1, record(HEALTHY, 1, TrialRole.COUNTED, Optional.of("died")));
    assertThat(look().verdict().judgement()).isEqualTo(Judgement.INCONCLUSIVE);
    assertThat(look().verdict().reasons()).anySatisfy(r -> assertThat(r).contains("died"));
    trials.add(record(HEALTHY, 2, TrialRole.COUNTED, Optional.empty()));
    assertThatThrownBy(this::look).isInstanceOf(LabException.class).hasMessageContaining("missing");
  }

  @Test
  void whatWentOnAloneIsMeasuredAndWhatWentOnBesideOthersCounts() throws IOException {
    counted(FAULTY, 2, TrialRole.MEASURED, 10, 20);
    counted(FAULTY, 3, TrialRole.MEASURED, 10, 40);
    RunResult judged = look();
    assertThat(judged.measurements(FAULTY).get(0).samples()).containsExactly(20., 40.);
    assertThat(judged.outcomes(FAULTY).get(0).observations()).hasSize(3);
  }

  private RunResult look(Obstacle... met) {
    RunResult before =
        new RunResult(
            RunResult.SCHEMA,
            "20260101T000000Z-0000",
            "demo",
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
    return Rejudgement.judge(before, folder, new LabReader(List.of(folder)).read("demo"), "abc");
  }

  private void counted(Point point, int index, TrialRole role, int left, int millis)
      throws IOException {
    TrialRecord trial = record(point, index, role, Optional.empty());
    trials.add(trial);
    Files.writeString(
        Files.createDirectories(folder.resolve(trial.folder())).resolve("counts.json"),
        "{\"all\": 10, \"left\": %d, \"ms\": %d}".formatted(left, millis));
  }

  private static TrialRecord record(Point point, int index, TrialRole role, Optional<String> why) {
    return new TrialRecord(
        point,
        index,
        Optional.of(role),
        "evidence/%s/%d".formatted(point.variant(), index),
        "",
        0,
        Optional.empty(),
        why,
        Optional.empty());
  }

  private static Point point(String variant) {
    return new Point(variant, Map.of("jdk", Value.of(17)));
  }
}
