package dev.faultlab.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** 58 kinds of manifests, each in two versions: what our own readers say of each. */
class ManifestCasesTest {
  private static final Path SAMPLES = Path.of("../samples/manifests");

  @Test
  void everyKindIsReadOrNamed() throws IOException, InterruptedException {
    List<String> said = new ArrayList<>();
    List<Path> cases;
    try (Stream<Path> folders = Files.list(SAMPLES.resolve("cases"))) {
      cases = folders.sorted().toList();
    }
    assertThat(cases).hasSize(58);
    for (Path one : cases) {
      said.addAll(said(one));
    }
    assertThat(said).containsExactlyElementsOf(Files.readAllLines(SAMPLES.resolve("cases.txt")));
  }

  private static List<String> said(Path folder) throws IOException, InterruptedException {
    Map<String, String> before = files(folder.resolve("a"));
    Map<String, String> after = files(folder.resolve("b"));
    List<ChangedPath> changed =
        new TreeSet<>(after.keySet())
            .stream()
                .filter(path -> !after.get(path).equals(before.get(path)))
                .map(path -> new ChangedPath(Optional.of(path), Optional.of(path)))
                .toList();
    ManifestChanges found =
        ManifestChanges.between(
            new MapSnapshot(before), new MapSnapshot(after), changed, texts -> Map.of());
    List<String> lines = new ArrayList<>();
    found
        .moves()
        .forEach(
            m ->
                lines.add(
                    "%s %s %s -> %s"
                        .formatted(
                            m.to().place(), m.component(), m.from().written(), m.to().written())));
    found.unclear().forEach(u -> lines.add("%s not understood: %s".formatted(u.place(), u.what())));
    return (lines.isEmpty() ? List.of("nothing") : lines)
        .stream().map(line -> folder.getFileName() + ": " + line).toList();
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
}
