package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.faultlab.capture.End;
import dev.faultlab.capture.dns.DnsEvents;
import dev.faultlab.capture.dns.DnsTracker;
import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.capture.packet.ExactFrames;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.tcp.TcpEvents;
import dev.faultlab.capture.tcp.TcpTracker;
import dev.faultlab.report.diagnosis.ConnectionPicture;
import dev.faultlab.report.diagnosis.DiagnosisJson;
import dev.faultlab.report.diagnosis.DiagnosisText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;

/**
 * Whatever the bytes are, diagnose comes to an end and says something consistent. As a test it runs
 * over its corpus; {@code harness/scripts/fuzz} lets Jazzer look for new inputs, 20,000 with every
 * {@code make test} and as many as one likes by hand.
 */
class DiagnoseFuzzTest {

  @FuzzTest
  void comesToAConsistentEnd(byte[] capture) throws IOException {
    fuzzerTestOneInput(capture);
  }

  /** Jazzer's own entry point, for that script. */
  public static void fuzzerTestOneInput(byte[] capture) throws IOException {
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(capture))) {
      Diagnosis diagnosis = Diagnose.run(reader);
      long frames = diagnosis.extent().end().frames();
      assertThat(diagnosis.extent().coverage().frames()).isEqualTo(frames);
      for (Finding finding : diagnosis.findings()) {
        assertThat(finding.place().frames())
            .isNotEmpty()
            .allMatch(frame -> frame > 0 && frame <= frames);
      }
      if (diagnosis.extent().end() instanceof End.Complete) {
        assertThat(frames).isLessThanOrEqualTo(Math.max(0, capture.length) * 1100L);
      }
      assertThat(DiagnosisJson.of(diagnosis, "fuzz", (lab, fault) -> List.of(), true))
          .contains("findings");
      assertThat(DiagnosisText.of(diagnosis, "fuzz", (lab, fault) -> List.of())).contains("frames");
      assertThat(ConnectionPicture.of(diagnosis.ledger())).endsWith("</svg>\n");
      readsNoByteTooMany(capture, frames);
    }
  }

  private static void readsNoByteTooMany(byte[] capture, long frames) throws IOException {
    TcpTracker tcp = new TcpTracker(connection -> {}, true, TcpEvents.NONE, new MemoryBudget());
    DnsTracker dns = new DnsTracker(true, exchange -> {}, DnsEvents.NONE, new MemoryBudget());
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(capture))) {
      assertThat(ExactFrames.scan(reader, List.of(tcp, dns))).isEqualTo(frames);
    }
  }
}
