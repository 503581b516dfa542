package dev.faultlab.capture.packet;

import dev.faultlab.capture.CapturePart;
import dev.faultlab.capture.End;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/**
 * Reads pcap and pcapng, plain or compressed, frame by frame in constant memory, from a file, from
 * several successive files, or from a pipe.
 *
 * <pre>{@code
 * try (CaptureReader reader = CaptureReader.open(path)) {
 *   Frame frame = new Frame();
 *   while (reader.next(frame)) { ... }
 *   End end = reader.end();
 * }
 * }</pre>
 *
 * Broken contents never throw: reading stops and {@link #end()} says where and why. An {@link
 * IOException} means that the file could not be read at all.
 */
public final class CaptureReader implements Closeable {
  /** Frames of a busy interface may be slightly out of order, but not by more than this. */
  private static final long OVERLAP_NANOS = 1_000_000_000L;

  /** A longer silence between two files may mean a missing file. */
  private static final long PAUSE_NANOS = 1_000_000_000L;

  private final List<CapturePart> parts = new ArrayList<>();
  private final Queue<Path> nextFiles = new ArrayDeque<>();
  private InputStream raw;
  private ByteStream stream;
  private Format format = new Format.None();
  private String name = "";
  private String prefix = "";
  private boolean firstOfFile;
  private long frames;
  private long latest = Frame.NO_TIME;
  private long bytes;
  private long dropsOfEarlierFiles;
  private long pauses;
  private End end;

  /** Why a file among several was not unpacked. */
  private Optional<String> leftOut = Optional.empty();

  private CaptureReader(InputStream raw, String name) throws IOException {
    start(raw, name);
  }

  private void start(InputStream raw, String name) throws IOException {
    this.raw = raw;
    this.name = name;
    try {
      stream = ByteStream.open(raw);
      recognise();
    } catch (Compression.BrokenPacking broken) {
      stream = ByteStream.open(InputStream.nullInputStream());
      end = new End.Corrupt(frames, 0, prefix + broken.getMessage());
    } catch (Compression.TooMuchMemory packed) {
      stream = ByteStream.open(InputStream.nullInputStream());
      skipFile(packed);
    }
  }

  /** Goes on with the next file, if there are several. */
  private void skipFile(Compression.TooMuchMemory packed) throws IOException {
    if (parts.size() + nextFiles.size() < 2) {
      throw withName(packed);
    }
    leftOut = Optional.of("left out " + withName(packed).getMessage());
    format = new Format.None();
  }

  private IOException withName(IOException packed) {
    return new IOException(name + ": " + packed.getMessage(), packed);
  }

  /** Opens a file; the caller closes the reader. */
  public static CaptureReader open(Path file) throws IOException {
    return open(List.of(file));
  }

  /**
   * Opens files that were written in succession, such as those of a ring buffer, as one capture
   * with continuous frame numbers.
   *
   * @param files at least one, in the order of their times: see {@link CaptureFiles}
   */
  public static CaptureReader open(List<Path> files) throws IOException {
    CaptureReader reader = new CaptureReader(stream(files.get(0)), files.get(0).toString());
    reader.parts.add(new CapturePart(files.get(0), 1));
    reader.nextFiles.addAll(files.subList(1, files.size()));
    return reader;
  }

  private static InputStream stream(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString());
    }
    boolean inArchive = file.getFileSystem() != FileSystems.getDefault();
    return inArchive ? Files.newInputStream(file) : new FileInputStream(file.toFile());
  }

  /** Reads from a stream, such as a live pipe on stdin. */
  public static CaptureReader of(InputStream in) throws IOException {
    return new CaptureReader(in, "standard input");
  }

  private void recognise() throws IOException {
    try {
      if (!stream.hasBytes(4)) {
        String why =
            stream.available() == 0
                ? "the capture is empty, a file header was expected"
                : "shorter than a capture's magic number";
        end = new End.Truncated(frames, 0, prefix + why);
        return;
      }
      int magic = stream.i32(0, false);
      format = magic == Pcapng.SECTION_HEADER ? new Pcapng(stream) : Pcap.open(stream);
    } catch (BrokenCapture broken) {
      end = broken.end(frames, prefix);
    }
  }

  /**
   * Fills {@code frame} with the next frame; false when there is none, then {@link #end()} is set.
   */
  public boolean next(Frame frame) throws IOException {
    while (end == null) {
      try {
        if (format.next(frame)) {
          return accept(frame);
        }
        bytes += stream.offset();
        if (nextFiles.isEmpty()) {
          end = new End.Complete(frames, bytes);
        } else {
          startNextFile();
        }
      } catch (BrokenCapture broken) {
        end = broken.end(frames, prefix);
      } catch (Compression.BrokenPacking broken) {
        end = new End.Corrupt(frames, stream.offset(), prefix + broken.getMessage());
      } catch (Compression.TooMuchMemory packed) {
        skipFile(packed);
      }
    }
    return false;
  }

  private boolean accept(Frame frame) {
    if (frame.timeNanos != Frame.NO_TIME) {
      if (firstOfFile && latest != Frame.NO_TIME) {
        firstOfFile = false;
        if (frame.timeNanos < latest - OVERLAP_NANOS) {
          end =
              new End.Corrupt(
                  frames,
                  frame.fileOffset,
                  prefix
                      + "begins before the previous file ends, so these files are not parts of"
                      + " one capture; read each file separately");
          return false;
        }
        pauses += frame.timeNanos - latest > PAUSE_NANOS ? 1 : 0;
      }
      latest = Math.max(latest, frame.timeNanos);
    }
    frame.number = ++frames;
    return true;
  }

  private void startNextFile() throws IOException {
    Path next = nextFiles.remove();
    dropsOfEarlierFiles += format.reportedDrops();
    format = new Format.None();
    stream.close();
    raw.close();
    parts.add(new CapturePart(next, frames + 1));
    prefix = next.getFileName() + ": ";
    firstOfFile = true;
    start(stream(next), next.toString());
  }

  /**
   * How reading ended.
   *
   * @throws IllegalStateException while {@link #next} has not yet returned false
   */
  public End end() {
    if (end == null) {
      throw new IllegalStateException("the capture has not been read to its end");
    }
    return leftOut.isPresent() && !(end instanceof End.Corrupt)
        ? new End.Corrupt(frames, bytes, leftOut.get())
        : end;
  }

  /** The files read so far; empty for a stream. */
  public List<CapturePart> parts() {
    return List.copyOf(parts);
  }

  /** Packets that the capturing program reports as dropped (pcapng statistics); else 0. */
  public long reportedDrops() {
    return dropsOfEarlierFiles + format.reportedDrops();
  }

  /** How often a file began more than a second after the end of the previous one. */
  public long pauses() {
    return pauses;
  }

  @Override
  public void close() throws IOException {
    stream.close();
    raw.close();
  }
}
