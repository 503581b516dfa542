package dev.faultlab.run;

import dev.faultlab.files.Trees;
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
    Path jcmd = existing.resolve("bin/jcmd");
    if (Files.isExecutable(jcmd)) {
      return Optional.of(existing);
    }
    Optional<ToolProvider> jlink = ToolProvider.findFirst("jlink");
    if (jlink.isEmpty()) {
      return Optional.empty();
    }
    Path making = Files.createTempDirectory(cache, "making");
    Path fresh = making.resolve("jdk");
    PrintWriter nowhere = new PrintWriter(PrintWriter.nullWriter());
    String strip = "--strip-java-debug-attributes"; // the rest of it would need binutils
    String[] options = {"--add-modules", "jdk.jcmd,jdk.jfr", strip, "--output", fresh.toString()};
    try {
      if (jlink.get().run(nowhere, nowhere, options) != 0) {
        return Optional.empty();
      }
      Files.move(fresh, existing, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) { // a move cannot replace a folder that is not empty
      if (!Files.isExecutable(jcmd)) { // or another process has made it
        throw e;
      }
    } finally {
      Trees.delete(making);
    }
    return Optional.of(existing);
  }
}
