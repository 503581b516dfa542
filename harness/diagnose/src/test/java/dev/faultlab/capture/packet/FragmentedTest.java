package dev.faultlab.capture.packet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.link.Bytes;
import dev.faultlab.capture.link.LinkLayer;
import dev.faultlab.diagnose.Diagnose;
import dev.faultlab.diagnose.Diagnosis;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Captures of real resolvers and kernels, as they would look behind a link that fragments. */
class FragmentedTest {
  private static final Path CAPTURES = Path.of("../samples/captures");

  /**
   * @param lost share of the fragments that are not captured
   */
  private static byte[] fragmented(String name, int size, boolean tunnelled, double lost)
      throws IOException {
    CaptureFile file = CaptureFile.pcap();
    Random random = new Random(1);
    int id = 0;
    try (CaptureReader reader = CaptureReader.open(CAPTURES.resolve(name))) {
      Frame frame = new Frame();
      while (reader.next(frame)) {
        int end = frame.start + frame.captured;
        int at = LinkLayer.ip(frame.linkType, frame.data, frame.start, end);
        if (at < 0) {
          continue;
        }
        byte[] ip =
            Arrays.copyOf(Arrays.copyOfRange(frame.data, at, end), Bytes.u16(frame.data, at + 2));
        int captured = end - at;
        if (tunnelled) {
          byte[] inside = Wire.join(Wire.bytes(8, 0, 0, 0, 0, 0, 7, 0), Wire.ethernet(ip));
          ip = Wire.ipv4("192.168.0.1", "192.168.0.2", 17, ++id, Wire.udp(5, 4789, inside));
          captured += 20 + 8 + 8 + 14;
        } else if (ip.length > 20 + size) {
          // The kernel numbers what it fragments; 0 is for what must not be.
          System.arraycopy(Wire.u16(++id), 0, ip, 4, 2);
        }
        int from = 20;
        List<byte[]> pieces = Wire.fragments(ip, size);
        for (byte[] piece : pieces) {
          int there = Math.max(0, Math.min(captured - from, piece.length - 20));
          if (pieces.size() == 1 || random.nextDouble() >= lost) {
            file.snap(14 + 20 + there).add(frame.timeNanos, Wire.ethernet(piece));
          }
          from += piece.length - 20;
        }
      }
    }
    return file.toBytes();
  }

  private static Diagnosis diagnose(byte[] capture) throws IOException {
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(capture))) {
      return Diagnose.run(reader);
    }
  }

  private static Diagnosis diagnose(String name) throws IOException {
    try (CaptureReader reader = CaptureReader.open(CAPTURES.resolve(name))) {
      return Diagnose.run(reader);
    }
  }

  private static List<String> findings(Diagnosis diagnosis) {
    return diagnosis.findings().stream()
        .map(each -> each.confidence() + " " + each.id().id() + " " + each.place().subject())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "glibc-lost-a.pcap, 24, false",
    "glibc-lost-a.pcap, 48, true",
    "kafka-unfixed-cookies.pcap.gz, 480, false",
    "kafka-unfixed-cookies.pcap.gz, 480, true",
    "kafka-fixed-cookies.pcap.gz, 480, true",
    "glibc-search-list.pcap, 16, false",
  })
  void sayTheSame(String name, int size, boolean tunnelled) throws IOException {
    Diagnosis whole = diagnose(name);
    Diagnosis pieces = diagnose(fragmented(name, size, tunnelled, 0));
    assertThat(pieces.extent().coverage().count(Coverage.Kind.FRAGMENT)).isPositive();
    assertThat(findings(pieces)).isEqualTo(findings(whole));
    assertThat(pieces.totals()).isEqualTo(whole.totals());
    assertThat(pieces.unseen()).noneMatch(each -> each.contains("fragment"));
  }

  /** Which frame a datagram stands at, and whose it is. */
  @Test
  void standWhereTsharkHasThem(@TempDir Path folder) throws Exception {
    byte[] capture = fragmented("glibc-lost-a.pcap", 24, false, 0.05);
    Path file = Files.write(folder.resolve("pieces.pcap"), capture);
    List<String> ours = new ArrayList<>();
    try (CaptureReader reader = CaptureReader.open(file)) {
      CaptureScan.Listener keep =
          packet -> {
            if (packet.kind == Coverage.Kind.UDP) {
              ours.add(packet.frame + " " + packet.sourcePort + " " + packet.payloadLength);
            }
          };
      CaptureScan.run(reader, List.of(keep), new MemoryBudget());
    }
    assertThat(ours)
        .isNotEmpty()
        .isEqualTo(
            Tshark.read(file).stream()
                .filter(row -> row.has("udp.srcport"))
                .map(
                    row ->
                        row.get("frame.number")
                            + " "
                            + row.get("udp.srcport")
                            + " "
                            + (row.number("udp.length") - 8))
                .toList());
  }

  /** What is missing makes findings fewer and less certain, never more. */
  @ParameterizedTest
  @CsvSource({
    "glibc-lost-a.pcap, 24, false",
    "glibc-slow-server.pcap, 24, true",
    "kafka-unfixed-cookies.pcap.gz, 480, true",
    "kafka-fixed-cookies.pcap.gz, 480, false",
    "kafka-fixed-cookies.pcap.gz, 480, true",
    "tcp-slow-reader.pcap, 240, false",
    "tcp-small-buffer.pcap, 240, false",
  })
  void sayNothingElseWhereFragmentsAreMissing(String name, int size, boolean tunnelled)
      throws IOException {
    List<String> whole = findings(diagnose(name));
    for (double lost : new double[] {0.02, 0.3}) {
      Diagnosis pieces = diagnose(fragmented(name, size, tunnelled, lost));
      assertThat(pieces.unseen()).anyMatch(each -> each.contains("fragment is missing"));
      assertThat(findings(pieces))
          .allMatch(s -> whole.contains(s) || whole.contains(s.replace("LIKELY", "CERTAIN")));
      assertThat(findings(pieces)).noneMatch(each -> each.contains("lost-dns-reply"));
    }
  }
}
