package dev.faultlab.machine;

import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A second process for {@link CacheDirTest}: says whether a lock is held. */
final class TryLock {
  public static void main(String[] args) throws Exception {
    try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE)) {
      System.out.println(channel.tryLock() == null ? "held" : "free");
    }
  }
}
