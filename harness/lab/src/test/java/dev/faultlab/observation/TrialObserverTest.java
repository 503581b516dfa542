package dev.faultlab.observation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.EvidenceReader;
import dev.faultlab.fact.SampleTrial;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Planner;
import dev.faultlab.signature.State;
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

  @Test
  void whatIsStoredComesBackAsItWasWithoutTheEvidence() throws IOException {
    ObservedTrial stored = observer.store(cell, trial());
    assertThat(stored.of("lost-window-scale").state()).isEqualTo(State.PRESENT);
    Files.delete(run.resolve("kafka.pcap"));

    ObservedTrial read = observer.stored(cell.variant(), trial().trial());
    assertThat(read.signatures().toString()).isEqualTo(stored.signatures().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{\"schema\": 2}", "null", "[1, 2]"})
  void aFileThatIsNoneIsNotBelieved(String text) throws IOException {
    Files.writeString(run.resolve(EvidenceFiles.OBSERVATIONS), text);
    assertThat(StoredObservations.in(run)).isEmpty();
    assertThat(observer.stored(cell.variant(), trial().trial()).of("lost-window-scale").state())
        .isEqualTo(State.PRESENT);
  }

  @Test
  void aFileOfAnotherVersionIsNotBelieved() throws IOException {
    observer.store(cell, trial());
    Path file = run.resolve(EvidenceFiles.OBSERVATIONS);
    String text = Files.readString(file);
    Files.delete(run.resolve("kafka.pcap"));
    TrialEvidence trial = trial().trial();

    Files.writeString(file, text.replace("{\"schema\":2", "{\"schema\":1"));
    assertThat(observer.stored(cell.variant(), trial).of("lost-window-scale").state())
        .isEqualTo(State.UNKNOWN);
  }

  @Test
  void theFirstTrialWithEachSetOfOutcomesKeepsWhatAReportDraws() throws IOException {
    observer.store(cell, trial());
    assertThat(drawn()).containsKey("kafka.pcap");
    observer.store(cell, trial());
    assertThat(drawn()).isEmpty();
    Files.delete(run.resolve("sockets.txt"));
    observer.store(cell, trial());
    assertThat(drawn().get("kafka.pcap").window()).isPresent();
  }

  private Map<String, CaptureChart> drawn() {
    return StoredObservations.in(run).orElseThrow().captures();
  }

  private EvidenceReader trial() {
    return SampleTrial.in(run, run, cell.settings());
  }
}
