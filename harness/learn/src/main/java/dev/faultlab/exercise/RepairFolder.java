package dev.faultlab.exercise;

import dev.faultlab.files.AtomicFile;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.Trees;
import dev.faultlab.lab.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder in which a learner works on a repair, {@code repair/<lab>/<repair>/}: the files, the
 * stack's mount, the checks' runs and the given hints.
 *
 * @param folder of the repair
 */
public record RepairFolder(Exercise<Repair> repair, Path folder) {
  private static final String CURRENT = ".current";
  private static final String HINTS = ".hints";
  private static final String LAST = ".last";

  /**
   * Lab and repair that were begun last, with a blank between them.
   *
   * @throws LabException when none was begun
   */
  public static String current(Path parent) throws IOException {
    Path file = parent.resolve(CURRENT);
    if (!Files.exists(file)) {
      throw new LabException("no repair was begun; ./faultlab repair start lists them");
    }
    return Files.readString(file).strip();
  }

  /**
   * Creates the folder below that of all repairs, and copies files that do not exist yet.
   *
   * @param root of the repository
   */
  public static RepairFolder begin(Path root, Path parent, Exercise<Repair> repair)
      throws IOException {
    RepairFolder folder =
        new RepairFolder(repair, parent.resolve(repair.lab().name()).resolve(repair.id()));
    Files.createDirectories(folder.folder);
    AtomicFile.write(parent.resolve(CURRENT), repair.lab().name() + " " + repair.id() + "\n");
    for (String name : repair.task().files().keySet()) {
      Path file = InnerPath.of(folder.folder, name);
      if (!Files.exists(file)) {
        Files.copy(Repairs.start(repair, root, name), file);
      }
    }
    return folder;
  }

  /** Deletes every file, and forgets hints and checks. */
  public void clear() throws IOException {
    for (String name : repair.task().files().keySet()) {
      Files.deleteIfExists(InnerPath.of(folder, name));
    }
    Trees.delete(folder.resolve(HINTS));
    Trees.delete(folder.resolve(LAST));
  }

  /** Stores the key of the last check's finding; after a cure the file is removed. */
  public void note(Optional<String> found) throws IOException {
    Trees.delete(folder.resolve(LAST));
    if (found.isPresent()) {
      AtomicFile.write(folder.resolve(LAST), found.get() + "\n");
    }
  }

  /**
   * The next hint for the last check's finding, with its number; empty when all were given. If a
   * finding has no hints of its own, those of the start follow.
   */
  public Optional<String> hint() throws IOException {
    RepairText text = Repairs.text(repair);
    Path last = folder.resolve(LAST);
    String key = key(text, Files.exists(last) ? Files.readString(last).strip() : RepairText.START);
    List<String> hints = text.hints().getOrDefault(key, List.of());
    Path file = folder.resolve(HINTS);
    List<String> keys = Files.exists(file) ? Files.readAllLines(file) : List.of();
    int given = Collections.frequency(keys, key);
    if (given >= hints.size()) {
      return Optional.empty();
    }
    AtomicFile.write(
        file,
        Stream.concat(keys.stream(), Stream.of(key)).collect(Collectors.joining("\n", "", "\n")));
    return Optional.of(
        "Hint %d of %d: %s".formatted(given + 1, hints.size(), hints.get(given).strip()));
  }

  /** The most specific key with hints: {@code guard:moved}, {@code guard}, else the start's. */
  private static String key(RepairText text, String found) {
    if (text.hints().containsKey(found)) {
      return found;
    }
    int colon = found.indexOf(':');
    return colon >= 0 ? key(text, found.substring(0, colon)) : RepairText.START;
  }
}
