package dev.faultlab.capture.packet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.Coverage.Kind;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is counted of a capture while it is read: what it hides makes a verdict impossible. */
class CoverageTest {
  private static final byte[] DATAGRAM =
      Wire.ethernet(Wire.ipv4("10.0.0.1", "10.0.0.2", 17, 1, Wire.udp(1, 2, new byte[4])));
  private static final byte[] ARP = Wire.ethernet(0x0806, new byte[28]);

  private static Coverage of(CaptureFile file) {
    return file.scan().coverage();
  }

  @Test
  void countsFramesByWhatTheyAre() {
    byte[] hidden = Wire.udp(1, 51_820, Wire.hex("01000000 00x28"));
    byte[] tunnel = Wire.udp(1, 4789, Wire.join(Wire.hex("08 00x5 2a 00"), DATAGRAM));
    CaptureFile file = CaptureFile.pcap().add(5, DATAGRAM).add(6, ARP);
    file.add(6, Wire.ethernet(Wire.ipv4("10.0.0.1", "10.0.0.2", 17, 1, hidden)));
    file.add(7, Wire.ethernet(Wire.ipv4("10.0.0.1", "10.0.0.2", 17, 1, tunnel)));
    Coverage coverage = of(file);
    assertThat(coverage)
        .isEqualTo(
            new Coverage(
                4,
                Map.of(Kind.UDP, 2L, Kind.NOT_IP, 1L, Kind.OPAQUE, 1L),
                Map.of(Coverage.Cipher.WIREGUARD, 1L),
                Set.of(42),
                new Coverage.Gaps(0, 0, 0),
                Optional.empty(),
                OptionalLong.of(7)));
    assertThat(coverage.count(Kind.UDP)).isEqualTo(2);
    assertThat(coverage.count(Kind.TCP)).isZero();
  }

  @Test
  void keepsTheLatestTime() {
    CaptureFile file = CaptureFile.pcap();
    for (long time : new long[] {50, 60, 60, 40, 45, 30}) {
      file.add(time, DATAGRAM);
    }
    assertThat(of(file).lastTimeNanos()).hasValue(60);
  }

  @Test
  void hasNoTimeWhereNoFrameHasOne() {
    CaptureFile file =
        CaptureFile.pcapng(ByteOrder.BIG_ENDIAN)
            .describeInterface(1, 0, new byte[0])
            .simple(DATAGRAM, DATAGRAM.length);
    Coverage coverage = of(file);
    assertThat(coverage.frames()).isEqualTo(1);
    assertThat(coverage.lastTimeNanos()).isEmpty();
  }

  @Test
  void namesTheFirstLinkTypeThatIsNotDecoded() {
    CaptureFile file =
        CaptureFile.pcapng(ByteOrder.LITTLE_ENDIAN)
            .describeInterface(1, 0, new byte[0])
            .describeInterface(147, 0, new byte[0])
            .describeInterface(0, 0, new byte[0])
            .describeInterface(195, 0, new byte[0])
            .enhanced(0, 1, DATAGRAM)
            .enhanced(1, 2, DATAGRAM)
            .enhanced(3, 3, DATAGRAM);
    assertThat(of(file).unsupportedLinkType()).hasValue(147);
    assertThat(of(file).count(Kind.UNSUPPORTED_LINK)).isEqualTo(2);
  }

  @Test
  void hasWhatTheCapturingProgramLost() {
    CaptureFile file =
        CaptureFile.pcapng(ByteOrder.LITTLE_ENDIAN)
            .describeInterface(1, 0, new byte[0])
            .block(5, b -> b.i32(0).i64(0).i16(5).i16(8).i64(9).i32(0));
    assertThat(of(file).gaps().reportedDrops()).isEqualTo(9);
  }
}
