package dev.faultlab.result;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.files.BoundedText;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.RefusedPath;
import dev.faultlab.files.Trees;
import dev.faultlab.result.StoredRun.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The runs below {@code results/}.
 *
 * @param results holds {@code <lab>/<run-id>/} and {@code reference/<lab>.json}
 */
public record RunStore(Path results) {
  /** Folder of committed results, one file each, some with a {@link Bundle} of their evidence. */
  public static final String REFERENCE = "reference";

  /** Folder of upgrades, which consist of runs but are not runs. */
  public static final String UPGRADES = "upgrade";

  /** Folder of the answers given in classes. */
  public static final String CLASSES = "class";

  /** Folder of searches for the release that changed something. */
  public static final String BISECTIONS = "bisect";

  /** Folder of checks of services. */
  public static final String CHECKS = "checks";

  /** Folder of rolls from one version to another. */
  public static final String ROLLS = "rolls";

  private static final Set<String> NO_LABS =
      Set.of(REFERENCE, UPGRADES, CLASSES, BISECTIONS, CHECKS, ROLLS);

  /** All runs, newest first. */
  public List<StoredRun> all() throws IOException {
    return runs().stream().map(this::read).toList();
  }

  /** Folders of all runs, newest first; run ids begin with the time in UTC. */
  private List<Path> runs() throws IOException {
    List<Path> runs = new ArrayList<>();
    for (Path lab : folders(results)) {
      if (!NO_LABS.contains(lab.getFileName().toString())) {
        runs.addAll(folders(lab));
      }
    }
    runs.sort(Comparator.comparing(Path::getFileName).reversed());
    return runs;
  }

  /**
   * The lines of a committed measurement that is not a run, {@code reference/NAME.csv}; no field
   * holds a comma.
   */
  public List<String> measured(String name) throws IOException {
    return Files.readAllLines(results.resolve(REFERENCE).resolve(name + ".csv"));
  }

  /** The newest finished runs of a lab, up to a number; others are not read. */
  public List<RunResult> newest(String lab, int max) throws IOException {
    List<Path> runs = new ArrayList<>(folders(results.resolve(lab)));
    Collections.reverse(runs);
    return done(runs).map(StoredRun.Finished::result).limit(max).toList();
  }

  /** The committed result of that name; the one named like a lab is that lab's own. */
  public Optional<RunResult> reference(String name) throws IOException {
    Path file = results.resolve(REFERENCE).resolve(name + ".json");
    return Files.exists(file) ? Optional.of(ResultJson.read(file)) : Optional.empty();
  }

  /** The committed results that have evidence, by name. */
  public List<StoredRun.Finished> bundled() throws IOException {
    Path reference = results.resolve(REFERENCE).toAbsolutePath().normalize();
    List<StoredRun.Finished> bundled = new ArrayList<>();
    for (Path place : Trees.children(reference)) {
      if (place.toString().endsWith(EvidenceArchive.ENDING)) {
        bundled.add(find(REFERENCE + "/" + new Bundle(place, place).name()));
      }
    }
    return bundled;
  }

  /** The newest finished run, of one lab or of any; the others are not read. */
  public Optional<StoredRun.Finished> latest(Optional<String> lab) throws IOException {
    Map<String, List<Path>> bySecond = new LinkedHashMap<>();
    for (Path run : runs()) {
      if (lab.map(nameOf(run.getParent())::equals).orElse(true)) {
        // Two ids of the same second differ only in the random part after it.
        String second = nameOf(run).replaceFirst("-[^-]*$", "");
        bySecond.computeIfAbsent(second, s -> new ArrayList<>()).add(run);
      }
    }
    return bySecond.values().stream()
        .flatMap(runs -> done(runs).max(Comparator.comparing(r -> r.result().startedAt())).stream())
        .findFirst();
  }

  private Stream<StoredRun.Finished> done(List<Path> runs) {
    return runs.stream()
        .map(this::read)
        .filter(StoredRun.Finished.class::isInstance)
        .map(StoredRun.Finished.class::cast);
  }

  private static String nameOf(Path folder) {
    return folder.getFileName().toString();
  }

  /**
   * The finished run that a text names.
   *
   * @param text folder or result file, {@code <lab>/<run-id>}, a run id or the beginning of one,
   *     {@code <lab>/latest} or {@code latest}, {@code reference/<lab>}
   * @throws NoSuchRun when there is no such run, or several, or it has no result
   */
  public StoredRun.Finished find(String text) throws IOException {
    StoredRun run = findStored(text);
    if (run instanceof StoredRun.Rejected rejected) {
      throw new NoSuchRun("run " + run.id() + " has no result: " + rejected.why());
    }
    return (StoredRun.Finished) run;
  }

