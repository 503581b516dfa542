package dev.faultlab.classroom;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.faultlab.files.BoundedText;
import dev.faultlab.files.Json;
import dev.faultlab.files.RefusedPath;
import dev.faultlab.files.Trees;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The events of a session on disk, a line of JSON each. A line that was written and synced survives
 * a power cut; an incomplete last line is removed when the journal is opened again.
 *
 * <p>Safe for use by several threads; those that sync at the same time share one sync of the disk.
 */
final class Journal implements AutoCloseable {
  private final FileChannel file;
  private final FileLock lock;
  private final List<Event> before;
  private final Object disk = new Object();
  private long written;
  private long synced;

  private Journal(FileChannel file, FileLock lock, List<Event> before) {
    this.file = file;
    this.lock = lock;
    this.before = before;
  }

  /**
   * Opens a journal, and creates it if needed.
   *
   * @throws RefusedPath when it is a link or a special file
   * @throws IOException when another process has it open, or a line is not an event; the message
   *     names the file and the line
   */
  static Journal open(Path path) throws IOException {
    Trees.requireRegular(path);
    if (!Files.exists(path)) {
      // It holds the keys of all participants.
      Files.createFile(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    FileChannel file =
        FileChannel.open(
            path,
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
    try {
      FileLock lock = locked(file, path);
      // Reads through this channel: closing another one of the same file would release the lock
      // (fcntl(2)).
      byte[] text = Channels.newInputStream(file).readAllBytes();
      int whole = wholeLines(text);
      List<Event> events = events(new String(text, 0, whole, StandardCharsets.UTF_8), path);
      file.truncate(whole);
      file.position(whole);
      return new Journal(file, lock, events);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** Only reads; a writer may continue meanwhile. */
  static List<Event> read(Path path) throws IOException {
    Trees.requireRegular(path);
    byte[] text = BoundedText.bytes(path);
    return events(new String(text, 0, wholeLines(text), StandardCharsets.UTF_8), path);
  }

  /** Its events when it was opened. */
  List<Event> before() {
    return before;
  }

  /**
   * Writes a line, in the order of the calls.
   *
   * @return argument for {@link #sync}
   */
  long write(Event event) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    line.write(Json.MAPPER.writeValueAsBytes(event));
    line.write('\n');
    ByteBuffer bytes = ByteBuffer.wrap(line.toByteArray());
    synchronized (file) {
      long end = file.position();
      try {
        while (bytes.hasRemaining()) {
          file.write(bytes);
        }
      } catch (IOException e) {
        file.truncate(end); // or the next line would begin in the middle of this one
        throw e;
      }
      return ++written;
    }
  }

  /** Returns when the line that {@link #write} numbered is on disk. */
  void sync(long number) throws IOException {
    synchronized (disk) {
      if (synced >= number) {
        return; // another caller of sync has written it
      }
      long upTo;
      synchronized (file) {
        upTo = written;
      }
      file.force(false);
      synced = upTo;
    }
  }

  @Override
  public void close() throws IOException {
    lock.release();
    file.close();
  }

  private static FileLock locked(FileChannel file, Path path) throws IOException {
    FileLock lock;
    try {
      lock = file.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      throw new ClassUnavailable(path + " is in use: a server of this session is running");
    }
    return lock;
  }

  private static int wholeLines(byte[] text) {
    int end = text.length;
    while (end > 0 && text[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  private static List<Event> events(String text, Path path) throws IOException {
    List<Event> events = new ArrayList<>();
    for (String line : text.lines().toList()) {
      try {
        events.add(Json.MAPPER.readValue(line, Event.class));
      } catch (JsonProcessingException e) {
        throw new IOException(
            path + ":" + (events.size() + 1) + ": is no event: " + e.getOriginalMessage(), e);
      }
    }
    return events;
  }
}
