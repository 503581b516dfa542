package dev.faultlab.report.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The evidence files of one trial, as far as they are there. */
final class TrialFiles {
  private final Path run;
  private final String trial;

  /**
   * @param trial folder, relative to the run's
   */
  TrialFiles(Path run, String trial) {
    this.run = run;
    this.trial = trial;
  }

  /** Paths relative to the run, sorted. */
  List<String> all() throws IOException {
    Path folder = run.resolve(trial);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(f -> run.relativize(f).toString())
          .sorted()
          .toList();
    }
  }

  /** Those with one of the endings. */
  List<String> ending(String... endings) throws IOException {
    return all().stream().filter(f -> Stream.of(endings).anyMatch(f::endsWith)).toList();
  }

  Path path(String relative) {
    return run.resolve(relative);
  }
}
