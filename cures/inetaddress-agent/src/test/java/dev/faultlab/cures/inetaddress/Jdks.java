package dev.faultlab.cures.inetaddress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The JDKs of this machine: the one that runs the tests, and those where distributions put them.
 */
final class Jdks {
  private Jdks() {}

  /** {@code bin/java} of each. */
  static List<Path> all() throws IOException {
    List<Path> homes = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"))));
    Path usual = Path.of("/usr/lib/jvm");
    if (Files.isDirectory(usual)) {
      try (Stream<Path> found = Files.list(usual)) {
        found.sorted().forEach(homes::add);
      }
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
}
