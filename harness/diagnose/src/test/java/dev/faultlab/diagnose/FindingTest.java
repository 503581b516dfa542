package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.file.Capture;
import dev.faultlab.capture.packet.MemoryBudget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A finding as a program reads it. */
class FindingTest {
  @Test
  void aProgramReadsItWithoutText() throws IOException {
    Path file = Path.of("../samples/captures/kafka-unfixed-cookies.pcap.gz");
    Finding finding = Diagnosis.of(Capture.read(file)).findings().get(0);
    assertThat(finding.id()).isSameAs(FindingId.WINDOW_SCALE_MISMATCH);
    assertThat(finding.isCertain()).isTrue();
    assertThat(finding.server().orElseThrow().port()).isEqualTo(9092);
    assertThat(finding.connection().orElseThrow().server()).isEqualTo(finding.server().get());
    assertThat(finding.name()).isEmpty();
    assertThat(finding.frames()).isNotEmpty();
  }

  @Test
  void everyDetectorFindsOneIdInTheirOrder() {
    assertThat(Diagnose.known().keySet()).containsExactly(FindingId.values());
    assertThat(Detectors.create(new MemoryBudget()))
        .extracting(each -> each.findingId)
        .containsExactly(FindingId.values());
  }

  @Test
  void idsAreThoseOfTheOutput() {
    assertThat(FindingId.LOST_DNS_REPLY).hasToString("lost-dns-reply");
    assertThat(Arrays.stream(FindingId.values()).map(FindingId::id).map(FindingId::of))
        .allSatisfy(each -> assertThat(each).isPresent());
    assertThat(FindingId.of("no-such-finding")).isEmpty();
  }
}
