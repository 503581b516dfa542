package dev.faultlab.classroom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the phase of the repair tells of a lab's challenges: {@code class/repairs.en.yaml}. */
final class Repairs {
  private final Path folder;

  /**
   * @param folder of the lesson
   */
  Repairs(Path folder) {
    this.folder = folder;
  }

  /**
   * A challenge.
   *
   * @param id as {@code ./faultlab repair LAB} takes it
   * @param story what is wrong, and what may be changed
   */
  record Repair(String id, String title, String story) {}

  /**
   * Those of the lab, in a language, or in English where they were not translated.
   *
   * @return none where the lab has none
   */
  List<Repair> in(String language) throws IOException {
    Path file = folder.resolve("repairs." + language + ".yaml");
    Path written = Files.isRegularFile(file) ? file : folder.resolve("repairs.en.yaml");
    if (!Files.isRegularFile(written)) {
      return List.of();
    }
    JsonNode tree = new ObjectMapper(new YAMLFactory()).readTree(written.toFile());
    return Stream.of(tree.path("repairs"))
        .flatMap(repairs -> repairs.properties().stream())
        .map(e -> new Repair(e.getKey(), text(e.getValue(), "title"), text(e.getValue(), "story")))
        .toList();
  }

  private static String text(JsonNode repair, String name) {
    return repair.path(name).asText();
  }
}
