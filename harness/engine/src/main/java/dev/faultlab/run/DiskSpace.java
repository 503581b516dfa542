package dev.faultlab.run;

import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whether there is space for results.
 *
 * @param results folder of all runs
 */
public record DiskSpace(Path results, Disk disk) {
  private static final long NEEDED_BYTES = 2L << 30;

  /** How much can still be written. */
  public interface Disk {
    /** Bytes below a folder. */
    long usable(Path folder) throws IOException;
  }

  /** Asks the disk on which the folder is. */
  public static DiskSpace on(Path results) {
    return new DiskSpace(results, folder -> Files.getFileStore(folder).getUsableSpace());
  }

  /**
   * Checks for space before images are built for half an hour for a run that could not store its
   * evidence.
   *
   * @throws StackException when a run of the lab would not have enough space
   * @throws IOException when the folder cannot be made
   */
  public void require(String lab) throws IOException {
    Files.createDirectories(results);
    Path own = results.resolve(lab);
    Path folder = Files.exists(own) ? own : results;
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new StackException(folder + " is not a writable folder; nothing was started");
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
