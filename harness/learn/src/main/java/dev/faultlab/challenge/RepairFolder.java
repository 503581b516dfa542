package dev.faultlab.challenge;

import dev.faultlab.files.AtomicFile;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The folder in which a learner works on a challenge, {@code repair/<lab>/<challenge>/}: the files,
 * the stack's mount, the checks' runs and the given hints.
 *
 * @param folder of the challenge
 */
public record RepairFolder(Path folder) {
  private static final String HINTS = ".hints";
  private static final String LAST = ".last";

  /** The folder of a challenge below the root of all. */
  public static RepairFolder of(Path all, Challenge challenge) {
    return new RepairFolder(all.resolve(challenge.lab()).resolve(challenge.id()));
  }

  /** Copies files that do not exist yet. */
  public void layOut(Challenge challenge) throws IOException {
    Files.createDirectories(folder);
    for (String name : challenge.files().keySet()) {
      Path file = InnerPath.of(folder, name);
      if (!Files.exists(file)) {
        Files.copy(challenge.start().resolve(name), file);
      }
    }
  }

  /** Restores every file, and forgets hints and checks. */
  public void startAgain(Challenge challenge) throws IOException {
    for (String name : challenge.files().keySet()) {
      Files.deleteIfExists(InnerPath.of(folder, name));
    }
    Trees.delete(folder.resolve(HINTS));
    Trees.delete(folder.resolve(LAST));
    layOut(challenge);
  }

  /** Whether the learner has begun. */
  public boolean begun() {
    return Files.isDirectory(folder);
  }

  /** The mount of a check's stack. */
  public Path built() {
    return folder.resolve(".built");
  }

  /** The mount of the shell's stack, so that a check at the same time changes nothing there. */
  public Path shown() {
    return folder.resolve(".shown");
  }

  /** Folder of the checks' runs. */
  public Path checks() {
    return folder.resolve("checks");
  }

  /** Stores the key of the last check's finding; after a cure the file is removed. */
  public void note(Optional<String> found) throws IOException {
    Trees.delete(folder.resolve(LAST));
    if (found.isPresent()) {
      AtomicFile.write(folder.resolve(LAST), found.get() + "\n");
    }
  }

  /** Key of the last check's finding. */
  public Optional<String> lastFound() throws IOException {
    Path file = folder.resolve(LAST);
    return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
  }

  /** How many hints were given under a key. */
  int given(String key) throws IOException {
    return hints().getOrDefault(key, 0);
  }

  /** Counts one more hint for a key. */
  void give(String key) throws IOException {
    Map<String, Integer> all = hints();
    all.merge(key, 1, Integer::sum);
    List<String> lines = new ArrayList<>();
    all.forEach((k, count) -> lines.add(count + " " + k));
    AtomicFile.write(folder.resolve(HINTS), String.join("\n", lines) + "\n");
  }

  private Map<String, Integer> hints() throws IOException {
    Map<String, Integer> all = new LinkedHashMap<>();
    Path file = folder.resolve(HINTS);
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        String[] parts = line.split(" ", 2);
        all.put(parts[1], Integer.parseInt(parts[0]));
      }
    }
    return all;
  }
}
