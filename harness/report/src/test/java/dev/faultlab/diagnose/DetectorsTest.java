package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.lab.LabReader;
import dev.faultlab.report.diagnosis.DiagnosisJson;
import dev.faultlab.report.diagnosis.DiagnosisText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every detector has to keep, and that diagnose knows none of them. */
class DetectorsTest {
  /** Finds something in every query, to show what a new detector takes. */
  private static final class EveryQuery extends Detector {
    private long queries;

    EveryQuery() {
      super(FindingId.LOST_DNS_REPLY, Optional.empty());
    }

    @Override
    void connection(TcpConnection connection) {
      throw new AssertionError("there is none");
    }

    @Override
    void exchange(DnsExchange exchange) {
      queries++;
    }

    @Override
    void conclude(CaptureFacts facts, Conclusions out) {
      out.found(
          false,
          new Finding.Place(
              "all", "here", List.of(1L), "dns", Finding.Parties.of(null, null, null, null)),
          queries + " queries",
          "-",
          "",
          "-");
      out.undecided(facts.names().size() + " names");
    }
  }

  @Test
  void runsADetectorThatItDoesNotKnow() throws IOException {
    byte[] capture = new DnsScene().query(0, 1, 1, "a.lab", DnsScene.A).toBytes();
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(capture))) {
      Diagnosis diagnosis = Diagnose.run(reader, List.of(new EveryQuery()));
      assertThat(diagnosis.findings()).hasSize(1);
      assertThat(diagnosis.findings().get(0).why()).isEqualTo("1 queries");
      assertThat(diagnosis.undecided())
          .containsExactly(new Diagnosis.Undecided(FindingId.LOST_DNS_REPLY, "1 names"));
      assertThat(DiagnosisText.of(diagnosis, "x", (lab, fault) -> List.of()))
          .contains("lost-dns-reply (likely)")
          .doesNotContain("lab:");
      assertThat(DiagnosisJson.of(diagnosis, "x", (lab, fault) -> List.of(), true))
          .contains("lost-dns-reply")
          .doesNotContain("\"lab\"");
    }
  }

  @Test
  void eachHasANameOfItsOwnAndASectionInTheDocumentation() throws IOException {
    String docs = Files.readString(Path.of("../..", "docs", "findings.md"));
    List<Detector> all = Detectors.all(new MemoryBudget());
    assertThat(all).extracting(each -> each.finds).doesNotHaveDuplicates();
    for (Detector each : all) {
      String lab = each.lab.map(shown -> " (lab " + shown.lab() + ")").orElse("");
      assertThat(docs).contains("### " + each.finds.id() + lab + "\n");
    }
  }

  @Test
  void eachSaysByWhichSignatureALabShowsItsFault() {
    LabReader labs = new LabReader(List.of(Path.of("../..", "labs")));
    for (Detector each : Detectors.all(new MemoryBudget())) {
      each.lab.ifPresent(
          shown ->
              assertThat(labs.read(shown.lab()).signatures().keySet())
                  .containsAll(shown.signature().stream().toList()));
    }
  }
}
