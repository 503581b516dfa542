package dev.faultlab.capture.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.CaptureFile;
import dev.faultlab.capture.packet.CaptureScan;
import dev.faultlab.capture.packet.Ends;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.Wire;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A flood of connections does not fill the memory, and none of them is forgotten. */
class FlowTableTest {
  private static final int MAX_FLOWS = 2_000;

  @Test
  void letsGoOfTheLongestSilentWhenThereAreTooMany() {
    CaptureFile file = CaptureFile.pcap();
    for (int i = 0; i < 10_000; i++) {
      byte[] syn =
          Wire.tcp(1024 + i, 80, i, 0, Packet.SYN, 500, Wire.synOptions(1460, 7), new byte[0]);
      byte[] ip = Wire.ipv4("10.0." + i % 200 + ".1", "10.1.0.1", 6, 1, syn);
      file.add(1_700_000_000_000_000_000L + i * 1000L, Wire.ethernet(ip));
    }
    List<Flow> released = new ArrayList<>();
    FlowTable table = new FlowTable(released::add, MAX_FLOWS, new MemoryBudget());
    long[] latestReleased = new long[1];
    CaptureScan.Listener feed =
        packet -> {
          int before = released.size();
          Ends ends = Ends.ofConnection(packet);
          assertThat(table.find(ends)).isNull();
          Flow flow = new Flow(packet, ends, false);
          flow.lastNanos = packet.timeNanos;
          table.add(flow, packet.timeNanos);
          long size = packet.frame - released.size();
          assertThat(size).isLessThanOrEqualTo(MAX_FLOWS);
          if (released.size() > before) {
            assertThat(size).as("the newer half is kept").isEqualTo(MAX_FLOWS / 2);
            latestReleased[0] = packet.frame;
          }
        };
    file.scan(feed);
    assertThat(latestReleased[0]).isPositive();
    table.drain();
    assertThat(released).doesNotHaveDuplicates().hasSize(10_000);
  }

  private static Packet packet(byte[] ip) {
    Packet[] copy = new Packet[1];
    CaptureFile.pcap().add(0, Wire.ethernet(ip)).scan(packet -> copy[0] = packet);
    return copy[0];
  }

  private static Packet packet(String from, int port, String to, int toPort) {
    byte[] tcp = Wire.tcp(port, toPort, 1, 0, Packet.SYN, 500, new byte[0], new byte[0]);
    return packet(
        from.indexOf(':') < 0 ? Wire.ipv4(from, to, 6, 1, tcp) : Wire.ipv6(from, to, 6, tcp));
  }

  @Test
  void aConnectionIsBothDirectionsAndNothingElse() {
    Ends ends = of("10.0.0.1", 1, "10.0.0.2", 2);
    assertThat(of("10.0.0.2", 2, "10.0.0.1", 1)).isEqualTo(ends);
    assertThat(of("10.0.0.1", 2, "10.0.0.2", 1)).isNotEqualTo(ends);
    assertThat(of("10.0.0.2", 1, "10.0.0.1", 2)).isNotEqualTo(ends);
    assertThat(of("10.0.0.3", 1, "10.0.0.2", 2)).isNotEqualTo(ends);
    assertThat(of("10.0.0.1", 1, "10.0.0.3", 2)).isNotEqualTo(ends);
    assertThat(of("10.0.0.1", 1, "10.0.0.2", 3)).isNotEqualTo(ends);
    assertThat(of("10.0.0.2", 3, "10.0.0.1", 1)).isNotEqualTo(ends);
    assertThat(of("10.0.0.1", 2, "10.0.0.1", 1)).isEqualTo(of("10.0.0.1", 1, "10.0.0.1", 2));
    assertThat(of("fd01::1", 1, "fd00::1", 1)).isEqualTo(of("fd00::1", 1, "fd01::1", 1));
  }

  private static Ends of(String from, int port, String to, int toPort) {
    return Ends.ofConnection(packet(from, port, to, toPort));
  }
}
