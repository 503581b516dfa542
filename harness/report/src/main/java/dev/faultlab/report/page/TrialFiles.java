package dev.faultlab.report.page;

import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.RefusedPath;
import dev.faultlab.text.Escape;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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

  /** A link to a file of a run's folder where it is there, packed or not, else the bare text. */
  static void link(Html html, Path run, String file, String text) {
    Optional<Path> there = inside(run, file);
    if (there.isPresent()) {
      evidence(html, run, run.relativize(there.get()).toString(), text);
    } else {
      html.text(text);
    }
  }

  /** A link to a file that is there; a browser follows none into an archive. */
  static void evidence(Html html, Path run, String file, String text) {
    if (run.getFileSystem() == FileSystems.getDefault()) {
      html.file(file, text);
    } else {
      html.element("span", "title=\"" + Escape.html(file) + "\"", text);
    }
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
