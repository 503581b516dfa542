package dev.faultlab.manifest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/** 58 kinds of manifests, each in two versions. */
public record ManifestCases(String name, Map<String, String> before, Map<String, String> after) {
  /** Where they are, and what is expected of them. */
  public static final Path SAMPLES = Path.of("../samples/manifests");

  /** All of them, by name. */
  public static List<ManifestCases> all() throws IOException {
    List<ManifestCases> all = new ArrayList<>();
    try (Stream<Path> folders = Files.list(SAMPLES.resolve("cases"))) {
      for (Path one : folders.sorted().toList()) {
        String name = one.getFileName().toString();
        all.add(new ManifestCases(name, files(one.resolve("a")), files(one.resolve("b"))));
      }
    }
    return all;
  }

  private static Map<String, String> files(Path folder) throws IOException {
    Map<String, String> texts = new HashMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        texts.put(folder.relativize(file).toString(), Files.readString(file));
      }
    }
    return texts;
  }

  /** What changed from one version to the other. */
  public ManifestChanges changes(FileScanner scan) throws IOException, InterruptedException {
    TreeSet<String> changed = new TreeSet<>(after.keySet());
    changed.removeIf(path -> after.get(path).equals(before.get(path)));
    return ManifestChanges.between(new MapSnapshot(before), new MapSnapshot(after), changed, scan);
  }

  /** The moves, as the expectations have them. */
  public List<String> moves(ManifestChanges changes) {
    return changes.moves().stream()
        .map(
            m ->
                "%s: %s %s %s -> %s"
                    .formatted(
                        name, m.to().place(), m.component(), m.from().written(), m.to().written()))
        .toList();
  }
}
