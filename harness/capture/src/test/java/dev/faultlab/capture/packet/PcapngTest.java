package dev.faultlab.capture.packet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.End;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PcapngTest {
  private static final byte[] FRAME = Wire.bytes(9, 8, 7, 6, 5);
  private static final byte[] NONE = {};

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsEveryKindOfPacketBlockAndSkipsTheRest(boolean littleEndian) throws IOException {
    ByteOrder order = littleEndian ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    CaptureFile file =
        CaptureFile.pcapng(order)
            .describeInterface(1, 0, NONE)
            .describeInterface(101, 3, NONE)
            .block(4, names -> names.i32(0))
            .enhanced(0, 1_000_001L, FRAME)
            .block(0x0bad, custom -> custom.i64(1).i64(2))
            .obsolete(1, 2_000_000L, FRAME)
            .simple(FRAME, FRAME.length)
            .statistics(1, b -> b.option(5, 3).option(7, 4).i32(0));
    CaptureFile.Read read = file.read();
    assertThat(read.end()).isEqualTo(new End.Complete(3, file.toBytes().length));
    assertThat(read.frames())
        .extracting(CaptureFile.ReadFrame::timeNanos)
        .containsExactly(1_000_001_000L, 2_000_000_000L, Frame.NO_TIME);
    assertThat(read.frames())
        .extracting(CaptureFile.ReadFrame::linkType)
        .containsExactly(1, 101, 1);
    assertThat(read.frames()).allMatch(each -> Arrays.equals(each.data(), FRAME));
    assertThat(read.drops()).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource({
    "6, 1500000, 1500000000",
    "9, 1500000000, 1500000000",
    "3, 1500, 1500000000",
    "0, 2, 2000000000",
    "12, 1500000000000, 1500000000",
    "138, 1536, 1500000000",
    "160, 6442450944, 1500000000"
  })
  void understandsTimeResolutions(int resolution, long ticks, long nanos) throws IOException {
    byte[] option = {9, 0, 1, 0, (byte) resolution, 0, 0, 0, 14, 0, 8, 0, 7, 0, 0, 0, 0, 0, 0, 0};
    CaptureFile file =
        CaptureFile.pcapng(ByteOrder.LITTLE_ENDIAN)
            .describeInterface(1, 0, option)
            .enhanced(0, ticks, FRAME);
    assertThat(file.read().frames().get(0).timeNanos()).isEqualTo(nanos + 7_000_000_000L);
  }

  @Test
  void cutsSimplePacketsAtTheSnapLengthOfTheInterface() throws IOException {
    CaptureFile file =
        CaptureFile.pcapng(ByteOrder.LITTLE_ENDIAN).describeInterface(1, 3, NONE).simple(FRAME, 3);
    CaptureFile.ReadFrame seen = file.read().frames().get(0);
    assertThat(seen.data()).hasSize(3);
    assertThat(seen.length()).isEqualTo(5);
    // Where the interface names no limit, the block's room is it.
    CaptureFile cut = described(ByteOrder.LITTLE_ENDIAN).block(3, b -> b.i32(500).i64(0));
    assertThat(cut.read().frames().get(0).data()).hasSize(8);
  }

  @Test
  void startsAfreshWithEachSection() throws IOException {
    byte[] first =
        CaptureFile.pcapng(ByteOrder.LITTLE_ENDIAN)
            .describeInterface(1, 0, NONE)
            .enhanced(0, 1, FRAME)
            .toBytes();
    byte[] second =
        CaptureFile.pcapng(ByteOrder.BIG_ENDIAN)
            .describeInterface(113, 0, NONE)
            .enhanced(0, 2, FRAME)
            .toBytes();
    CaptureFile.Read read = CaptureFile.read(Wire.join(first, second));
    assertThat(read.end()).isInstanceOf(End.Complete.class);
    assertThat(read.frames()).extracting(CaptureFile.ReadFrame::linkType).containsExactly(1, 113);
    byte[] headless = CaptureFile.pcapng(ByteOrder.BIG_ENDIAN).enhanced(0, 2, FRAME).toBytes();
    CaptureFile.Read broken = CaptureFile.read(Wire.join(first, headless));
    assertThat(broken.frames()).hasSize(1);
    assertThat(broken.end().sentence()).contains("interface 0").contains("frame 2");
  }

  @Test
  void saysWhereItIsTruncated() throws IOException {
    CaptureFile file = CaptureFile.pcapng(ByteOrder.LITTLE_ENDIAN).describeInterface(1, 0, NONE);
    int header = file.toBytes().length;
    byte[] whole = file.enhanced(0, 1, FRAME).toBytes();
    for (int length = header + 1; length < whole.length; length++) {
      End end = CaptureFile.read(Arrays.copyOf(whole, length)).end();
      assertThat(end)
          .as("%d bytes", length)
          .isInstanceOfSatisfying(
              End.Truncated.class, cut -> assertThat(cut.offset()).isEqualTo(header));
    }
  }

  @Test
  void doesNotBelieveImpossibleBlocks() throws IOException {
    CaptureFile start = CaptureFile.pcapng(ByteOrder.LITTLE_ENDIAN).describeInterface(1, 0, NONE);
    byte[] prefix = start.toBytes();
    int[] lengths = {0, 8, 11, 13, 0x7fff_fffc};
    for (int length : lengths) {
      byte[] block =
          CaptureFile.pcapng(ByteOrder.LITTLE_ENDIAN).i32(6).i32(length).i32(length).toBytes();
      byte[] tail = Arrays.copyOfRange(block, 28, block.length);
      End end = CaptureFile.read(Wire.join(prefix, tail)).end();
      isCorruptAt(prefix.length + 4, end);
    }
    byte[] skipped = Wire.join(prefix, Wire.hex("ad0b0000 10000000 00000000 14000000"));
    assertThat(CaptureFile.read(skipped).end().sentence()).contains("ends with length 20");
    byte[] whole = start.enhanced(0, 1, FRAME).toBytes();
    whole[whole.length - 4]++;
    assertThat(CaptureFile.read(whole).end().sentence()).contains("ends with length");
    byte[] order = CaptureFile.pcapng(ByteOrder.LITTLE_ENDIAN).toBytes();
    order[8] = 0;
    End end = CaptureFile.read(order).end();
    isCorruptAt(8, end);
    assertThat(end.sentence()).contains("byte-order magic");
  }

  private static void isCorruptAt(long offset, End end) {
    assertThat(end)
        .isInstanceOfSatisfying(
            End.Corrupt.class, corrupt -> assertThat(corrupt.offset()).isEqualTo(offset));
  }

  @ParameterizedTest
  @CsvSource({"8, true", "9, false", "500, false"})
  void believesNoPacketThatIsLongerThanItsBlock(int claimed, boolean believed) throws IOException {
    CaptureFile file = described(ByteOrder.LITTLE_ENDIAN);
    file.block(6, b -> b.i32(0).i32(0).i32(0).i32(claimed).i32(claimed).i64(0));
    CaptureFile.Read read = file.read();
    assertThat(read.frames()).hasSize(believed ? 1 : 0);
    assertThat(read.end().sentence().contains("claims " + claimed)).isEqualTo(!believed);
  }

  @Test
  void refusesTheVersionsThatLibpcapRefuses() throws IOException {
    for (int[] version : new int[][] {{1, 0}, {1, 2}, {1, 1}, {1, 3}, {2, 0}}) {
      CaptureFile file = CaptureFile.pcapng(ByteOrder.LITTLE_ENDIAN);
      byte[] bytes = file.toBytes();
      bytes[12] = (byte) version[0];
      bytes[14] = (byte) version[1];
      boolean known = version[0] == 1 && version[1] % 2 == 0;
      End end = CaptureFile.read(bytes).end();
      assertThat(end).isInstanceOf(known ? End.Complete.class : End.Corrupt.class);
      assertThat(end.sentence().contains("version " + version[0] + "." + version[1]))
          .isEqualTo(!known);
      if (!known) {
        isCorruptAt(12, end);
      }
    }
  }

  private static CaptureFile described(ByteOrder order) {
    return CaptureFile.pcapng(order).describeInterface(1, 0, NONE);
  }

  private static long drops(CaptureFile file) throws IOException {
    CaptureFile.Read read = file.read();
    assertThat(read.end()).isInstanceOf(End.Complete.class);
    return read.drops();
  }

  /** Counters stand behind comments of any length, each padded to four bytes. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void findsTheDropsBehindOtherOptions(int comment) throws IOException {
    for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
      CaptureFile file = described(order);
      file.statistics(
          0, b -> b.text(1, comment).option(4, 1000).option(5, (1L << 32) + 3).option(7, 20));
      assertThat(drops(file)).isEqualTo((1L << 32) + 23);
    }
  }

  @Test
  void takesTheLatestOfCumulativeCountersAndAddsUpInterfacesAndSections() throws IOException {
    CaptureFile file = described(ByteOrder.LITTLE_ENDIAN).describeInterface(1, 0, NONE);
    for (int[] each : new int[][] {{0, 3}, {1, 10}, {0, 5}, {0, 4}}) {
      file.statistics(each[0], b -> b.option(5, each[1]).i32(0));
    }
    file.section().describeInterface(1, 0, NONE);
    file.statistics(0, b -> b.option(5, 100).i32(0));
    assertThat(drops(file)).isEqualTo(115);
  }

  @Test
  void believesNoOptionThatEndsBehindItsBlockOrTheEndMark() throws IOException {
    CaptureFile file =
        described(ByteOrder.LITTLE_ENDIAN)
            .statistics(0, b -> b.i16(5).i16(12).i64(9))
            .statistics(0, b -> b.i16(5).i16(4).i32(9))
            .statistics(0, b -> b.i32(0).option(5, 9))
            .statistics(0, b -> b.option(5, -9))
            .statistics(0, b -> {});
    assertThat(drops(file)).isZero();
  }

  /** The interface's clock: its resolution stands behind a name, or right at the block's end. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 4, 6, 300})
  void findsTheClockBehindOtherOptions(int name) throws IOException {
    for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
      CaptureFile file =
          CaptureFile.pcapng(order)
              .block(
                  1,
                  b ->
                      b.i16(101)
                          .i16(0)
                          .i32(4)
                          .text(2, name)
                          .option(14, 7)
                          .i16(9)
                          .i16(1)
                          .raw(Wire.bytes(9, 0, 0, 0)))
              .enhanced(0, 1_500_000_000L, FRAME);
      CaptureFile.ReadFrame seen = file.read().frames().get(0);
      assertThat(seen.timeNanos()).isEqualTo(8_500_000_000L);
      assertThat(seen.linkType()).isEqualTo(101);
    }
  }

  @Test
  void readsTimesOfSixtyFourBits() throws IOException {
    CaptureFile file = described(ByteOrder.LITTLE_ENDIAN);
    long micros = 1_700_000_000_123_456L;
    file.enhanced(0, micros, FRAME);
    assertThat(file.read().frames().get(0).timeNanos()).isEqualTo(micros * 1000);
  }

  /** The least that each block needs, and one word less. */
  @ParameterizedTest
  @CsvSource({
    "1, 2, true",
    "1, 1, false",
    "5, 3, true",
    "5, 2, false",
    "3, 1, true",
    "3, 0, false",
    "6, 5, true",
    "6, 4, false",
    "2, 5, true",
    "2, 4, false"
  })
  void refusesBlocksWithoutTheirFixedFields(int type, int words, boolean read) throws IOException {
    CaptureFile file =
        described(ByteOrder.LITTLE_ENDIAN)
            .block(
                type,
                b -> {
                  for (int i = 0; i < words; i++) {
                    b.i32(0);
                  }
                });
    End end = file.read().end();
    assertThat(end instanceof End.Complete).isEqualTo(read);
    if (!read) {
      assertThat(end.sentence()).contains("block length " + (12 + 4 * words) + ", at least");
      isCorruptAt(described(ByteOrder.LITTLE_ENDIAN).toBytes().length + 4, end);
    }
  }

  /** A block longer than anybody writes is no reason to allocate it. */
  @Test
  void skipsABlockThatIsLongerThanItsBuffer() throws IOException {
    CaptureFile file =
        described(ByteOrder.LITTLE_ENDIAN)
            .block(0x0bad, b -> b.raw(new byte[600_000]))
            .enhanced(0, 1, FRAME);
    CaptureFile.Read read = file.read();
    assertThat(read.frames()).hasSize(1);
    assertThat(read.end()).isEqualTo(new End.Complete(1, file.toBytes().length));
    byte[] cut = Arrays.copyOf(file.toBytes(), 300_000);
    assertThat(CaptureFile.read(cut).end().sentence()).contains("fewer follow");
  }
}
