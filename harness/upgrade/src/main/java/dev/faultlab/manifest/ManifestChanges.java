package dev.faultlab.manifest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What changed between two commits.
 *
 * @param read paths of the files that were read
 * @param moves components with other versions
 * @param unclear what could not be understood or compared
 */
public record ManifestChanges(Set<String> read, Set<Move> moves, Set<Unclear> unclear) {
  /** Files of a change that are read; a change of a large repository's every service has fewer. */
  static final int MOST_FILES = 500;

  private static final List<ManifestReader> READERS = readers();

  private static List<ManifestReader> readers() {
    List<ManifestReader> readers = new ArrayList<>(Catalog.KNOWN.lines());
    Collections.addAll(
        readers,
        new DockerfileReader(),
        new ImageReader(),
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

  /** Keeps the text of the files that a scanner reads. */
  private record Texts(Map<String, String> byPath) implements ManifestReader {
    @Override
    public boolean reads(String path) {
      return Catalog.KNOWN.scanned().matcher(path).matches();
    }

    @Override
    public Reading read(SourceFile file) {
      byPath.put(file.path(), file.text());
      return Reading.EMPTY;
    }

    /** What the scanner says of a path. */
    Map<String, Reading> by(FileScanner scanner) throws IOException, InterruptedException {
      try {
        return byPath.isEmpty() ? Map.of() : scanner.read(byPath);
      } catch (UnreadableException e) {
        Reading failed = Reading.failed(e.getMessage());
        return byPath.keySet().stream().collect(Collectors.toMap(path -> path, path -> failed));
      }
    }
  }

  /** Compares two commits. */
  public static ManifestChanges between(
      Snapshot before, Snapshot after, List<ChangedPath> changed, FileScanner scanner)
      throws IOException, InterruptedException {
    ManifestChanges found =
        new ManifestChanges(new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
    Texts old = new Texts(new HashMap<>());
    Texts now = new Texts(new HashMap<>());
    List<ChangedPath> scanned = new ArrayList<>();
    int left = 0;
    for (ChangedPath file : all(before, after, changed)) {
      String path = file.path();
      Optional<ManifestReader> reader = reader(path);
      boolean nothing = reader.isEmpty();
      if (found.read.size() == MOST_FILES && (reader.isPresent() || now.reads(path))) {
        left++;
        continue;
      }
      if (reader.isPresent()) {
        Reading was = read(reader.get(), before, file.before());
        Reading is = read(reader.get(), after, file.after());
        found.add(path, was, is);
        nothing = was.equals(Reading.EMPTY) && is.equals(Reading.EMPTY);
      }
      if (nothing && Catalog.KNOWN.unread().matcher(path).matches()) {
        String why = reader.isEmpty() ? "its form is not read" : "no image: NAME:TAG is in it";
        found.unclear.add(whole(path, "changed, and " + why + "; faultlab executes no build"));
      }
      if (now.reads(path)
          && found.add(path, read(old, before, file.before()), read(now, after, file.after()))) {
        scanned.add(file);
      }
    }
    Map<String, Reading> was = old.by(scanner);
    Map<String, Reading> is = now.by(scanner);
    for (ChangedPath file : scanned) {
      found.add(file.path(), in(was, file.before()), in(is, file.after()));
    }
    if (left > 0) {
      String why = left + " more files changed; at most " + MOST_FILES + " are read";
      found.unclear.add(whole(".", why));
    }
    return found;
  }

  private static Reading in(Map<String, Reading> readings, Optional<String> path) {
    return path.map(readings::get).orElse(Reading.EMPTY);
  }

  /** Adds what became of a file; false if one side could not be read. */
  private boolean add(String path, Reading old, Reading now) {
    read.add(path);
    Optional<String> failure =
        now.failure().or(() -> old.failure().map(why -> "before this change it " + why));
    failure.ifPresent(why -> unclear.add(whole(path, why)));
    if (failure.isEmpty()) {
      MentionPairs pairing = MentionPairs.of(old.mentions(), now.mentions());
      moves.addAll(pairing.moves());
      unclear.addAll(pairing.unclear());
      Set<String> known = old.unclear().stream().map(Unclear::what).collect(Collectors.toSet());
      known.remove(Unclear.FILE);
      now.unclear().stream().filter(one -> !known.contains(one.what())).forEach(unclear::add);
    }
    return failure.isEmpty();
  }

  private static Unclear whole(String path, String why) {
    return new Unclear(Place.of(path), Unclear.FILE, why);
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
