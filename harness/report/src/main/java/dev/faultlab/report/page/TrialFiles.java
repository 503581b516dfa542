package dev.faultlab.report.page;

import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.RefusedPath;
import dev.faultlab.report.document.Links;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.document.Text.Style;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The evidence files of a run's trials, as far as they exist. Each folder is listed once, and no
 * file is asked for twice.
 */
final class TrialFiles {
  private final Path run;
  private final Map<String, List<String>> listed = new HashMap<>();
  private final Map<String, Optional<String>> found = new HashMap<>();

  TrialFiles(Path run) {
    this.run = run;
  }

  /** Paths relative to the run, sorted. */
  List<String> of(TrialRecord trial) throws IOException {
    List<String> known = listed.get(trial.folder());
    if (known == null) {
      known =
          EvidenceFiles.sizes(path(trial.folder())).keySet().stream()
              .map(name -> trial.folder() + "/" + name)
              .toList();
      known.forEach(file -> found.put(file, Optional.of(file)));
      listed.put(trial.folder(), known);
    }
    return known;
  }

  /** The files with this ending. */
  List<String> ending(TrialRecord trial, String ending) throws IOException {
    return of(trial).stream().filter(f -> f.endsWith(ending)).toList();
  }

  /** The files that are captures, packed or not. */
  List<String> captures(TrialRecord trial) throws IOException {
    return of(trial).stream().filter(f -> EvidenceFiles.isCapture(Path.of(f))).toList();
  }

  /** A link to a file of the run's folder if it exists, packed or not, else plain text. */
  Text link(String file, Style style, String words) {
    return found
        .computeIfAbsent(file, this::existing)
        .map(there -> evidence(there, style, words))
        .orElse(Text.of(style, words));
  }

  /** A link to an existing file; browsers cannot follow one into an archive. */
  Text evidence(String file, Style style, String words) {
    return run.getFileSystem() == FileSystems.getDefault()
        ? Text.link(style, words, Links.encoded(file))
        : Text.hint(style, words, file);
  }

  private Optional<String> existing(String file) {
    try {
      return EvidenceFiles.find(path(file)).map(there -> run.relativize(there).toString());
    } catch (RefusedPath e) {
      return Optional.empty();
    }
  }

  Path path(String relative) {
    return InnerPath.of(run, relative);
  }
}
