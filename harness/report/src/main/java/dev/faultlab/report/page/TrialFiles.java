package dev.faultlab.report.page;

import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.RefusedPath;
import dev.faultlab.report.Links;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.document.Text.Style;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The available evidence files of one trial. */
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
    Path folder = InnerPath.of(run, trial);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(EvidenceFiles::isRegular)
          .map(f -> run.relativize(f).toString())
          .sorted()
          .toList();
    }
  }

  /** Those with this ending. */
  List<String> ending(String ending) throws IOException {
    return all().stream().filter(f -> f.endsWith(ending)).toList();
  }

  /** Those that are captures, packed or not. */
  List<String> captures() throws IOException {
    return all().stream().filter(f -> EvidenceFiles.isCapture(Path.of(f))).toList();
  }

  /** A link to a file of a run's folder if it exists, packed or not, else plain text. */
  static Text link(Path run, String file, Style style, String words) {
    return inside(run, file)
        .map(there -> evidence(run, run.relativize(there).toString(), style, words))
        .orElse(Text.of(style, words));
  }

  /** A link to an existing file; browsers cannot follow one into an archive. */
  static Text evidence(Path run, String file, Style style, String words) {
    return run.getFileSystem() == FileSystems.getDefault()
        ? Text.link(style, words, Links.encoded(file))
        : Text.hint(style, words, file);
  }

  private static Optional<Path> inside(Path run, String file) {
    try {
      return EvidenceFiles.find(InnerPath.of(run, file));
    } catch (RefusedPath e) {
      return Optional.empty();
    }
  }

  Path path(String relative) {
    return InnerPath.of(run, relative);
  }
}
