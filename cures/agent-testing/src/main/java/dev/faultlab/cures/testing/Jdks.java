package dev.faultlab.cures.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The JDKs that the agents are tested on: those in a folder of programs that behave like {@code
 * java} (system property {@code agent.javas}; {@code harness/scripts/check-agents} makes one); or
 * else those of this machine, the one that runs the tests and those where distributions put them.
 */
public final class Jdks {
  private Jdks() {}

  /** The program {@code java} of each. */
  public static List<Path> all() throws IOException {
    String folder = System.getProperty("agent.javas", "");
    if (!folder.isEmpty()) {
      return sorted(Path.of(folder));
    }
    List<Path> homes = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"))));
    Path usual = Path.of("/usr/lib/jvm");
    if (Files.isDirectory(usual)) {
      homes.addAll(sorted(usual));
    }
    List<Path> programs = new ArrayList<>();
    for (Path home : homes) {
      Path java = home.resolve("bin/java");
      if (Files.isExecutable(java) && !programs.contains(java.toRealPath())) {
        programs.add(java.toRealPath());
      }
    }
    return programs;
  }

  private static List<Path> sorted(Path folder) throws IOException {
    try (Stream<Path> found = Files.list(folder)) {
      return found.sorted().toList();
    }
  }
}
