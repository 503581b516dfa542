package dev.faultlab.observation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.fact.EvidenceReader;
import dev.faultlab.fact.SampleTrial;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Planner;
import dev.faultlab.seen.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trials of lab syncookie, with the packets of a faulty and of a mended kernel. */
class TrialObserverTest {
  private static final Path CAPTURES = Path.of("../samples/captures/syncookie");

  private final Lab lab = new LabReader(List.of(Path.of("../../labs"))).read("syncookie");
  private final Cell cell =
      new Planner(lab)
          .plan(new Choices(Map.of(), List.of(), RunForm.SHORT)).cells().stream()
              .filter(c -> c.variant().id().equals("cookies"))
              .findFirst()
              .orElseThrow();
  private final TrialObserver observer = new TrialObserver(lab);

  @TempDir private Path run;

  @BeforeEach
  void evidence() throws IOException {
    for (String file : List.of("kafka.pcap", "sockets.txt", "probe.json", "counters.json")) {
      Files.copy(CAPTURES.resolve("unfixed-cookies").resolve(file), run.resolve(file));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{\"schema\": 1}",
        "null",
        "[1, 2]",
        "{\"schema\":2,\"captures\":{\"a.pcap\":{\"brokeOff\":null,\"lookups\":null,\"window\":null}}}"
      })
  void aFileThatIsNoneIsNotBelieved(String text) throws IOException {
    Files.writeString(run.resolve(EvidenceFiles.CHARTS), text);
    assertThat(StoredCharts.in(run)).isEmpty();
  }

  @Test
  void theFirstTrialWithEachSetOfOutcomesKeepsWhatAReportDraws() throws IOException {
    assertThat(observer.draw(cell, trial()).of("lost-window-scale").state())
        .isEqualTo(State.PRESENT);
    assertThat(StoredCharts.in(run)).containsKey("kafka.pcap");
    Files.delete(run.resolve(EvidenceFiles.CHARTS));
    observer.draw(cell, trial());
    assertThat(run.resolve(EvidenceFiles.CHARTS)).doesNotExist();
    Files.delete(run.resolve("sockets.txt"));
    observer.draw(cell, trial());
    assertThat(StoredCharts.in(run).get("kafka.pcap").window()).isPresent();
  }

  private EvidenceReader trial() {
    return SampleTrial.in(run, run, cell.settings());
  }
}
