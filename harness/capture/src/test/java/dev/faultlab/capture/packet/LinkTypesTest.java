package dev.faultlab.capture.packet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.dns.DnsCapture;
import dev.faultlab.capture.link.LinkLayer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Finds IP as tcpdump does, behind each link type that is decoded and in each tunnel. */
class LinkTypesTest {
  private static final Path FOLDER = Path.of("../samples/link-types");

  private static final Map<String, Coverage.Cipher> HIDDEN =
      Map.of(
          "macsec.pcap", Coverage.Cipher.MACSEC,
          "wireguard.pcap", Coverage.Cipher.WIREGUARD,
          "esp.pcap", Coverage.Cipher.IPSEC);

  private static final Set<String> NUMBERED = Set.of("vxlan.pcap", "geneve.pcap", "nvgre.pcap");

  /** One line of frames.csv. */
  record FrameCounts(String capture, long frames, long ip) {
    @Override
    public String toString() {
      return capture;
    }
  }

  static List<FrameCounts> counted() throws IOException {
    try (Stream<String> lines = Files.lines(FOLDER.resolve("frames.csv"))) {
      return lines
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(", "))
          .map(cell -> new FrameCounts(cell[0], Long.parseLong(cell[1]), Long.parseLong(cell[2])))
          .toList();
    }
  }

  static List<String> written() throws IOException {
    return counted().stream()
        .map(FrameCounts::capture)
        .filter(name -> !name.startsWith("tcpdump/"))
        .toList();
  }

  /** What is kept of a packet, which is overwritten by the next. */
  private record DecodedPacket(Coverage.Kind kind, Coverage.Cipher cipher, int network) {}

  private static List<DecodedPacket> read(String capture) throws IOException {
    List<DecodedPacket> all = new ArrayList<>();
    try (CaptureReader reader = CaptureReader.open(FOLDER.resolve(capture))) {
      CaptureScan.Listener keep = p -> all.add(new DecodedPacket(p.kind, p.cipher, p.network));
      CaptureScan.run(reader, List.of(keep), new MemoryBudget());
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("counted")
  void readsIpInAsManyFramesAsTcpdump(FrameCounts counted) throws IOException {
    int ip = 0;
    Frame frame = new Frame();
    try (CaptureReader reader = CaptureReader.open(FOLDER.resolve(counted.capture))) {
      while (reader.next(frame)) {
        int end = frame.start + frame.captured;
        int at = LinkLayer.ip(frame.linkType, frame.data, frame.start, end);
        ip += at >= 0 && List.of(4, 6).contains(frame.data[at] >> 4) ? 1 : 0;
      }
      assertThat(reader.end().frames()).isEqualTo(counted.frames);
    }
    assertThat(ip).isEqualTo((int) counted.ip);
  }

  @ParameterizedTest
  @MethodSource("written")
  void readsTheQueryBehindEachHeaderOrNamesWhatHidesIt(String capture) throws IOException {
    DecodedPacket seen = read(capture).get(0);
    if (HIDDEN.containsKey(capture)) {
      assertThat(seen.kind).isEqualTo(Coverage.Kind.OPAQUE);
      assertThat(seen.cipher).isEqualTo(HIDDEN.get(capture));
      return;
    }
    assertThat(seen.cipher).isEqualTo(Coverage.Cipher.NONE);
    assertThat(DnsCapture.read(List.of(FOLDER.resolve(capture))).exchanges())
        .singleElement()
        .satisfies(
            query -> {
              assertThat(query.name()).isEqualTo("a.lab");
              assertThat(query.client()).hasToString("10.0.0.1:40000");
              assertThat(query.server()).hasToString("10.0.0.53:53");
            });
    assertThat(seen.network).isEqualTo(NUMBERED.contains(capture) ? 42 : Packet.NO_NETWORK);
  }

  @Test
  void coversEachFile() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      assertThat(files.filter(file -> file.toString().endsWith(".pcap")).count())
          .isEqualTo(counted().size());
    }
  }
}
