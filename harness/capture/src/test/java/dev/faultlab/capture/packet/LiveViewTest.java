package dev.faultlab.capture.packet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.dns.LiveDns;
import dev.faultlab.capture.tcp.LiveTcp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What people see of a capture while it grows. */
class LiveViewTest {
  private static final Path CAPTURES = Path.of("../samples/captures");

  private static LiveView.Shown seen(String capture) throws IOException {
    LiveView view = new LiveView();
    try (CaptureReader reader = CaptureReader.open(CAPTURES.resolve(capture))) {
      CaptureScan.run(reader, List.of(view, new LiveTcp(view), new LiveDns(view)));
    }
    return view.shown();
  }

  @Test
  void aClientHearsTheWindowThatTheHandshakeHasPromisedToScale() throws IOException {
    LiveView.Shown lost = seen("kafka-unfixed-cookies.pcap.gz");
    assertThat(lost.counts()).containsEntry("largest-window", 1578L);
    assertThat(lost.rows()).extracting(LiveRow::what).contains("window 789 × 2 = 1578");
    LiveView.Shown healthy = seen("kafka-fixed-cookies.pcap.gz");
    assertThat(healthy.counts().get("largest-window")).isBetween(60_000L, 102_400L);
    assertThat(healthy.counts().get("connections")).isPositive();
  }

  @Test
  void withoutTheOptionInBothSegmentsNothingIsScaled() throws IOException {
    assertThat(seen("syncookie/cookies-without-timestamps/kafka.pcap").counts())
        .containsEntry("largest-window", 65_535L);
  }

  @Test
  void lookUpsThatTakeTurnsAreNeverTwoAtATime() throws IOException {
    assertThat(seen("java-lock.pcap.gz").counts()).containsEntry("most-under-way", 1L);
    assertThat(seen("go-stampede.pcap.gz").counts()).containsEntry("most-under-way", 16L);
  }

  @Test
  void anAnswerWithoutAnAddressIsCalledSo() throws IOException {
    assertThat(seen("go-lost-reply.pcap").rows())
        .extracting(LiveRow::what)
        .contains("AAAA backend.lab → no address", "A backend.lab → 198.19.77.20");
  }

  @Test
  void onlyTheLastRowsAreKeptWithTheirFrames() throws IOException {
    LiveView.Shown shown = seen("go-stampede.pcap.gz");
    assertThat(shown.rows()).hasSize(10);
    assertThat(shown.rows()).extracting(LiveRow::frame).isSorted();
    assertThat(shown.frames()).isGreaterThan(100);
  }
}
