package dev.faultlab.capture.packet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Coverage;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of link layers that are not decoded; editcap comes with tshark. */
class ForeignLinkTest {
  private static final byte[] IP =
      Wire.ipv4("10.0.0.1", "10.0.0.53", 17, 7, Wire.udp(4000, 53, Wire.dnsQuery(1, "a.lab", 1)));

  @TempDir private Path folder;

  /** A link type, and the header that a packet has there, as in {@link Wire#hex}. */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          11, 1841 03 cc
          16, 0f00 0800
          104, 0f00 0800
          107, 1841 03 cc
          107, 1841 0800
          """)
  void theCommandMakesTheCaptureReadable(int linkType, String header) throws Exception {
    Path in = folder.resolve("in.pcap");
    Path out = folder.resolve("out.pcapng");
    byte[] frame = Wire.join(Wire.hex(header), IP);
    Files.write(
        in,
        CaptureFile.pcap(ByteOrder.LITTLE_ENDIAN, CaptureFile.MICROS, linkType)
            .add(0, frame)
            .toBytes());
    String command =
        ForeignLink.sentence(linkType)
            .split("`")[1]
            .replace("IN", in.toString())
            .replace("OUT", out.toString());
    assertThat(new ProcessBuilder(command.split(" ")).inheritIO().start().waitFor()).isZero();
    CaptureFile.Seen seen = CaptureFile.read(Files.readAllBytes(out)).frames().get(0);
    Packet packet = Decoding.decode(seen.linkType(), seen.data());
    assertThat(packet.kind).isEqualTo(Coverage.Kind.UDP);
    assertThat(seen.length()).isEqualTo(seen.data().length);
    assertThat(Decoding.decode(linkType, frame).kind).isEqualTo(Coverage.Kind.UNSUPPORTED_LINK);
  }

  @Test
  void otherwiseAnotherPlaceToCaptureHelps() {
    List<Integer> names = Arrays.asList(9, 105, 127, 166);
    assertThat(names)
        .extracting(ForeignLink::sentence)
        .allMatch(each -> each.contains("; capture on the host of the program instead"))
        .noneMatch(each -> each.contains("link type"));
    assertThat(ForeignLink.sentence(105))
        .startsWith("frames of 802.11, which is not decoded; ")
        .contains("airdecap-ng");
    assertThat(ForeignLink.sentence(220)).startsWith("frames of link type 220, which");
  }
}
