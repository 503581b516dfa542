package dev.faultlab.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.ByteOrder;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
          .extracting(CaptureFile.Seen::timeNanos)
          .containsExactly(TIME, TIME + 7000);
      assertThat(read.frames()).extracting(CaptureFile.Seen::number).containsExactly(1L, 2L);
      assertThat(read.frames()).allMatch(each -> Arrays.equals(each.data(), FRAME));
      assertThat(read.frames()).allMatch(each -> each.linkType() == 113 && each.length() == 7);
    }
  }

  @Test
  void readsTheLongerRecordsOfKuznetzovsFormat() throws IOException {
    CaptureFile file = CaptureFile.pcap(ByteOrder.LITTLE_ENDIAN, 0xa1b2cd34, 1);
    file.i32(1).i32(2).i32(FRAME.length).i32(FRAME.length).i64(0).raw(FRAME);
    CaptureFile.Read read = CaptureFile.read(file.toBytes());
    assertThat(read.end()).isInstanceOf(End.Complete.class);
    assertThat(read.frames().get(0).data()).isEqualTo(FRAME);
  }

  @Test
  void keepsTheLengthOnTheWireOfSnappedFrames() throws IOException {
    CaptureFile.Seen frame =
        CaptureFile.read(CaptureFile.pcap().snap(3).add(TIME, FRAME).toBytes()).frames().get(0);
    assertThat(frame.data()).hasSize(3);
    assertThat(frame.length()).isEqualTo(7);
  }

  @Test
  void decompressesGzip() throws IOException {
    CaptureFile file = CaptureFile.pcap().add(TIME, FRAME);
    CaptureFile.Read read = CaptureFile.read(file.gzip());
    assertThat(read.end()).isEqualTo(new End.Complete(1, file.toBytes().length));
    assertThat(read.frames().get(0).data()).isEqualTo(FRAME);
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
    CaptureFile.Read read = CaptureFile.read(file.toBytes());
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
            assertThat(frame.captured()).isEqualTo(FRAME.length);
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
    assertThat(read.end().sentence()).contains("0x23212f62").contains("byte 0");
  }

  @Test
  void doesNotBelieveHugeLengths() throws IOException {
    CaptureFile file = CaptureFile.pcap().add(TIME, FRAME);
    int offset = file.toBytes().length;
    file.i32(0).i32(0).i32(0x7fff_ffff).i32(0x7fff_ffff);
    CaptureFile.Read read = CaptureFile.read(file.toBytes());
    assertThat(read.frames()).hasSize(1);
    assertThat(read.end())
        .isInstanceOfSatisfying(
            End.Corrupt.class, end -> assertThat(end.offset()).isEqualTo(offset));
    assertThat(read.end().sentence()).contains("frame 2").contains("2147483647");
  }

  @Test
  void keepsTheFramesBeforeABrokenGzipStream() throws IOException {
    CaptureFile file = CaptureFile.pcap();
    java.util.Random random = new java.util.Random(1);
    for (int i = 0; i < 400; i++) {
      byte[] noise = new byte[1000];
      random.nextBytes(noise);
      file.add(TIME, noise);
    }
    byte[] zipped = file.gzip();
    CaptureFile.Read cut = CaptureFile.read(Arrays.copyOf(zipped, zipped.length / 2));
    assertThat(cut.end()).isInstanceOf(End.Truncated.class);
    assertThat(cut.frames().size()).isBetween(100, 250);
    Arrays.fill(zipped, zipped.length / 2, zipped.length / 2 + 50, (byte) 0);
    CaptureFile.Read broken = CaptureFile.read(zipped);
    assertThat(broken.end()).isInstanceOfAny(End.Corrupt.class, End.Truncated.class);
    CaptureFile.Read header =
        CaptureFile.read(Wire.bytes(0x1f, 0x8b, 99, 99, 99, 99, 99, 99, 99, 99));
    assertThat(header.end()).isInstanceOf(End.Corrupt.class);
    assertThat(header.end().sentence()).contains("gzip");
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
}
