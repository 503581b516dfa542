package dev.faultlab.capture.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import dev.faultlab.capture.End;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.SequenceInputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class CaptureReaderTest {
  private static final byte[] FRAME = Wire.bytes(1, 2, 3, 4, 5, 6, 7);
  private static final long TIME = 1_600_000_000_123_456_000L;

  @ParameterizedTest
  @ValueSource(strings = {"LITTLE_ENDIAN", "BIG_ENDIAN"})
  void readsPcapInBothByteOrdersAndResolutions(String name) throws IOException {
    ByteOrder order = name.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    for (int magic : new int[] {CaptureFile.MICROS, CaptureFile.NANOS}) {
      byte[] file =
          CaptureFile.pcap(order, magic, 113).add(TIME, FRAME).add(TIME + 7000, FRAME).toBytes();
      CaptureFile.Read read = CaptureFile.read(file);
      assertThat(read.end()).isEqualTo(new End.Complete(2, file.length));
      assertThat(read.frames())
          .extracting(CaptureFile.ReadFrame::timeNanos)
          .containsExactly(TIME, TIME + 7000);
      assertThat(read.frames()).extracting(CaptureFile.ReadFrame::number).containsExactly(1L, 2L);
      assertThat(read.frames()).allMatch(each -> Arrays.equals(each.data(), FRAME));
      assertThat(read.frames()).allMatch(each -> each.linkType() == 113 && each.length() == 7);
    }
  }

  @Test
  void keepsTheLengthOnTheWireOfSnappedFrames() throws IOException {
    CaptureFile.ReadFrame frame =
        CaptureFile.read(CaptureFile.pcap().snap(3).add(TIME, FRAME).toBytes()).frames().get(0);
    assertThat(frame.data()).hasSize(3);
    assertThat(frame.length()).isEqualTo(7);
  }

  /**
   * Such as a live pipe: it may hand out one byte, or none; and it waits when there are no more.
   */
  @Test
  void asksForNoByteMoreThanAFrameNeeds() throws IOException {
    byte[] file = CaptureFile.pcap().add(TIME, FRAME).add(TIME, new byte[262_144]).toBytes();
    InputStream trickle =
        new InputStream() {
          private int at;
          private boolean pause;

          @Override
          public int read() {
            return file[at++] & 0xff;
          }

          @Override
          public int read(byte[] into, int from, int length) {
            pause = !pause;
            if (!pause) {
              into[from] = (byte) read();
            }
            return pause ? 0 : 1;
          }
        };
    Frame frame = new Frame();
    CaptureReader reader = CaptureReader.of(trickle);
    assertThat(reader.next(frame)).isTrue();
    assertThat(frame.captured).isEqualTo(FRAME.length);
    assertThat(reader.next(frame)).isTrue();
    assertThat(frame.captured).isEqualTo(262_144);
    assertThatThrownBy(() -> reader.next(frame)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void readsFramesAcrossItsBuffersEdge() throws IOException {
    CaptureFile file = CaptureFile.pcap();
    byte[] large = new byte[60_000];
    for (int i = 0; i < 40; i++) {
      large[0] = (byte) i;
      large[59_999] = (byte) ~i;
      file.add(TIME + i, large);
    }
    CaptureFile.Read read = file.read();
    assertThat(read.frames()).hasSize(40);
    for (int i = 0; i < 40; i++) {
      byte[] data = read.frames().get(i).data();
      assertThat(data[0]).isEqualTo((byte) i);
      assertThat(data[59_999]).isEqualTo((byte) ~i);
    }
  }

  @Test
  void handsFramesOutBeforeAPipeIsClosed() throws IOException {
    byte[] file = CaptureFile.pcap().add(TIME, FRAME).toBytes();
    try (PipedOutputStream writer = new PipedOutputStream();
        PipedInputStream pipe = new PipedInputStream(writer, 4096)) {
      writer.write(file);
      // The writer stays open: a reader that waited for more than it needs would hang here.
      assertTimeoutPreemptively(
          Duration.ofSeconds(20),
          () -> {
            CaptureReader reader = CaptureReader.of(pipe);
            Frame frame = new Frame();
            assertThat(reader.next(frame)).isTrue();
            assertThat(frame.captured).isEqualTo(FRAME.length);
          });
    }
  }

  @Test
  void saysWhereAPcapIsTruncated() throws IOException {
    byte[] file = CaptureFile.pcap().add(TIME, FRAME).add(TIME, FRAME).toBytes();
    int second = 24 + 16 + FRAME.length;
    for (int length = second + 1; length < file.length; length++) {
      CaptureFile.Read read = CaptureFile.read(Arrays.copyOf(file, length));
      assertThat(read.frames()).hasSize(1);
      assertThat(read.end())
          .isInstanceOfSatisfying(
              End.Truncated.class,
              end -> {
                assertThat(end.frames()).isEqualTo(1);
                assertThat(end.offset()).isEqualTo(second);
              });
      assertThat(length < second + 16)
          .isNotEqualTo(read.end().sentence().contains((length - second - 16) + " follow"));
    }
  }

  @Test
  void saysThatAnEmptyOrVeryShortFileIsTruncated() throws IOException {
    for (int length : new int[] {0, 1, 3, 23}) {
      byte[] file = Arrays.copyOf(CaptureFile.pcap().toBytes(), length);
      CaptureFile.Read read = CaptureFile.read(file);
      assertThat(read.frames()).isEmpty();
      assertThat(read.end()).as("%d bytes", length).isInstanceOf(End.Truncated.class);
    }
    assertThat(CaptureFile.read(new byte[0]).end().sentence()).contains("empty");
  }

  @Test
  void saysThatAWrongMagicIsNoCapture() throws IOException {
    CaptureFile.Read read = CaptureFile.read("#!/bin/sh\n".repeat(10).getBytes());
    assertThat(read.end()).isInstanceOf(End.Corrupt.class);
    assertThat(read.end().sentence()).contains("0x23212f62", "byte 0", "editcap -F pcap");
  }

  @Test
  void doesNotBelieveHugeLengths() throws IOException {
    CaptureFile file = CaptureFile.pcap().add(TIME, FRAME);
    int offset = file.toBytes().length;
    file.i32(0).i32(0).i32(0x7fff_ffff).i32(0x7fff_ffff);
    CaptureFile.Read read = file.read();
    assertThat(read.frames()).hasSize(1);
    assertThat(read.end())
        .isInstanceOfSatisfying(
            End.Corrupt.class, end -> assertThat(end.offset()).isEqualTo(offset));
    assertThat(read.end().sentence()).contains("frame 2").contains("2147483647");
  }

  /** The JDK's decompressor enters itself once more for each. */
  @Test
  void readsBehindThousandsOfEmptyGzipMembers() throws IOException {
    byte[] member = CaptureFile.gzip(new byte[0]);
    byte[] packed = new byte[member.length * 20_000];
    for (int at = 0; at < packed.length; at += member.length) {
      System.arraycopy(member, 0, packed, at, member.length);
    }
    assertThat(CaptureFile.read(packed).end()).isInstanceOf(End.Truncated.class);
    byte[] frame = CaptureFile.pcap().add(TIME, FRAME).gzip();
    assertThat(CaptureFile.read(Wire.join(packed, frame)).frames()).hasSize(1);
  }

  @Test
  void stopsAtTheZerosOfASparseFile() throws IOException {
    byte[] file = CaptureFile.pcap().add(TIME, FRAME).toBytes();
    CaptureFile.Read read = CaptureFile.read(Wire.join(file, new byte[1 << 20]));
    assertThat(read.frames()).hasSize(1);
    assertThat(read.end().sentence()).contains("corrupt", "record of zeros");
  }

  @Test
  void refusesToTellTheEndBeforeItIsReached() throws IOException {
    byte[] file = CaptureFile.pcap().add(TIME, FRAME).toBytes();
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(file))) {
      assertThatThrownBy(reader::end).isInstanceOf(IllegalStateException.class);
    }
    assertThatThrownBy(() -> CaptureReader.open(Path.of("no", "such.pcap")))
        .isInstanceOf(NoSuchFileException.class);
  }

  private interface Packing {
    java.io.OutputStream over(java.io.OutputStream out) throws IOException;
  }

  private static byte[] pack(byte[] plain, Packing packing) throws IOException {
    java.io.ByteArrayOutputStream packed = new java.io.ByteArrayOutputStream();
    try (java.io.OutputStream out = packing.over(packed)) {
      out.write(plain);
    }
    return packed.toByteArray();
  }

  @Test
  void unpacksGzipXzAndZstdAndReadsWhatIsLeftOfThem() throws IOException {
    CaptureFile file = CaptureFile.pcap();
    Random random = new Random(1);
    for (int i = 0; i < 400; i++) {
      byte[] noise = new byte[1000];
      random.nextBytes(noise);
      file.add(TIME, noise);
    }
    byte[] plain = file.toBytes();
    byte[] xz = pack(plain, out -> new XZOutputStream(out, new LZMA2Options(0)));
    byte[] zstd = pack(plain, ZstdOutputStreamNoFinalizer::new);
    for (byte[] packed : List.of(CaptureFile.gzip(plain), xz, zstd)) {
      assertThat(CaptureFile.read(packed).frames()).hasSize(400);
      CaptureFile.Read cut = CaptureFile.read(Arrays.copyOf(packed, packed.length / 2));
      assertThat(cut.end()).isInstanceOf(End.Truncated.class);
      byte[] broken = packed.clone();
      Arrays.fill(broken, 6, 60, (byte) 0x55);
      CaptureFile.Read read = CaptureFile.read(broken);
      assertThat(read.end()).isInstanceOf(End.Corrupt.class);
      assertThat(read.end().sentence())
          .contains(packed == xz ? "xz" : packed == zstd ? "zstd" : "gzip");
    }
  }

  /** RFC 8878, 3.1.1.1.2: exponent and mantissa of the window, which 128 MiB bounds here. */
  @ParameterizedTest
  @CsvSource({"17, 1, 144", "18, 0, 256", "20, 7, 1920", "21, 4, 3072"})
  void saysHowMuchMemoryAZstdWindowWouldTake(int exponent, int mantissa, long mebibytes) {
    byte[] frame = Wire.bytes(0x28, 0xb5, 0x2f, 0xfd, 0, exponent << 3 | mantissa, 1, 0, 0);
    assertThatThrownBy(() -> CaptureFile.read(frame))
        .hasMessageContaining(
            "standard input: its zstd data declare that unpacking takes %d MiB", mebibytes)
        .hasMessageContaining("more than the 128 MiB allowed here; unpack it first with unzstd");
  }

  /** An eighth of the heap for xz; the block's header has the size of the dictionary. */
  @Test
  void saysHowMuchMemoryAnXzDictionaryWouldTake() throws IOException {
    byte[] packed = pack(FRAME, out -> new XZOutputStream(out, new LZMA2Options(0)));
    packed[16] = 37;
    CRC32 sum = new CRC32();
    sum.update(packed, 12, 8);
    ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN).putInt(20, (int) sum.getValue());
    long allowed = Math.min(256, Runtime.getRuntime().maxMemory() / (8 << 20) + 2);
    assertThatThrownBy(() -> CaptureFile.read(packed))
        .hasMessageContaining("its xz data declare that unpacking takes 1537 MiB of memory")
        .hasMessageContaining(
            "more than the %d MiB allowed here; unpack it first with unxz", allowed);
  }

  @Test
  void tellsBrokenDataFromAMediumThatFails() throws IOException {
    byte[] packed = CaptureFile.pcap().add(TIME, FRAME).gzip();
    boolean[] closed = new boolean[1];
    InputStream head = new ByteArrayInputStream(packed, 0, 5);
    InputStream noted =
        new FilterInputStream(head) {
          @Override
          public void close() {
            closed[0] = true;
          }
        };
    try (CaptureReader reader = CaptureReader.of(noted)) {
      assertThat(reader.next(new Frame())).isFalse();
      assertThat(reader.end().sentence()).contains("broken gzip data");
    }
    assertThat(closed[0]).isTrue();
    InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("the disk is gone");
          }
        };
    InputStream begun = new ByteArrayInputStream(packed, 0, 20);
    assertThatThrownBy(() -> CaptureReader.of(new SequenceInputStream(begun, failing)))
        .isInstanceOf(IOException.class)
        .hasMessage("the disk is gone");
  }

  @Test
  void takesMemoryForOneDictionaryHoweverManyBlocksAnXzFileHas() throws IOException {
    byte[] plain = Wire.join(CaptureFile.pcap().add(TIME, new byte[60]).toBytes(), new byte[100]);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    LZMA2Options options = new LZMA2Options(0);
    options.setDictSize(4 << 20);
    try (XZOutputStream out = new XZOutputStream(packed, options)) {
      for (int i = 0; i < plain.length; i += 5) {
        out.write(plain, i, 5);
        out.endBlock();
      }
    }
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThat(CaptureFile.read(packed.toByteArray()).frames()).isNotEmpty();
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(16 << 20);
  }

  @Test
  void readsNoEarlierVersions() throws IOException {
    byte[] file = CaptureFile.pcap(ByteOrder.BIG_ENDIAN, 0xa1b2c3d4, 1).add(TIME, FRAME).toBytes();
    for (int[] version : new int[][] {{2, 4}, {2, 3}, {2, 5}, {3, 4}, {1, 4}}) {
      byte[] other = file.clone();
      System.arraycopy(Wire.u16(version[0]), 0, other, 4, 2);
      System.arraycopy(Wire.u16(version[1]), 0, other, 6, 2);
      CaptureFile.Read read = CaptureFile.read(other);
      assertThat(read.frames()).hasSize(other[5] == 2 && other[7] == 4 ? 1 : 0);
      assertThat(read.frames().isEmpty()).isEqualTo(read.end().sentence().contains("2.4 is read"));
    }
  }
}
