package dev.faultlab.capture.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.Wire;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Names as they stand in messages: where they end, and what they say. */
class NameReaderTest {
  private static final byte[] END = {0};

  /** A message that does not begin with the array, with names on either side of offset 256. */
  private static final int START = 3;

  private static final byte[] MESSAGE =
      Wire.join(
          new byte[START + 12],
          Wire.name("lab"),
          new byte[300 - 17],
          label("near"),
          pointer(12),
          label("far"),
          pointer(300),
          pointer(307));

  private final NameReader reader = new NameReader();

  private static byte[] label(String text) {
    return Arrays.copyOf(Wire.name(text), 1 + text.length());
  }

  private static byte[] pointer(int target) {
    return Wire.u16(0xc000 | target);
  }

  private int read(byte[] data) {
    return reader.read(data, 0, data.length, 0);
  }

  private String text(byte[] name) {
    assertThat(read(name)).isEqualTo(name.length);
    return reader.text();
  }

  @Test
  void followsPointersAndGoesOnBehindTheFirst() {
    int end = MESSAGE.length;
    assertThat(reader.read(MESSAGE, START, end, START + 12)).isEqualTo(START + 17);
    assertThat(reader.text()).isEqualTo("lab");
    assertThat(reader.read(MESSAGE, START, end, START + 300)).isEqualTo(START + 307);
    assertThat(reader.text()).isEqualTo("near.lab");
    assertThat(reader.read(MESSAGE, START, end, START + 307)).isEqualTo(START + 313);
    assertThat(reader.text()).isEqualTo("far.near.lab");
    assertThat(reader.read(MESSAGE, START, end, START + 313)).isEqualTo(end);
    assertThat(reader.text()).isEqualTo("far.near.lab");
    assertThat(reader.read(MESSAGE, START, end - 1, START + 313)).isEqualTo(NameReader.TRUNCATED);
  }

  @Test
  void aNameHasAtMost255Bytes() {
    String longest = "x".repeat(63) + "." + "y".repeat(63) + "." + "z".repeat(63) + ".";
    assertThat(text(Wire.name(longest + "u".repeat(61)))).endsWith("u");
    assertThat(read(Wire.name(longest + "u".repeat(62)))).isEqualTo(NameReader.MALFORMED);
    assertThat(read(Wire.name("x".repeat(64)))).as("a label").isEqualTo(NameReader.MALFORMED);
  }

  @Test
  void onlyLettersHaveCase() {
    assertThat(text(Wire.name("@AZ[`az{"))).isEqualTo("@az[`az{");
  }

  @Test
  void writesWhatCannotBePrintedAsItsNumber() {
    assertThat(text(Wire.name("!~"))).isEqualTo("!~");
    assertThat(text(Wire.name(" \u007f\u00ff"))).isEqualTo("\\032\\127\\255");
    assertThat(text(Wire.join(Wire.bytes(3), "a.\\".getBytes(), END))).isEqualTo("a\\.\\\\");
    assertThat(text(END)).isEqualTo(".");
  }

  @Test
  void skipsToBehindTheName() {
    byte[] plain = Wire.name("abc.lab");
    assertThat(NameReader.skip(plain, plain.length, 0)).isEqualTo(plain.length);
    assertThat(NameReader.skip(plain, plain.length - 1, 0)).isEqualTo(NameReader.TRUNCATED);
    byte[] pointed = Wire.join(label("abc"), pointer(0));
    assertThat(NameReader.skip(pointed, pointed.length, 0)).isEqualTo(pointed.length);
    assertThat(NameReader.skip(pointed, pointed.length - 1, 0)).isEqualTo(NameReader.TRUNCATED);
    byte[] longest = Wire.name("x".repeat(63));
    assertThat(NameReader.skip(longest, longest.length, 0)).isEqualTo(longest.length);
    byte[] tooLong = Wire.name("x".repeat(64));
    assertThat(NameReader.skip(tooLong, tooLong.length, 0)).isEqualTo(NameReader.MALFORMED);
  }
}
