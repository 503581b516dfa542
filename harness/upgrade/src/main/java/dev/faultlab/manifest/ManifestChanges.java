package dev.faultlab.manifest;

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
  static final int MOST_FILES = 500;

  /** Parts at the end of a path that tell moved files from each other. */
  private static final int DEEPEST = 5;

  /** Files whose versions build nothing that runs. */
  private static final String EXAMPLES = "(?:.*/)?(?:testdata|vendor|examples?)/.*";

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
    Set<String> both = new HashSet<>(before.paths());
    both.retainAll(new HashSet<>(after.paths()));
    Set<String> all = all(both, changed);
    List<String> known = all.stream().filter(path -> reads(path) || scans(path)).toList();
    Set<String> some = new LinkedHashSet<>(known.subList(0, Math.min(known.size(), MOST_FILES)));
    Map<String, Reading> was = scan(before, some, scanner);
    Map<String, Reading> is = scan(after, some, scanner);
    Map<String, List<Mention>> gone = new LinkedHashMap<>();
    Map<String, List<Mention>> fresh = new LinkedHashMap<>();
    for (String path : all) {
      Reading old = some.contains(path) ? read(before, path) : Reading.EMPTY;
      Reading now = some.contains(path) ? read(after, path) : Reading.EMPTY;
      boolean nothing = old.equals(Reading.EMPTY) && now.equals(Reading.EMPTY);
      boolean left = known.contains(path) && !some.contains(path);
      if (nothing && !left && Catalog.KNOWN.unread().matcher(path).matches()) {
        String why = reads(path) ? "no image: NAME:TAG is in it" : "its form is not read";
        found.unclear.add(whole(path, "changed, and " + why + "; faultlab executes no build"));
      }
      for (Reading[] sides : new Reading[][] {{old, now}, {of(was, path), of(is, path)}}) {
        if (found.add(path, sides[0], sides[1]) && both.contains(path)) {
          found.add(MentionPairs.of(sides[0].mentions(), sides[1].mentions()));
        } else if (!both.contains(path)) {
          put(gone, path, sides[0].mentions());
          put(fresh, path, sides[1].mentions());
        }
      }
    }
    found.read.addAll(some);
    found.addMoved(before, gone, after, fresh);
    found.addGo(after, GoModReader.LANGUAGE, true);
    found.addGo(after, GoModReader.RELEASE, false);
    if (known.size() > some.size()) {
      int left = known.size() - some.size();
      String why = left + " more files changed; at most " + MOST_FILES + " are read";
      found.unclear.add(whole(".", why));
    }
    return found;
  }

  private static void put(Map<String, List<Mention>> files, String path, List<Mention> mentions) {
    if (!mentions.isEmpty()) {
      files.computeIfAbsent(path, p -> new ArrayList<>()).addAll(mentions);
    }
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

  /**
   * Compares files that only one side has. Those were moved that have the same text, or alone the
   * same end of their path; what is left is compared as if it were one file, and is new.
   */
  private void addMoved(
      Snapshot before,
      Map<String, List<Mention>> old,
      Snapshot after,
      Map<String, List<Mention>> now) {
    for (int parts = DEEPEST; parts > 0; parts--) {
      Map<String, List<String>> there = byEnd(after, now, parts);
      for (Map.Entry<String, List<String>> from : byEnd(before, old, parts).entrySet()) {
        List<String> to = there.getOrDefault(from.getKey(), List.of());
        int most = Math.min(from.getValue().size(), to.size());
        boolean sure = parts == DEEPEST || from.getValue().size() == 1 && to.size() == 1;
        for (int i = 0; sure && i < most; i++) {
          add(MentionPairs.of(old.remove(from.getValue().get(i)), now.remove(to.get(i))));
        }
      }
    }
    gone.addAll(old.keySet());
    add(
        MentionPairs.of(
                old.values().stream().flatMap(List::stream).toList(),
                now.values().stream().flatMap(List::stream).toList())
            .fresh());
  }

  /** Files by the end of their path; at the deepest by their text. */
  private static Map<String, List<String>> byEnd(
      Snapshot commit, Map<String, List<Mention>> files, int parts) {
    String end = ".*?((?:[^/]*/){0," + (parts - 1) + "}[^/]*)$";
    return files.keySet().stream()
        .collect(
            Collectors.groupingBy(
                path ->
                    parts == DEEPEST ? commit.text(path).orElse("") : path.replaceFirst(end, "$1"),
                LinkedHashMap::new,
                Collectors.toList()));
  }

  /** What decides beside a version of Go, if no changed file names it: another file does. */
  private void addGo(Snapshot after, String component, boolean mod) {
    List<Move> named =
        Stream.concat(moves.stream(), kept.stream())
            .filter(m -> m.component().matches("go|go-language"))
            .toList();
    if (!named.isEmpty()
        && named.stream().noneMatch(m -> GoModReader.isGoMod(m.to().place().path()) == mod)) {
      after.paths().stream()
          .filter(
              path -> GoModReader.isGoMod(path) == mod && reads(path) && !path.matches(EXAMPLES))
          .limit(MOST_FILES)
          .flatMap(path -> read(after, path).mentions().stream())
          .filter(one -> one.component().equals(component))
          .forEach(one -> kept.add(Move.kept(one)));
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
    if (paths.size() > MOST_FILES) {
      return Optional.empty();
    }
    Stream<Reading> scanned = scan(before, paths, scanner).values().stream();
    return Optional.of(
        Stream.concat(scanned, paths.stream().map(path -> read(before, path)))
            .flatMap(reading -> reading.mentions().stream())
            .toList());
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
