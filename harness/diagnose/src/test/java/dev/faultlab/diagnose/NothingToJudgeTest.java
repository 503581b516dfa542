package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.CaptureFile;
import dev.faultlab.capture.packet.Wire;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** The message for a capture that has nothing to judge. */
class NothingToJudgeTest {
  private static final String NO_DNS_NO_TCP =
      "nothing could be judged: no DNS query and no TCP handshake is in this capture";

  /** Frames of link types 1 (Ethernet) and 147 (reserved for private use). */
  private static Diagnosis frames(int ethernet, int foreign) {
    byte[] frame = Wire.ethernet(Wire.ipv4("10.0.0.1", "10.0.0.2", 1, 1, new byte[8]));
    CaptureFile file =
        CaptureFile.pcapng(ByteOrder.LITTLE_ENDIAN)
            .describeInterface(1, 0, new byte[0])
            .describeInterface(147, 0, new byte[0]);
    for (int n = 0; n < ethernet + foreign; n++) {
      file.enhanced(n < ethernet ? 0 : 1, n, frame);
    }
    return Diagnosing.of(file.toBytes());
  }

  @Test
  void namesTheLinkTypeIfNoFrameCouldBeRead() {
    assertThat(frames(0, 2).judged()).isFalse();
    assertThat(frames(0, 2).nothingToJudge())
        .startsWith("nothing could be judged: frames of link type 147");
  }

  @Test
  void namesTheMissingProtocolsIfFramesCouldBeRead() {
    assertThat(frames(1, 1).nothingToJudge()).isEqualTo(NO_DNS_NO_TCP);
    assertThat(frames(2, 0).nothingToJudge()).isEqualTo(NO_DNS_NO_TCP);
    assertThat(frames(0, 0).nothingToJudge()).isEqualTo(NO_DNS_NO_TCP);
    assertThat(frames(2, 0).judged()).isFalse();
  }
}
