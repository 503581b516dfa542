package dev.faultlab.capture.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.faultlab.capture.CapturePart;
import dev.faultlab.capture.End;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A capture in several files, as a ring buffer leaves it. */
class SeveralFilesTest {
  private static final long START = 1_700_000_000_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  @TempDir private Path folder;

  private Path file(String name, double... seconds) throws IOException {
    CaptureFile file = CaptureFile.pcap();
    for (double each : seconds) {
      file.add(START + (long) (each * SECOND), new byte[60]);
    }
    return Files.write(folder.resolve(name), file.toBytes());
  }

  private Path first;
  private Path second;

  @BeforeEach
  void ring() throws IOException {
    // The writer began again with the first name, so names do not tell the order.
    second = file("ring0.pcap", 2, 2.5);
    first = file("ring1.pcap", 1, 1.5);
  }

  private record Read(
      List<Long> numbers, End end, long pauses, long drops, List<CapturePart> parts) {}

  private static Read read(List<Path> files) throws IOException {
    List<Long> numbers = new ArrayList<>();
    Frame frame = new Frame();
    try (CaptureReader input = CaptureReader.open(files)) {
      while (input.next(frame)) {
        numbers.add(frame.number);
      }
      return new Read(numbers, input.end(), input.pauses(), input.reportedDrops(), input.parts());
    }
  }

  @Test
  void goesByTheTimesAndNumbersFramesThrough() throws IOException {
    List<Path> ordered = CaptureFiles.inOrder(List.of(second, first));
    assertThat(ordered).containsExactly(first, second);
    Path alike = file("ring2.pcap", 1);
    assertThat(CaptureFiles.inOrder(List.of(alike, first))).containsExactly(first, alike);
    Read all = read(ordered);
    assertThat(all.numbers).containsExactly(1L, 2L, 3L, 4L);
    assertThat(all.end).isInstanceOf(End.Complete.class);
    assertThat(all.pauses).isZero();
    assertThat(all.parts).containsExactly(new CapturePart(first, 1), new CapturePart(second, 3));
  }

  @Test
  void takesAFolderForTheCapturesInIt() throws IOException {
    Files.writeString(folder.resolve("notes.txt"), "no capture");
    Files.createDirectory(folder.resolve("deeper"));
    file("empty.pcap");
    assertThat(CaptureFiles.inOrder(List.of(folder))).containsExactly(first, second);
    Path none = Files.createDirectory(folder.resolve("none"));
    assertThatThrownBy(() -> CaptureFiles.inOrder(List.of(none)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("folder in which no capture has a frame");
  }

  @Test
  void refusesANamedFileThatIsNoCapture() throws IOException {
    Path notes = Files.writeString(folder.resolve("notes.txt"), "no capture");
    assertThatThrownBy(() -> CaptureFiles.inOrder(List.of(first, notes)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("notes.txt is corrupt in frame 1 at byte 0: not a capture");
    Path unused = Files.createFile(folder.resolve("ring-2.pcap"));
    assertThat(CaptureFiles.inOrder(List.of(unused, first))).containsExactly(first);
  }

  @Test
  void readsFilesThatOverlapOnlyUpToThere() throws IOException {
    Path overlapping = file("other.pcap", 0.2, 9);
    Read all = read(List.of(first, overlapping));
    assertThat(all.numbers).containsExactly(1L, 2L);
    assertThat(all.end).isInstanceOf(End.Corrupt.class);
    assertThat(read(List.of(first, file("edge.pcap", 0.5))).numbers).containsExactly(1L, 2L, 3L);
    assertThat(all.end.sentence()).contains("other.pcap").contains("before the previous file ends");
  }

  @Test
  void aLongSilenceBetweenFilesMayBeAMissingOne() throws IOException {
    Path later = file("ring2.pcap", 3.6);
    assertThat(read(List.of(first, second, later)).pauses).isEqualTo(1);
    assertThat(read(List.of(first, file("ring3.pcap", 2.5))).pauses).isZero();
  }

  /** Each file begins to count by itself. */
  @Test
  void addsUpTheDropsOfAllFiles() throws IOException {
    List<Path> files = new ArrayList<>();
    for (int drops : new int[] {5, 2}) {
      CaptureFile file = CaptureFile.pcapng(ByteOrder.LITTLE_ENDIAN);
      file.describeInterface(1, 0, new byte[0]).statistics(0, b -> b.option(5, drops).i32(0));
      files.add(Files.write(folder.resolve(drops + ".pcapng"), file.toBytes()));
    }
    assertThat(read(files).drops).isEqualTo(7);
  }

  /** A zstd frame whose window is 1 GiB, by itself and behind another one. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void leavesOutWhatWouldTakeTooMuchMemory(boolean begun) throws IOException {
    byte[] large = Wire.hex("28b52ffd 00 a0 010000");
    byte[] whole = begun ? Zstd.compress(Files.readAllBytes(second)) : new byte[0];
    Path packed = Files.write(folder.resolve("late.zst"), Wire.join(whole, large));
    Path last = file("last.pcap", 3);
    Read all = read(List.of(first, packed, last));
    assertThat(all.numbers).hasSize(begun ? 5 : 3);
    assertThat(all.end).isInstanceOf(End.Corrupt.class);
    assertThat(all.end.sentence())
        .contains("left out " + packed + ": its zstd data declare that unpacking takes");
    assertThat(read(List.of(first, packed)).numbers).hasSize(begun ? 4 : 2);
    assertThatThrownBy(() -> read(List.of(packed)))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(packed + ": its zstd data declare");
    if (!begun) {
      assertThat(CaptureFiles.inOrder(List.of(folder)))
          .containsExactly(first, second, last, packed);
      assertThatThrownBy(() -> CaptureFiles.inOrder(List.of(first, packed)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("its zstd data declare");
    }
  }

  @Test
  void stopsAtABrokenOne() throws IOException {
    byte[] whole = Files.readAllBytes(first);
    Files.write(first, java.util.Arrays.copyOf(whole, whole.length - 5));
    Read all = read(List.of(first, second));
    assertThat(all.numbers).containsExactly(1L);
    assertThat(all.end).isInstanceOf(End.Truncated.class);
  }
}
