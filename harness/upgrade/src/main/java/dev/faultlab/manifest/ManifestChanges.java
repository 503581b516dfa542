package dev.faultlab.manifest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What changed between two commits.
 *
 * @param read paths of the files that were read
 * @param moves components with other versions
 * @param kept what else the changed files name now
 * @param unclear what could not be understood or compared
 */
public record ManifestChanges(
    Set<String> read, Set<Move> moves, Set<Move> kept, Set<Unclear> unclear) {
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

  /**
   * Compares two commits.
   *
   * @param changed paths that they have differently
   */
  public static ManifestChanges between(
      Snapshot before, Snapshot after, Collection<String> changed, FileScanner scanner)
      throws IOException, InterruptedException {
    ManifestChanges found =
        new ManifestChanges(
            new LinkedHashSet<>(),
            new LinkedHashSet<>(),
            new LinkedHashSet<>(),
            new LinkedHashSet<>());
    Texts old = new Texts(new HashMap<>());
    Texts now = new Texts(new HashMap<>());
    List<String> scanned = new ArrayList<>();
    int left = 0;
    Set<String> both = new HashSet<>(before.paths());
    both.retainAll(new HashSet<>(after.paths()));
    List<Mention> gone = new ArrayList<>();
    List<Mention> fresh = new ArrayList<>();
    for (String path : all(both, changed)) {
      Optional<ManifestReader> reader = reader(path);
      boolean nothing = reader.isEmpty();
      if (found.read.size() == MOST_FILES && (reader.isPresent() || now.reads(path))) {
        left++;
        continue;
      }
      if (reader.isPresent()) {
        Reading was = read(reader.get(), before, path);
        Reading is = read(reader.get(), after, path);
        found.add(path, was, is, both.contains(path), gone, fresh);
        nothing = was.equals(Reading.EMPTY) && is.equals(Reading.EMPTY);
      }
      if (nothing && Catalog.KNOWN.unread().matcher(path).matches()) {
        String why = reader.isEmpty() ? "its form is not read" : "no image: NAME:TAG is in it";
        found.unclear.add(whole(path, "changed, and " + why + "; faultlab executes no build"));
      }
      if (now.reads(path)) {
        Reading was = read(old, before, path);
        if (found.add(path, was, read(now, after, path), true, gone, fresh)) {
          scanned.add(path);
        }
      }
    }
    Map<String, Reading> was = old.by(scanner);
    Map<String, Reading> is = now.by(scanner);
    for (String path : scanned) {
      Reading one = was.getOrDefault(path, Reading.EMPTY);
      Reading other = is.getOrDefault(path, Reading.EMPTY);
      found.add(path, one, other, both.contains(path), gone, fresh);
    }
    found.add(MentionPairs.of(gone, fresh));
    found.addLanguage(after);
    if (left > 0) {
      String why = left + " more files changed; at most " + MOST_FILES + " are read";
      found.unclear.add(whole(".", why));
    }
    return found;
  }

  /**
   * Adds what became of a file; false if one side could not be read. What a file names that only
   * one side has is put aside: it may have been moved.
   */
  private boolean add(
      String path,
      Reading old,
      Reading now,
      boolean both,
      List<Mention> gone,
      List<Mention> fresh) {
    read.add(path);
    Optional<String> failure =
        now.failure().or(() -> old.failure().map(why -> "before this change it " + why));
    failure.ifPresent(why -> unclear.add(whole(path, why)));
    if (failure.isEmpty()) {
      if (both) {
        add(MentionPairs.of(old.mentions(), now.mentions()));
      } else {
        gone.addAll(old.mentions());
        fresh.addAll(now.mentions());
      }
      Set<String> known = old.unclear().stream().map(Unclear::what).collect(Collectors.toSet());
      known.remove(Unclear.FILE);
      now.unclear().stream().filter(one -> !known.contains(one.what())).forEach(unclear::add);
    }
    return failure.isEmpty();
  }

  private void add(MentionPairs pairs) {
    moves.addAll(pairs.moves());
    kept.addAll(pairs.kept());
    unclear.addAll(pairs.unclear());
  }

  /** A release of Go moves, and no changed file has the language version: another says it. */
  private void addLanguage(Snapshot after) {
    Set<String> named =
        Stream.concat(moves.stream(), kept.stream())
            .map(Move::component)
            .collect(Collectors.toSet());
    if (named.contains(GoModReader.RELEASE) && !named.contains(GoModReader.LANGUAGE)) {
      mentions(after, GoModReader::isGoMod)
          .filter(one -> one.component().equals(GoModReader.LANGUAGE))
          .forEach(one -> kept.add(Move.kept(one)));
    }
  }

  /** What some files of a commit name, as far as they are read; of too many, the first. */
  public static Stream<Mention> mentions(Snapshot commit, Predicate<String> which) {
    return commit.paths().stream()
        .filter(which.and(ManifestChanges::reads))
        .limit(MOST_FILES)
        .flatMap(path -> read(reader(path).orElseThrow(), commit, path).mentions().stream());
  }

  private static Unclear whole(String path, String why) {
    return new Unclear(Place.of(path), Unclear.FILE, why);
  }

  /** The changed files, and with a pom all others: a parent's property is a child's version. */
  private static Set<String> all(Set<String> both, Collection<String> changed) {
    Set<String> all = new LinkedHashSet<>(changed);
    if (changed.stream().anyMatch(MavenReader::isPom)) {
      both.stream().filter(MavenReader::isPom).sorted().forEach(all::add);
    }
    return all;
  }

  static Reading read(ManifestReader reader, Snapshot commit, String path) {
    try {
      return commit
          .text(path)
          .map(text -> reader.read(new SourceFile(path, text, commit)))
          .orElse(Reading.EMPTY);
    } catch (UnreadableException e) {
      return Reading.failed(e.getMessage());
    }
  }
}
