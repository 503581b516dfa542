package dev.faultlab.capture.file;

import dev.faultlab.capture.DnsSummary;
import dev.faultlab.capture.End;
import dev.faultlab.capture.TcpSummary;
import dev.faultlab.capture.dns.DnsCapture;
import dev.faultlab.capture.packet.CaptureFiles;
import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.capture.tcp.TcpCapture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A packet capture: pcap or pcapng, plain or compressed.
 *
 * <pre>{@code
 * Capture capture = Capture.read(Path.of("failed.pcap"));
 * capture.dns().name("backend.test").ifPresent(name -> System.out.println(name.counts().lookups()));
 * }</pre>
 *
 * <p>Each method reads the files again, frame by frame, so they must stay where they are. Broken
 * contents are no error: everything up to the broken place is used, and {@link End} names it.
 */
public final class Capture {
  private final List<Path> files;

  private Capture(List<Path> files) {
    this.files = List.copyOf(files);
  }

  /**
   * A capture in a file, or in a folder with the files of a ring buffer.
   *
   * @param file a file, or a folder whose captures are one capture in several files
   * @return the capture, with frames numbered through all of its files
   * @throws IOException when the file cannot be read, a folder has no capture, or the library for
   *     its compression is missing; also for a pipe, which cannot be read twice
   */
  public static Capture read(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
      throw new IOException(file + " is a pipe or a device, which is read once; save it in a file");
    }
    List<Path> files = CaptureFiles.inOrder(List.of(file));
    CaptureReader.open(files).close();
    return new Capture(files);
  }

  /** {@return the files, in the order of their times} */
  public List<Path> files() {
    return files;
  }

  /**
   * The lookups.
   *
   * @return all DNS of the capture
   * @throws IOException when a file cannot be read, or there is more DNS than fits into memory
   */
  public DnsSummary dns() throws IOException {
    return DnsCapture.read(files);
  }

  /**
   * The TCP connections, each with a time line of its segments.
   *
   * @return all TCP of the capture
   * @throws IOException when a file cannot be read, or there is more TCP than fits into memory
   */
  public TcpSummary tcp() throws IOException {
    return TcpCapture.read(files);
  }
}
