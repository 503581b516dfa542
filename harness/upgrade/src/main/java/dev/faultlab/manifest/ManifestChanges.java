package dev.faultlab.manifest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
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

  private static final List<ManifestReader> READERS =
      Stream.concat(
              Catalog.KNOWN.lines().stream(),
              Stream.of(
                  new DockerfileReader(),
                  new ImageReader(),
                  new MavenReader(),
                  new CatalogReader(),
                  new GoModReader()))
          .toList();

  /** Whether a file has one of the formats, as far as its path tells. */
  public static boolean reads(String path) {
    return reader(path).isPresent();
  }

  private static boolean scans(String path) {
    return Catalog.KNOWN.scanned().matcher(path).matches();
  }

  static Optional<ManifestReader> reader(String path) {
    return READERS.stream().filter(reader -> reader.reads(path)).findFirst();
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
    Set<String> both = new HashSet<>(before.paths());
    both.retainAll(new HashSet<>(after.paths()));
    Set<String> all = all(both, changed);
    List<String> known = all.stream().filter(path -> reads(path) || scans(path)).toList();
    Set<String> some = new LinkedHashSet<>(known.subList(0, Math.min(known.size(), MOST_FILES)));
    Map<String, Reading> was = scan(before, some, scanner);
    Map<String, Reading> is = scan(after, some, scanner);
    // What was moved is in files that only one side has; those are compared as if they were one.
    List<Mention> gone = new ArrayList<>();
    List<Mention> fresh = new ArrayList<>();
    for (String path : all) {
      Reading old = some.contains(path) ? read(before, path) : Reading.EMPTY;
      Reading now = some.contains(path) ? read(after, path) : Reading.EMPTY;
      boolean nothing = old.equals(Reading.EMPTY) && now.equals(Reading.EMPTY);
      if (nothing && Catalog.KNOWN.unread().matcher(path).matches()) {
        String why = reads(path) ? "no image: NAME:TAG is in it" : "its form is not read";
        found.unclear.add(whole(path, "changed, and " + why + "; faultlab executes no build"));
      }
      for (Reading[] sides : new Reading[][] {{old, now}, {of(was, path), of(is, path)}}) {
        if (found.add(path, sides[0], sides[1]) && both.contains(path)) {
          found.add(MentionPairs.of(sides[0].mentions(), sides[1].mentions()));
        } else if (!both.contains(path)) {
          gone.addAll(sides[0].mentions());
          fresh.addAll(sides[1].mentions());
        }
      }
    }
    found.read.addAll(some);
    found.add(MentionPairs.of(gone, fresh));
    found.addLanguage(after);
    if (known.size() > some.size()) {
      int left = known.size() - some.size();
      String why = left + " more files changed; at most " + MOST_FILES + " are read";
      found.unclear.add(whole(".", why));
    }
    return found;
  }

  private static Reading of(Map<String, Reading> readings, String path) {
    return readings.getOrDefault(path, Reading.EMPTY);
  }

  /** What a scanner says of the files that it reads, by path. */
  private static Map<String, Reading> scan(
      Snapshot commit, Collection<String> paths, FileScanner scanner)
      throws IOException, InterruptedException {
    Map<String, String> texts = new HashMap<>();
    Map<String, Reading> readings = new HashMap<>();
    for (String path : paths.stream().filter(ManifestChanges::scans).toList()) {
      try {
        commit.text(path).ifPresent(text -> texts.put(path, text));
      } catch (UnreadableException e) {
        readings.put(path, Reading.failed(e.getMessage()));
      }
    }
    try {
      readings.putAll(texts.isEmpty() ? Map.of() : scanner.read(texts));
    } catch (UnreadableException e) {
      texts.keySet().forEach(path -> readings.put(path, Reading.failed(e.getMessage())));
    }
    return readings;
  }

  /** Adds what is unclear in a file; false if one side could not be read. */
  private boolean add(String path, Reading old, Reading now) {
    Optional<String> failure =
        now.failure().or(() -> old.failure().map(why -> "before this change it " + why));
    failure.ifPresent(why -> unclear.add(whole(path, why)));
    Set<String> known = old.unclear().stream().map(Unclear::what).collect(Collectors.toSet());
    known.remove(Unclear.FILE);
    now.unclear().stream().filter(one -> !known.contains(one.what())).forEach(unclear::add);
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
        .flatMap(path -> read(commit, path).mentions().stream());
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

  /** What our own readers say of a file; nothing if there is none, or none of them reads it. */
  static Reading read(Snapshot commit, String path) {
    try {
      return reader(path)
          .flatMap(
              reader ->
                  commit.text(path).map(text -> reader.read(new SourceFile(path, text, commit))))
          .orElse(Reading.EMPTY);
    } catch (UnreadableException e) {
      return Reading.failed(e.getMessage());
    }
  }
}
