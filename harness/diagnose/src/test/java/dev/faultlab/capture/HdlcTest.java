package dev.faultlab.capture;

import static dev.faultlab.capture.Decoding.decode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.link.Hdlc;
import dev.faultlab.capture.link.LinkLayer;
import dev.faultlab.diagnose.Diagnose;
import dev.faultlab.diagnose.Diagnosis;
import dev.faultlab.diagnose.Finding;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PPP with the stuffing of its line, as tcpdump reads it too. */
class HdlcTest {
  private static final Path CAPTURES = Path.of("../samples/captures");
  private static final int PPP = 9;

  /** Addresses, ports and payload of octets that have to be escaped. */
  private static final byte[] IP =
      Wire.ipv4(
          "125.126.0.1",
          "10.17.19.126",
          17,
          0x7d7e,
          Wire.udp(0x7e7d, 53, Wire.bytes(0x7e, 0x7d, 0, 0x5e, 0x5d, 0x20, 0x11)));

  private static byte[] stuffed(byte[] frame) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(0x7e);
    for (byte each : Wire.join(frame, Wire.u16(0x7e7d))) {
      int octet = each & 0xff;
      if (octet == 0x7e || octet == 0x7d || octet < 0x20) {
        out.write(0x7d);
        octet ^= 0x20;
      }
      out.write(octet);
    }
    out.write(0x7e);
    return out.toByteArray();
  }

  /** Addresses as text, and what was captured of the payload. */
  private static String contents(Packet packet) {
    int at = packet.payloadStart();
    byte[] payload = Arrays.copyOfRange(packet.data(), at, at + packet.payloadCaptured());
    return packet.source() + " " + packet.destination() + " " + Arrays.toString(payload);
  }

  @ParameterizedTest
  @CsvSource({"9, ff03 0021", "9, ff03 21", "9, 0021", "9, 21", "166, ff03 0021"})
  void undoesTheStuffing(int linkType, String header) {
    byte[] frame = Wire.join(Wire.hex(header), IP);
    Packet plain = decode(linkType, frame);
    Packet packet = decode(linkType, stuffed(frame));
    assertThat(packet.kind()).isEqualTo(Packet.Kind.UDP).isEqualTo(plain.kind());
    assertThat(contents(packet)).isEqualTo(contents(plain));
    assertThat(packet.payloadCaptured()).isEqualTo(7);
    // The flag that ends one frame may begin the next, or there are several.
    byte[] flags = Wire.join(Wire.bytes(0x7e, 0x7e), stuffed(frame), new byte[] {1, 2, 3});
    assertThat(contents(decode(linkType, flags))).isEqualTo(contents(plain));
  }

  @Test
  void claimsNothingThatWasCutOff() {
    byte[] frame = Wire.join(Wire.bytes(0xff, 3, 0, 0x21), IP);
    byte[] line = stuffed(frame);
    String all = contents(decode(PPP, frame));
    for (int captured = 1; captured < line.length; captured++) {
      Packet packet = decode(PPP, line, captured);
      boolean headers = Hdlc.plain(line, 0, captured).length >= 4 + 28;
      assertThat(packet.kind()).isEqualTo(headers ? Packet.Kind.UDP : Packet.Kind.CUT_OFF);
      if (headers) {
        String begun = contents(packet);
        assertThat(all).startsWith(begun.substring(0, begun.length() - 1));
        assertThat(packet.payloadLength()).isEqualTo(7);
      }
    }
  }

  /** What comes behind the closing flag belongs to another frame. */
  @Test
  void endsAtTheFlag() {
    byte[] torn = Arrays.copyOf(IP, IP.length - 3);
    byte[] line = Wire.join(stuffed(Wire.join(Wire.bytes(0x21), torn)), new byte[20]);
    assertThat(decode(PPP, line).kind()).isEqualTo(Packet.Kind.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"7e", "7e7e", "7e7d", "7e7d7e", "7e21457d7e", "7e7d20", "7ec021"})
  void findsNoPacketInFlagsAbortsAndOtherProtocols(String line) {
    assertThat(decode(PPP, Wire.hex(line)).kind()).isEqualTo(Packet.Kind.NOT_IP);
  }

  /** Neither does tcpdump take these for a line's. */
  @ParameterizedTest
  @CsvSource({"50, ''", "204, ''", "192, 00 00 0800 09000000"})
  void undoesNothingElsewhere(int linkType, String before) {
    byte[] line = stuffed(Wire.join(Wire.bytes(0xff, 3, 0, 0x21), IP));
    byte[] header = before.isEmpty() ? new byte[0] : Wire.hex(before);
    assertThat(decode(linkType, Wire.join(header, line)).kind()).isEqualTo(Packet.Kind.NOT_IP);
  }

  @ParameterizedTest
  @ValueSource(strings = {"glibc-lost-a.pcap", "kafka-unfixed-cookies.pcap.gz"})
  void aFaultIsFoundAsWithoutStuffing(String name) throws IOException {
    CaptureFile onTheLine = CaptureFile.pcap(ByteOrder.LITTLE_ENDIAN, CaptureFile.NANOS, PPP);
    Diagnosis plain;
    try (CaptureReader reader = CaptureReader.open(CAPTURES.resolve(name))) {
      Frame frame = new Frame();
      while (reader.next(frame)) {
        int at =
            LinkLayer.ip(frame.linkType, frame.data, frame.start, frame.start + frame.captured);
        byte[] ip = Arrays.copyOfRange(frame.data, at, frame.start + frame.captured);
        onTheLine.add(frame.timeNanos, stuffed(Wire.join(Wire.bytes(0xff, 3, 0, 0x21), ip)));
      }
    }
    try (CaptureReader reader = CaptureReader.open(CAPTURES.resolve(name))) {
      plain = Diagnose.run(reader);
    }
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(onTheLine.toBytes()))) {
      Diagnosis diagnosis = Diagnose.run(reader);
      assertThat(diagnosis.findings())
          .isNotEmpty()
          .extracting(Finding::where)
          .isEqualTo(plain.findings().stream().map(Finding::where).toList());
      assertThat(diagnosis.totals()).isEqualTo(plain.totals());
    }
  }
}
