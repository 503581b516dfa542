package dev.faultlab.machine;

import dev.faultlab.files.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A folder in which something is built, and which replaces its target when it is complete. It is
 * removed at the end of the block, also on Ctrl-C and SIGTERM, which end the programs that still
 * write to it.
 */
public final class StagingFolder implements AutoCloseable {
  private static final Set<PosixFilePermission> FILE_MODE =
      PosixFilePermissions.fromString("r--r--r--");
  private static final Set<PosixFilePermission> FOLDER_MODE =
      PosixFilePermissions.fromString("r-xr-xr-x");

  private final Path path;
  private final Runnable stop;
  private final ChildProcesses children = ChildProcesses.endWithUs(this::interrupted);

  private StagingFolder(Path path, Runnable stop) {
    this.path = path;
    this.stop = stop;
  }

  /**
   * Creates one that other users cannot enter, to which a container may write.
   *
   * @param stop ends that on Ctrl-C and SIGTERM, before the folder is removed
   */
  public static StagingFolder in(Path parent, Runnable stop) throws IOException {
    return new StagingFolder(Files.createTempDirectory(parent, "part-"), stop);
  }

  public Path path() {
    return path;
  }

  /** Moves it to its target, replacing what is there. */
  public void moveTo(Path place) throws IOException {
    readable(path);
    Trees.delete(place);
    Files.createDirectories(place.getParent());
    Files.move(path, place, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Lets all users read a folder and its contents, which are regular files: through a link, another
   * file would get these permissions. A guest's container reads it as a root without
   * CAP_DAC_OVERRIDE, so it needs the permissions of other users.
   *
   * @return the folder
   * @throws UncheckedIOException when it holds something else
   */
  public static Path readable(Path folder) {
    try (Stream<Path> paths = Files.walk(folder)) {
      Trees.requireRegular(folder);
      for (Path path : paths.toList()) {
        Set<PosixFilePermission> modes = new HashSet<>(Files.getPosixFilePermissions(path));
        if (modes.addAll(Files.isDirectory(path) ? FOLDER_MODE : FILE_MODE)) {
          Files.setPosixFilePermissions(path, modes);
        }
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot let guests read " + folder, e);
    }
  }

  /** Deletes what was not moved to its target. */
  @Override
  public void close() {
    try {
      children.close();
    } catch (IllegalStateException e) {
      return; // the JVM is going down, and the hook deletes it
    }
    Trees.delete(path);
  }

  private void interrupted() {
    stop.run();
    try {
      Trees.delete(path);
    } catch (UncheckedIOException e) {
      System.err.println("faultlab: " + path + " stays: " + e.getCause());
    }
  }
}
