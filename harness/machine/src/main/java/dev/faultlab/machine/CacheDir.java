package dev.faultlab.machine;

import dev.faultlab.guest.UserCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/**
 * What is worth keeping for all clones: downloads, built images, kernels. Follows the XDG base
 * directory specification. Everything in it is keyed by content, so it can be deleted at any time
 * and shared by any number of clones.
 *
 * @param root the directory; created on first use
 */
public record CacheDir(Path root) {

  /** The user's cache directory; see {@link UserCache} for its place. */
  public static CacheDir of(Map<String, String> environment) {
    return new CacheDir(UserCache.of(environment));
  }

  /**
   * A directory below the cache, created if it does not exist.
   *
   * @throws UncheckedIOException when it cannot be made
   */
  public Path directory(String name) {
    try {
      return Files.createDirectories(root.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the cache directory " + root.resolve(name), e);
    }
  }

  /** A lock between processes, held until closed. */
  public interface Lock extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Waits for a lock that other faultlab processes on this machine also take. The kernel releases
   * it when its holder dies, so that a kill -9 leaves no stale lock.
   *
   * @param name of what only one process may make at a time
   * @param onWait called once when the lock is taken and we have to wait
   * @throws UncheckedIOException when the lock file cannot be opened
   */
  public Lock lock(String name, Runnable onWait) {
    Path file = directory("locks").resolve(name.replaceAll("[^A-Za-z0-9._-]", "_"));
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      if (channel.tryLock() == null) {
        onWait.run();
        channel.lock();
      }
      return () -> close(channel);
    } catch (OverlappingFileLockException e) {
      throw new IllegalStateException("this process already holds the lock " + file, e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lock " + file, e);
    }
  }

  private static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
