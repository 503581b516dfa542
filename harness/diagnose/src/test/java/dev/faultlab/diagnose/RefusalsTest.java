package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.Wire;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which ICMP messages refuse a TCP connection; a capture of such can be judged. */
class RefusalsTest {
  private static Optional<String> refusalNote(byte[] frame) {
    Diagnosis diagnosis = Diagnosing.of(scene -> scene.raw(0, frame));
    Optional<String> note =
        diagnosis.unseen().stream().filter(each -> each.contains("refused by ICMP")).findFirst();
    assertThat(diagnosis.judged()).isEqualTo(note.isPresent());
    return note;
  }

  private static byte[] icmp(int type, int code, byte[] about) {
    return Wire.join(Wire.bytes(type, code, 0, 0, 0, 0, 0, 0), about);
  }

  @ParameterizedTest
  @CsvSource({
    "3, 13, 6, true",
    "3, 3, 6, true",
    "3, 4, 6, false",
    "11, 0, 6, false",
    "3, 3, 17, false"
  })
  void ofVersionFour(int type, int code, int protocol, boolean refused) {
    byte[] about = Wire.ipv4("10.0.0.1", "10.0.0.9", protocol, 1, new byte[8]);
    byte[] frame = Wire.ethernet(Wire.ipv4("10.0.0.5", "10.0.0.1", 1, 1, icmp(type, code, about)));
    assertThat(refusalNote(frame).isPresent()).isEqualTo(refused);
    refusalNote(frame).ifPresent(each -> assertThat(each).contains("from 10.0.0.5, type " + type));
    byte[] other = Wire.ethernet(Wire.ipv4("10.0.0.5", "10.0.0.1", 2, 1, icmp(type, code, about)));
    assertThat(refusalNote(other)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 6, true", "1, 4, 6, true", "2, 0, 6, false", "1, 4, 17, false"})
  void ofVersionSix(int type, int code, int protocol, boolean refused) {
    byte[] about = Wire.ipv6("fd00::1", "fd00::9", protocol, new byte[8]);
    byte[] frame =
        Wire.ethernet(0x86dd, Wire.ipv6("fd00::5", "fd00::1", 58, icmp(type, code, about)));
    assertThat(refusalNote(frame).isPresent()).isEqualTo(refused);
  }
}
