package dev.faultlab.capture.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.CaptureFile;
import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.capture.packet.CaptureScan;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.Wire;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
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
    FlowTable table = new FlowTable(released::add, MOST, new MemoryBudget());
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

  private static Packet packet(byte[] ip) {
    Packet[] copy = new Packet[1];
    CaptureFile file = CaptureFile.pcap().add(0, Wire.ethernet(ip));
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(file.toBytes()))) {
      CaptureScan.run(reader, List.of(packet -> copy[0] = packet));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return copy[0];
  }

  private static Packet packet(String from, int port, String to, int toPort) {
    byte[] tcp = Wire.tcp(port, toPort, 1, 0, Packet.SYN, 500, new byte[0], new byte[0]);
    return packet(
        from.indexOf(':') < 0 ? Wire.ipv4(from, to, 6, 1, tcp) : Wire.ipv6(from, to, 6, tcp));
  }

  @Test
  void aConnectionIsBothDirectionsAndNothingElse() {
    Flow flow = new Flow(packet("10.0.0.1", 1, "10.0.0.2", 2), 0, false);
    assertThat(flow.matches(packet("10.0.0.1", 1, "10.0.0.2", 2))).isTrue();
    assertThat(flow.matches(packet("10.0.0.2", 2, "10.0.0.1", 1))).isTrue();
    assertThat(flow.matches(packet("10.0.0.1", 2, "10.0.0.2", 1))).isFalse();
    assertThat(flow.matches(packet("10.0.0.2", 1, "10.0.0.1", 2))).isFalse();
    assertThat(flow.matches(packet("10.0.0.3", 1, "10.0.0.2", 2))).isFalse();
    assertThat(flow.matches(packet("10.0.0.1", 1, "10.0.0.3", 2))).isFalse();
    assertThat(flow.matches(packet("10.0.0.1", 1, "10.0.0.2", 3))).isFalse();
    assertThat(flow.matches(packet("10.0.0.2", 3, "10.0.0.1", 1))).isFalse();
  }

  /** Otherwise the table would be a list. */
  @Test
  void differentConnectionsHaveDifferentHashes() {
    spread(i -> packet("10.0.0.1", 1000 + i, "10.0.0.2", 80));
    spread(i -> packet("10.0." + i + ".1", 1000, "10.0.0.2", 80));
    spread(i -> packet("fd00:" + Integer.toHexString(i) + "::1", 1000, "fd00::2", 80));
    spread(i -> packet("10.0.0.1", 1000 + i, "10.0.0.2", 2000 - i));
    Packet there = packet("10.0.0.1", 1000, "10.0.0.2", 80);
    Packet back = packet("10.0.0.2", 80, "10.0.0.1", 1000);
    assertThat(FlowTable.hash(there)).isEqualTo(FlowTable.hash(back));
  }

  private static void spread(IntFunction<Packet> packets) {
    Set<Integer> hashes = new HashSet<>();
    for (int i = 0; i < 250; i++) {
      hashes.add(FlowTable.hash(packets.apply(i)));
    }
    assertThat(hashes).hasSizeGreaterThan(245);
  }

  /** Hashes that differ in their upper bits only: all want the same place. */
  @Test
  void findsTheOthersWhenOneOfManyIsTakenOut() {
    FlowTable table = new FlowTable(any -> {}, new MemoryBudget());
    List<Packet> packets = new ArrayList<>();
    List<Flow> flows = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Packet packet = packet("10.0.0.1", 1000 + i, "10.0.0.2", 80);
      Flow flow = new Flow(packet, (i << 20) + 1020 + i % 2, false);
      packets.add(packet);
      flows.add(flow);
      table.add(flow, 0);
    }
    for (int gone = 0; gone < 20; gone++) {
      assertThat(table.remove(flows.get(gone))).isTrue();
      assertThat(table.remove(flows.get(gone))).as("once more").isFalse();
      assertThat(table.size()).isEqualTo(19 - gone);
      assertThat(table.find(packets.get(gone), flows.get(gone).hash)).isNull();
      for (int i = gone + 1; i < 20; i++) {
        assertThat(table.find(packets.get(i), flows.get(i).hash)).isSameAs(flows.get(i));
      }
    }
  }
}
