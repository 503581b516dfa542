package dev.faultlab.manifest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What changed between two commits.
 *
 * @param read paths of the files that were read
 * @param moves components with other versions
 * @param unclear what could not be understood or compared
 */
public record ManifestChanges(List<String> read, List<Move> moves, List<Unclear> unclear) {
  /** Files of a change that are read; a change of a large repository's every service has fewer. */
  static final int MOST_FILES = 500;

  private static final List<ManifestReader> READERS = readers();

  /** Files with versions in a form that is not read, or that only a build can evaluate. */
  private static final Pattern UNREAD =
      Pattern.compile(
          "(?:.*/)?(?:(?:build|settings)\\.gradle(?:\\.kts)?|gradle\\.properties|.*-wrapper\\.properties|build\\.sbt"
              + "|(?:BUILD|MODULE|WORKSPACE)(?:\\.bazel)?|package\\.json|pyproject\\.toml|setup\\.(?:py|cfg)"
              + "|Pipfile|Cargo\\.toml|rust-toolchain(?:\\.toml)?|Gemfile|composer\\.json|mix\\.exs|global\\.json"
              + "|\\.(?:nvmrc|node-version|python-version|env)|mise\\.toml|go\\.work|.*\\.(?:tf|hcl|resolved)"
              + "|(?:values.*|kustomization|Chart|\\.gitlab-ci)\\.ya?ml|Jenkinsfile|npm-shrinkwrap\\.json|(?:conan|pubspec)\\.lock)"
              + "|\\.github/workflows/.*\\.ya?ml");

  private static List<ManifestReader> readers() {
    ImageCatalog images = ImageCatalog.read();
    List<ManifestReader> readers = new ArrayList<>(LineReader.ALL);
    Collections.addAll(
        readers,
        new DockerfileReader(images),
        new ImageReader(images),
        new MavenReader(),
        new CatalogReader(),
        new GoModReader());
    return readers;
  }

  /** Whether a file has one of the formats, as far as its path tells. */
  public static boolean reads(String path) {
    return reader(path).isPresent();
  }

  static Optional<ManifestReader> reader(String path) {
    return READERS.stream().filter(reader -> reader.reads(path)).findFirst();
  }

  /** Compares two commits. */
  public static ManifestChanges between(
      Snapshot before, Snapshot after, List<ChangedPath> changed) {
    Set<String> read = new LinkedHashSet<>();
    Set<Move> moves = new LinkedHashSet<>();
    Set<Unclear> unclear = new LinkedHashSet<>();
    int left = 0;
    for (ChangedPath file : all(before, after, changed)) {
      Optional<ManifestReader> reader = reader(file.path());
      if (reader.isPresent() && read.size() == MOST_FILES) {
        left++;
      } else if (reader.isPresent()) {
        read.add(file.path());
        Reading old = read(reader.get(), before, file.before());
        Reading now = read(reader.get(), after, file.after());
        now.failure()
            .or(() -> old.failure().map(why -> "before this change it " + why))
            .ifPresent(why -> unclear.add(whole(file.path(), why)));
        if (old.failure().isEmpty() && now.failure().isEmpty()) {
          MentionPairs pairing = MentionPairs.of(old.mentions(), now.mentions());
          moves.addAll(pairing.moves());
          unclear.addAll(pairing.unclear());
          unclear.addAll(added(old.unclear(), now.unclear()));
          boolean nothing = old.equals(Reading.EMPTY) && now.equals(Reading.EMPTY);
          if (nothing && UNREAD.matcher(file.path()).matches()) {
            unclear.add(whole(file.path(), "changed, and no image: NAME:TAG is in it"));
          }
        }
      } else if (UNREAD.matcher(file.path()).matches()) {
        unclear.add(
            whole(file.path(), "changed, and its form is not read; faultlab executes no build"));
      }
    }
    if (left > 0) {
      unclear.add(whole(".", left + " more files changed; at most " + MOST_FILES + " are read"));
    }
    return new ManifestChanges(List.copyOf(read), List.copyOf(moves), List.copyOf(unclear));
  }

  private static Unclear whole(String path, String why) {
    return new Unclear(new Place(path, 1), "file", why);
  }

  private static List<Unclear> added(List<Unclear> old, List<Unclear> now) {
    Set<String> known = old.stream().map(Unclear::what).collect(Collectors.toSet());
    return now.stream().filter(one -> !known.contains(one.what())).toList();
  }

  /** The changed files, and with a pom all others: a parent's property is a child's version. */
  private static List<ChangedPath> all(Snapshot before, Snapshot after, List<ChangedPath> changed) {
    List<ChangedPath> all = new ArrayList<>(changed);
    if (changed.stream().anyMatch(file -> MavenReader.isPom(file.path()))) {
      Set<String> old = Set.copyOf(before.paths());
      Set<String> known = changed.stream().map(ChangedPath::path).collect(Collectors.toSet());
      after.paths().stream()
          .filter(path -> MavenReader.isPom(path) && old.contains(path) && !known.contains(path))
          .forEach(path -> all.add(new ChangedPath(Optional.of(path), Optional.of(path))));
    }
    return all;
  }

  static Reading read(ManifestReader reader, Snapshot commit, Optional<String> path) {
    try {
      return path.filter(reader::reads)
          .flatMap(p -> commit.text(p).map(text -> new SourceFile(p, text, commit)))
          .map(reader::read)
          .orElse(Reading.EMPTY);
    } catch (UnreadableException e) {
      return Reading.failed(e.getMessage());
    }
  }
}
