package dev.faultlab.manifest;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What changed between two commits.
 *
 * @param read paths of the files that were read
 * @param moves components with other versions
 * @param kept what else the changed files name now
 * @param unclear what could not be understood or compared
 * @param gone files that were removed, and not moved as far as that can be seen
 */
public record ManifestChanges(
    Set<String> read, Set<Move> moves, Set<Move> kept, Set<Unclear> unclear, Set<String> gone) {
  /** Files of a change that are read; a change of a large repository's every service has fewer. */
  static final int MAX_FILES = 500;

  /** Parts at the end of a path that tell moved files from each other. */
  private static final int MAX_DEPTH = 5;

  private static final List<Reading> NO_CONTENTS = List.of(Reading.EMPTY, Reading.EMPTY);

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
            new LinkedHashSet<>(),
            new LinkedHashSet<>());
    Set<String> inBoth = new HashSet<>(before.paths());
    inBoth.retainAll(new HashSet<>(after.paths()));
    Set<String> paths = withAllPoms(inBoth, changed);
    List<String> known = paths.stream().filter(path -> reads(path) || scans(path)).toList();
    Set<String> selected = new LinkedHashSet<>(known.subList(0, Math.min(known.size(), MAX_FILES)));
    Map<String, List<Reading>> readBefore = read(before, selected, scanner);
    Map<String, List<Reading>> readAfter = read(after, selected, scanner);
    Map<String, List<Mention>> gone = new LinkedHashMap<>();
    Map<String, List<Mention>> fresh = new LinkedHashMap<>();
    for (String path : paths) {
      List<Reading> old = readBefore.getOrDefault(path, NO_CONTENTS);
      List<Reading> now = readAfter.getOrDefault(path, NO_CONTENTS);
      boolean unchanged = old.get(0).equals(Reading.EMPTY) && now.get(0).equals(Reading.EMPTY);
      boolean skipped = !selected.contains(path) && (reads(path) || scans(path));
      if (unchanged && !skipped && Catalog.KNOWN.unread().matcher(path).matches()) {
        String why = reads(path) ? "no image: NAME:TAG is in it" : "its form is not read";
        found.unclear.add(unclear(path, "changed, and " + why + "; faultlab executes no build"));
      }
      for (int reader = 0; reader < NO_CONTENTS.size(); reader++) {
        List<Mention> mentioned = old.get(reader).mentions();
        List<Mention> mentions = now.get(reader).mentions();
        if (found.add(path, old.get(reader), now.get(reader)) && inBoth.contains(path)) {
          found.add(MentionPairs.of(mentioned, mentions, reader == 0));
        } else if (!inBoth.contains(path)) {
          put(gone, path, mentioned);
          put(fresh, path, mentions);
        }
      }
    }
    found.read.addAll(selected);
    found.addMoved(before, gone, after, fresh);
    found.addGo(after, GoModReader.LANGUAGE, true);
    found.addGo(after, GoModReader.RELEASE, false);
    int skipped = known.size() - selected.size();
    if (skipped > 0) {
      String why = skipped + " more files to read; at most " + MAX_FILES + " are read";
      found.unclear.add(unclear(".", why));
    }
    return found;
  }

  private static void put(Map<String, List<Mention>> files, String path, List<Mention> mentions) {
    if (!mentions.isEmpty()) {
      files.computeIfAbsent(path, p -> new ArrayList<>()).addAll(mentions);
    }
  }

  /** What our own readers say of files, and what a scanner does, by path. */
  private static Map<String, List<Reading>> read(
      Snapshot commit, Collection<String> paths, FileScanner scanner)
      throws IOException, InterruptedException {
    Map<String, String> texts = new HashMap<>();
    Map<String, Reading> scanned = new HashMap<>();
    for (String path : paths.stream().filter(ManifestChanges::scans).toList()) {
      try {
        commit.text(path).ifPresent(text -> texts.put(path, text));
      } catch (UnreadableException e) {
        scanned.put(path, Reading.failed(e.getMessage()));
      }
    }
    try {
      scanned.putAll(texts.isEmpty() ? Map.of() : scanner.read(texts));
    } catch (UnreadableException e) {
      texts.keySet().forEach(path -> scanned.put(path, Reading.failed(e.getMessage())));
    }
    Map<String, List<Reading>> readings = new LinkedHashMap<>();
    for (String path : paths) {
      readings.put(path, List.of(read(commit, path), scanned.getOrDefault(path, Reading.EMPTY)));
    }
    return readings;
  }

  /** Adds what is unclear in a file; false if one side could not be read. */
  private boolean add(String path, Reading old, Reading now) {
    Optional<String> failure =
        now.failure().or(() -> old.failure().map(why -> "before this change it " + why));
    failure.ifPresent(why -> unclear.add(unclear(path, why)));
    Set<String> known = old.unclear().stream().map(Unclear::what).collect(Collectors.toSet());
    known.remove(Unclear.FILE);
    now.unclear().stream().filter(problem -> !known.contains(problem.what())).forEach(unclear::add);
    return failure.isEmpty();
  }

  private void add(MentionPairs pairs) {
    moves.addAll(pairs.moves());
    kept.addAll(pairs.kept());
    unclear.addAll(pairs.unclear());
  }

  /**
   * Compares files that only one side has. Those were moved that have the same text, or alone the
   * same end of their path; what is left is compared as if it were one file, and is new.
   */
  private void addMoved(
      Snapshot before,
      Map<String, List<Mention>> old,
      Snapshot after,
      Map<String, List<Mention>> now) {
    for (int parts = MAX_DEPTH; parts > 0; parts--) {
      Map<String, List<String>> pathsAfter = byEnd(after, now, parts);
      for (Map.Entry<String, List<String>> from : byEnd(before, old, parts).entrySet()) {
        List<String> to = pathsAfter.getOrDefault(from.getKey(), List.of());
        int max = Math.min(from.getValue().size(), to.size());
        boolean unambiguous = parts == MAX_DEPTH || from.getValue().size() == 1 && to.size() == 1;
        for (int i = 0; unambiguous && i < max; i++) {
          add(MentionPairs.of(old.remove(from.getValue().get(i)), now.remove(to.get(i)), false));
        }
      }
    }
    gone.addAll(old.keySet());
    List<Mention> was = old.values().stream().flatMap(List::stream).toList();
    List<Mention> isNew = now.values().stream().flatMap(List::stream).toList();
    add(MentionPairs.of(was, isNew, false).asNew());
  }

  /** Files by the end of their path; at the deepest by their text. */
  private static Map<String, List<String>> byEnd(
      Snapshot commit, Map<String, List<Mention>> files, int parts) {
    String end = ".*?((?:[^/]*/){0," + (parts - 1) + "}[^/]*)$";
    UnaryOperator<String> key =
        path -> parts == MAX_DEPTH ? commit.text(path).orElse("") : path.replaceFirst(end, "$1");
    return files.keySet().stream().collect(groupingBy(key, LinkedHashMap::new, toList()));
  }

  /** What decides beside a version of Go, if no changed file names it: another file does. */
  private void addGo(Snapshot after, String component, boolean mod) {
    List<Move> named =
        Stream.concat(moves.stream(), kept.stream())
            .filter(m -> m.component().matches("go|go-language"))
            .toList();
    if (!named.isEmpty() && named.stream().noneMatch(m -> m.to().place().isGoMod() == mod)) {
      after.paths().stream()
          .filter(path -> GoModReader.isGoMod(path) == mod && reads(path))
          .filter(path -> !path.matches(GoModReader.NOT_RUN))
          .limit(MAX_FILES)
          .flatMap(path -> read(after, path).mentions().stream())
          .filter(mention -> mention.component().equals(component))
          .forEach(mention -> kept.add(Move.same(mention)));
    }
  }

  /**
   * What the first side names in files that are not gone; empty if those are too many to read.
   *
   * @param images whether images can name it as well
   */
  public Optional<List<Mention>> base(Snapshot before, FileScanner scanner, boolean images)
      throws IOException, InterruptedException {
    List<String> paths =
        before.paths().stream()
            .filter(path -> !gone.contains(path) && (scans(path) || reads(path)))
            .filter(path -> images || scans(path) || !path.matches(".*\\.ya?ml"))
            .toList();
    if (paths.size() > MAX_FILES) {
      return Optional.empty();
    }
    return Optional.of(
        read(before, paths, scanner).values().stream()
            .flatMap(List::stream)
            .flatMap(reading -> reading.mentions().stream())
            .toList());
  }

  private static Unclear unclear(String path, String why) {
    return new Unclear(Place.of(path), Unclear.FILE, why);
  }

  /** The changed files, and with a pom all others: a parent's property is a child's version. */
  private static Set<String> withAllPoms(Set<String> inBoth, Collection<String> changed) {
    Set<String> paths = new LinkedHashSet<>(changed);
    if (changed.stream().anyMatch(MavenReader::isPom)) {
      inBoth.stream().filter(MavenReader::isPom).sorted().forEach(paths::add);
    }
    return paths;
  }

  /** What our own readers say of a file; nothing if there is none, or none of them reads it. */
  static Reading read(Snapshot commit, String path) {
    try {
      return reader(path)
          .flatMap(
              each -> commit.text(path).map(text -> each.read(new SourceFile(path, text, commit))))
          .orElse(Reading.EMPTY);
    } catch (UnreadableException e) {
      return Reading.failed(e.getMessage());
    }
  }
}
