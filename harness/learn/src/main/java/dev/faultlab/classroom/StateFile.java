package dev.faultlab.classroom;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.files.BoundedText;
import dev.faultlab.files.Json;
import dev.faultlab.files.RefusedPath;
import dev.faultlab.files.Trees;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;

/**
 * The state of a session on disk, in a folder that one server at a time has open. Each write
 * replaces the whole file, so that after a crash or a power cut it has the last state.
 */
record StateFile(Path folder, FileChannel lock) implements AutoCloseable {
  private static final String NAME = "state.json";

  /**
   * Opens the folder of a session.
   *
   * @throws ClassUnavailable when another server has it open
   */
  static StateFile open(Path folder) throws IOException {
    FileChannel lock = FileChannel.open(folder.resolve("lock"), CREATE, WRITE, NOFOLLOW_LINKS);
    try {
      if (lock.tryLock() != null) {
        return new StateFile(folder, lock);
      }
    } catch (OverlappingFileLockException e) {
      // By this process: the same answer.
    }
    lock.close();
    throw new ClassUnavailable(folder + " is in use: a server of this session is running");
  }

  static boolean in(Path folder) {
    return folder.resolve(NAME).toFile().isFile();
  }

  /**
   * Reads the state, which may be in use.
   *
   * @throws RefusedPath when it is a link or a special file
   * @throws IOException with the file when it is not a state
   */
  static ClassState read(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    Trees.requireRegular(file);
    try {
      return Json.MAPPER.readValue(BoundedText.read(file), ClassState.class);
    } catch (JsonProcessingException e) {
      throw new IOException(file + " is not the state of a class: " + e.getOriginalMessage(), e);
    }
  }

  /** Returns when the state is on disk. */
  void write(ClassState state) throws IOException {
    AtomicFile.writeDurably(folder.resolve(NAME), Json.MAPPER.writeValueAsString(state));
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
