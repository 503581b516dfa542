package dev.faultlab.run;

import dev.faultlab.machine.CacheDir;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.spi.ToolProvider;

/**
 * jcmd, jstack, jstat and the like for a shell beside a JVM: the images have runtimes only. jlink
 * makes the tools once from the JDK that runs this program, with their dependencies and nothing
 * else of the machine.
 */
final class JdkTools {
  /** The folder with {@code bin/jcmd}; empty if this is not a JDK. */
  static Optional<Path> folder(CacheDir caches) throws IOException {
    Path cache = caches.directory("jdk-tools");
    Path existing = cache.resolve(System.getProperty("java.runtime.version"));
    if (Files.isExecutable(existing.resolve("bin/jcmd"))) {
      return Optional.of(existing);
    }
    Optional<ToolProvider> jlink = ToolProvider.findFirst("jlink");
    if (jlink.isEmpty()) {
      return Optional.empty();
    }
    Path fresh = Files.createTempDirectory(cache, "making").resolve("jdk");
    PrintWriter nowhere = new PrintWriter(PrintWriter.nullWriter());
    int status =
        jlink
            .get()
            .run(
                nowhere,
                nowhere,
                "--add-modules",
                "jdk.jcmd,jdk.jfr",
                "--strip-java-debug-attributes", // the rest of it would need binutils
                "--output",
                fresh.toString());
    return status == 0 ? Optional.of(moved(fresh, existing)) : Optional.empty();
  }

  /** The second process finds the tools that the first has made. */
  private static Path moved(Path fresh, Path existing) throws IOException {
    try {
      Files.move(fresh, existing, StandardCopyOption.ATOMIC_MOVE);
      Files.delete(fresh.getParent());
    } catch (FileSystemException e) { // a move cannot replace a folder that is not empty
      if (!Files.isExecutable(existing.resolve("bin/jcmd"))) {
        throw e;
      }
    }
    return existing;
  }
}
