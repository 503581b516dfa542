package dev.faultlab.capture;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.ZipException;

/**
 * Reads pcap and pcapng, plain or gzip, from a file or a pipe, frame by frame in constant memory.
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
  private final InputStream raw;
  private final ByteStream stream;
  private final Format format;
  private long frames;
  private End end;

  private CaptureReader(InputStream raw) throws IOException {
    this.raw = raw;
    ByteStream opened;
    try {
      opened = ByteStream.over(raw);
    } catch (ZipException | java.io.EOFException badHeader) {
      opened = ByteStream.over(InputStream.nullInputStream());
      end = new End.Corrupt(0, 0, "broken gzip header (" + badHeader.getMessage() + ")");
    }
    this.stream = opened;
    this.format = end == null ? recognise() : new Format.None();
  }

  /** Opens a file; the caller closes the reader. */
  public static CaptureReader open(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString());
    }
    return new CaptureReader(new FileInputStream(file.toFile()));
  }

  /** Reads from a stream, such as a live pipe on stdin. */
  public static CaptureReader of(InputStream in) throws IOException {
    return new CaptureReader(in);
  }

  private Format recognise() throws IOException {
    try {
      if (!stream.need(4)) {
        end =
            stream.available() == 0
                ? new End.Truncated(0, 0, "the capture is empty, a file header was expected")
                : new End.Truncated(0, 0, "shorter than a capture's magic number");
        return new Format.None();
      }
      int magic = stream.i32(0, false);
      return magic == Pcapng.SECTION_HEADER ? new Pcapng(stream) : Pcap.open(stream);
    } catch (BrokenCapture broken) {
      end = broken.end(0);
    } catch (ZipException broken) {
      end = new End.Corrupt(0, stream.offset(), "broken gzip data: " + broken.getMessage());
    }
    return new Format.None();
  }

  /**
   * Fills {@code frame} with the next frame; false when there is none, then {@link #end()} is set.
   */
  public boolean next(Frame frame) throws IOException {
    if (end != null) {
      return false;
    }
    try {
      if (format.next(frame)) {
        frame.number = ++frames;
        return true;
      }
      end = new End.Complete(frames, stream.offset());
    } catch (BrokenCapture broken) {
      end = broken.end(frames);
    } catch (ZipException broken) {
      end = new End.Corrupt(frames, stream.offset(), "broken gzip data: " + broken.getMessage());
    }
    return false;
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
    return end;
  }

  /** Packets that the capturing program itself reports as dropped (pcapng statistics); else 0. */
  public long reportedDrops() {
    return format.reportedDrops();
  }

  @Override
  public void close() throws IOException {
    stream.close();
    raw.close();
  }
}
