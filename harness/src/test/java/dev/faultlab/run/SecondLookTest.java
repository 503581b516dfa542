package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.LabReader;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunResult.TrialResult;
import dev.faultlab.verdict.Judgement;
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
class SecondLookTest {
  private static final Path CAPTURES = Path.of("src/test/resources/captures/syncookie");

  private final Lab lab = new LabReader(Path.of("../labs")).read("syncookie");
  private final List<TrialResult> trials = new ArrayList<>();

  @TempDir private Path folder;

  @BeforeEach
  void evidence() throws IOException {
    trial("unfixed-cookies@listener=v4", "unfixed-cookies");
    trial("fixed-cookies@listener=v4", "fixed-cookies");
  }

  @Test
  void theEvidenceDecidesAndTheProvenanceTells() {
    RunResult judged = look("some signature was too strict before");
    // That reason came from no outcome, so it was met on the way and still stands.
    assertThat(judged.verdict().judgement()).isEqualTo(Judgement.INCONCLUSIVE);
    assertThat(judged.verdict().reasons()).containsExactly("some signature was too strict before");
    assertThat(judged.outcomes()).hasSize(4);
    assertThat(judged.outcomes())
        .allSatisfy(o -> assertThat(o.judgement()).isEqualTo(Judgement.AS_EXPECTED));
    assertThat(judged.provenance())
        .containsEntry("first verdict", "INCONCLUSIVE")
        .containsEntry("judged again by", "abc");
  }

  @Test
  void anUnreadableMetricIsNoObstacleOnceItCanBeRead() {
    assertThat(look("a metric cannot be read: x").verdict().judgement())
        .isEqualTo(Judgement.AS_EXPECTED);
  }

  @Test
  void aCellThatTheLabNoLongerHasCannotBeJudged() throws IOException {
    trial("unfixed-cookies@listener=v9", "unfixed-cookies");
    assertThatThrownBy(() -> look("x"))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("unfixed-cookies@listener=v9");
  }

  @Test
  void aCellWithoutATrialStaysUndecided() {
    trials.remove(1);
    trials.add(
        new TrialResult(
            "fixed-cookies@listener=v4",
            1,
            "evidence/gone/1",
            "",
            0,
            Optional.empty(),
            Optional.of("died")));
    RunResult judged = look("a metric cannot be read: x");
    assertThat(judged.verdict().judgement()).isEqualTo(Judgement.INCONCLUSIVE);
    assertThat(judged.verdict().reasons())
        .anySatisfy(reason -> assertThat(reason).contains("died"));
  }

  @Test
  void evidenceThatIsGoneIsToldAsSuch() {
    trials.add(
        new TrialResult(
            "fixed-cookies@listener=v4",
            2,
            "evidence/gone/2",
            "",
            0,
            Optional.empty(),
            Optional.empty()));
    assertThatThrownBy(() -> look("x"))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("is gone");
  }

  private RunResult look(String reason) {
    RunResult before =
        new RunResult(
            RunResult.SCHEMA,
            "20260101T000000Z-0000",
            "syncookie",
            "t",
            false,
            "",
            "",
            Map.of("listener", List.of("v4"), "trials", List.of("1"), "gone", List.of("1")),
            new Verdict(Judgement.INCONCLUSIVE, List.of(reason)),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            trials,
            Map.of(),
            Map.of("commit", "old"));
    return SecondLook.at(before, folder, lab, "abc");
  }

  private void trial(String cell, String fixture) throws IOException {
    String at = "evidence/" + cell + "/1";
    Path to = Files.createDirectories(folder.resolve(at));
    for (String file : List.of("kafka.pcap", "sockets.txt", "probe.json", "counters.json")) {
      Files.copy(CAPTURES.resolve(fixture).resolve(file), to.resolve(file));
    }
    CaptureStats stats = new CaptureStats("kafka.pcap", 1, 1, 0, true);
    trials.add(
        new TrialResult(
            cell, 1, at, "2026-01-01T00:00:00Z", 0, Optional.of(stats), Optional.empty()));
  }
}
