package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.lab.LabReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every detector has to keep. */
class DetectorsTest {
  @Test
  void eachHasANameOfItsOwnAndASectionInTheDocumentation() throws IOException {
    String docs = Files.readString(Path.of("../..", "docs/reference/findings.md"));
    List<Detector> all = Detectors.create(new MemoryBudget());
    assertThat(all).extracting(each -> each.findingId).doesNotHaveDuplicates();
    for (Detector each : all) {
      String lab = each.lab.map(shown -> "(?:.+\n)*?.*/labs/" + shown.lab()).orElse("");
      assertThat(docs).containsPattern("### " + each.findingId.id() + "\n" + lab);
    }
  }

  @Test
  void eachSaysByWhichSignatureALabShowsItsFault() {
    LabReader labs = new LabReader(List.of(Path.of("../..", "labs")));
    for (Detector each : Detectors.create(new MemoryBudget())) {
      each.lab.ifPresent(
          shown ->
              assertThat(labs.read(shown.lab()).signatures().keySet())
                  .containsAll(shown.signature().stream().toList()));
    }
  }
}
