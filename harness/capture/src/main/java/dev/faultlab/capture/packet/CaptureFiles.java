package dev.faultlab.capture.packet;

import dev.faultlab.capture.End;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Sorts the files of one capture by time, for example those of a ring buffer. */
public final class CaptureFiles {
  private CaptureFiles() {}

  /**
   * The files by the time of their first frame. A folder is replaced by the captures directly in
   * it. Captures without a timed frame are left out if there are others, as the last file of a ring
   * may be empty.
   *
   * @return at least one file
   * @throws IOException when a file cannot be read, one of several named files is no capture, or a
   *     folder has none
   */
  public static List<Path> inOrder(List<Path> named) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path each : named) {
      if (Files.isDirectory(each)) {
        files.addAll(capturesIn(each));
      } else {
        files.add(each);
      }
    }
    if (files.size() == 1) {
      return files;
    }
    Map<Path, Long> firstTimes = new LinkedHashMap<>();
    for (Path file : files) {
      firstTimes.put(file, firstNanos(file, named.contains(file)));
    }
    // The writer of a ring renames nothing, so the name decides between equal times.
    List<Path> timed =
        files.stream()
            .filter(file -> firstTimes.get(file) != Frame.NO_TIME)
            .sorted(Comparator.<Path>comparingLong(firstTimes::get).thenComparing(file -> file))
            .toList();
    return timed.isEmpty() ? files.subList(0, 1) : timed;
  }

  private static List<Path> capturesIn(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path each : entries.filter(Files::isRegularFile).sorted().toList()) {
        if (firstNanos(each, false) != Frame.NO_TIME) {
          found.add(each);
        }
      }
    }
    if (found.isEmpty()) {
      throw new IOException("it is a folder in which no capture has a frame");
    }
    return found;
  }

  /**
   * The time of the first timed frame. Of a folder, a file that takes too much memory sorts last.
   */
  private static long firstNanos(Path file, boolean mustBeCapture) throws IOException {
    Frame frame = new Frame();
    try (CaptureReader reader = CaptureReader.open(file)) {
      while (reader.next(frame)) {
        if (frame.timeNanos != Frame.NO_TIME) {
          return frame.timeNanos;
        }
      }
      boolean isCapture =
          reader.end() instanceof End.Complete || reader.end() instanceof End.Truncated;
      if (mustBeCapture && !isCapture) {
        throw new IOException(file + " is " + reader.end().sentence());
      }
    } catch (IOException unreadable) {
      if (!mustBeCapture && unreadable.getCause() instanceof Compression.TooMuchMemory) {
        return Long.MAX_VALUE;
      }
      throw unreadable;
    }
    return Frame.NO_TIME;
  }
}
