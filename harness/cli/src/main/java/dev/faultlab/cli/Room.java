package dev.faultlab.cli;

import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where results go.
 *
 * @param results folder of all runs
 */
record Room(Path results, Disk disk) {
  private static final long NEEDED_BYTES = 2L << 30;

  /** How much can still be written. */
  interface Disk {
    /** Bytes below a folder. */
    long usable(Path folder) throws IOException;
  }

  /** On the disk that it lies on. */
  static Room on(Path results) {
    return new Room(results, folder -> Files.getFileStore(folder).getUsableSpace());
  }

  /**
   * Asks before images are built for half an hour for a run whose evidence nobody could keep.
   *
   * @throws StackException when a run of the lab would find no room
   * @throws IOException when the folder cannot be made
   */
  void require(String lab) throws IOException {
    Files.createDirectories(results);
    Path own = results.resolve(lab);
    Path folder = Files.exists(own) ? own : results;
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new StackException(
          folder + " is not a folder that can be written to; nothing was started");
    }
    long free = disk.usable(folder);
    if (free < NEEDED_BYTES) {
      throw new StackException(
          String.format(
              "%s has %d MiB free, a run needs %d MiB; nothing was started",
              results, free >> 20, NEEDED_BYTES >> 20));
    }
  }
}