  /**
   * The finished run that a journal names.
   *
   * @throws NoSuchRun as {@link #find}; also when the name leads out of {@code results/}
   */
  public StoredRun.Finished fromJournal(String text) throws IOException {
    try {
      InnerPath.of(results, text);
      return find(text);
    } catch (RefusedPath e) {
      throw new NoSuchRun(e.getMessage());
    }
  }

  /**
   * The run that a text names, finished or not.
   *
   * @param text as for {@link #find}
   * @throws NoSuchRun when there is no such run, or several, or it is rejected
   */
  public StoredRun findStored(String text) throws IOException {
    if (text.isBlank()) {
      throw new NoSuchRun("which run? Name one; ./faultlab results list lists them");
    }
    Optional<StoredRun> named = named(text);
    if (named.isEmpty()) {
      List<Path> runs = runs();
      List<Path> matches =
          runs.stream()
              .filter(r -> nameOf(r).startsWith(text) || labAndId(r).startsWith(text))
              .toList();
      if (matches.size() != 1) {
        String found = matches.isEmpty() ? "no run" : matches.size() + " runs begin with";
        String hint = hint(matches.isEmpty() ? runs : matches);
        throw new NoSuchRun("%s '%s' below %s%s".formatted(found, text, results, hint));
      }
      named = Optional.of(read(matches.get(0)));
    }
    if (named.get() instanceof StoredRun.Rejected rejected && rejected.reason() == Reason.REFUSED) {
      throw new NoSuchRun("run " + rejected.id() + " is refused: " + rejected.why());
    }
    return named.get();
  }

  private Optional<StoredRun> named(String text) throws IOException {
    if (text.equals("latest") || text.endsWith("/latest")) {
      String lab = text.equals("latest") ? "" : text.substring(0, text.length() - 7);
      return Optional.of(
          latest(Optional.of(lab).filter(l -> !l.isEmpty()))
              .orElseThrow(() -> new NoSuchRun("no finished run below " + results.resolve(lab))));
    }
    for (Path path :
        List.of(Path.of(text), results.resolve(text), results.resolve(text + ".json"))) {
      if (Files.isRegularFile(path) && path.toString().endsWith(".json")) {
        Optional<Bundle> bundle = Bundle.ofResultFile(path);
        Path folder = bundle.map(Bundle::folder).orElse(path.toAbsolutePath().getParent());
        if (bundle.isEmpty()) {
          // The folder of a result with another name may hold anything besides the evidence.
          boolean ownFolder = path.endsWith(ResultJson.FILE);
          Trees.requireRegular(ownFolder ? folder.toRealPath() : folder.resolve("evidence"));
        }
        RunResult result = readable(path);
        boolean isPartial = RunFolder.partial(folder);
        return Optional.of(
            isPartial
                ? read(folder)
                : new StoredRun.Finished(result.lab(), result.runId(), folder, result, bundle));
      }
      if (Files.exists(path.resolve(ResultJson.FILE)) || RunFolder.partial(path)) {
        return Optional.of(read(path));
      }
    }
    return Optional.empty();
  }

  private RunResult readable(Path file) throws NoSuchRun {
    try {
      return ResultJson.read(file);
    } catch (IOException e) {
      throw new NoSuchRun(e.getMessage());
    }
  }

  private StoredRun read(Path given) {
    Path folder = given.toAbsolutePath().normalize();
    String id = nameOf(folder);
    String lab = nameOf(folder.getParent());
    try {
      Trees.requireRegular(folder.toRealPath());
      if (RunFolder.partial(folder)) {
        String why = BoundedText.read(folder.resolve(RunFolder.PARTIAL)).strip();
        return new StoredRun.Rejected(lab, id, folder, Reason.PARTIAL, why);
      }
      RunResult result = ResultJson.read(folder.resolve(ResultJson.FILE));
      return new StoredRun.Finished(result.lab(), id, folder, result, Optional.empty());
    } catch (RefusedPath e) {
      return new StoredRun.Rejected(lab, id, folder, Reason.REFUSED, e.getMessage());
    } catch (IOException e) {
      return new StoredRun.Rejected(lab, id, folder, Reason.BROKEN, String.valueOf(e.getMessage()));
    }
  }

  private static String labAndId(Path run) {
    return nameOf(run.getParent()) + "/" + nameOf(run);
  }

  private static String hint(List<Path> runs) {
    if (runs.isEmpty()) {
      return ", where there is no run yet";
    }
    return ": "
        + String.join(", ", runs.stream().limit(5).map(RunStore::labAndId).toList())
        + (runs.size() > 5 ? ", ..." : "");
  }

  private static List<Path> folders(Path parent) {
    return Trees.children(parent).stream().filter(Files::isDirectory).toList();
  }

  /** The named folder or file cannot be used as a run; the message says why. */
  public static final class NoSuchRun extends IOException {
    public NoSuchRun(String message) {
      super(message);
    }
  }
}
