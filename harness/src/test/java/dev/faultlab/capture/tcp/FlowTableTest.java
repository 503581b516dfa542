package dev.faultlab.capture.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.CaptureFile;
import dev.faultlab.capture.CaptureReader;
import dev.faultlab.capture.CaptureScan;
import dev.faultlab.capture.Packet;
import dev.faultlab.capture.Wire;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A flood of connections does not fill the memory, and none of them is forgotten. */
class FlowTableTest {
  private static final int MOST = 2_000;

  @Test
  void letsGoOfTheLongestSilentWhenThereAreTooMany() throws IOException {
    CaptureFile file = CaptureFile.pcap();
    for (int i = 0; i < 10_000; i++) {
      byte[] syn =
          Wire.tcp(1024 + i, 80, i, 0, Packet.SYN, 500, Wire.synOptions(1460, 7), new byte[0]);
      byte[] ip = Wire.ipv4("10.0." + i % 200 + ".1", "10.1.0.1", 6, 1, syn);
      file.add(1_700_000_000_000_000_000L + i * 1000L, Wire.ethernet(ip));
    }
    List<Flow> released = new ArrayList<>();
    FlowTable table = new FlowTable(released::add, MOST);
    long[] latestReleased = new long[1];
    CaptureScan.Listener feed =
        packet -> {
          int before = released.size();
          int hash = FlowTable.hash(packet);
          assertThat(table.find(packet, hash)).isNull();
          Flow flow = new Flow(packet, hash, false);
          flow.lastNanos = packet.timeNanos();
          table.add(flow, packet.timeNanos());
          assertThat(table.size()).isLessThanOrEqualTo(MOST);
          if (released.size() > before) {
            // The newer half, give or take what a sample of the times is off, is kept.
            assertThat(table.size()).isBetween(MOST / 3, MOST * 2 / 3);
            latestReleased[0] = packet.frame();
          }
        };
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(file.toBytes()))) {
      CaptureScan.run(reader, List.of(feed));
    }
    assertThat(latestReleased[0]).isPositive();
    table.drain();
    assertThat(released).doesNotHaveDuplicates().hasSize(10_000);
  }
}
