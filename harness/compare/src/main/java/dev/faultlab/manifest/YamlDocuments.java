package dev.faultlab.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.YamlTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** The documents of a YAML file, within the limits of {@link YamlTree}. */
final class YamlDocuments {
  private static final int MOST = 500;

  private YamlDocuments() {}

  /**
   * Reads a file; lines of each document count from the start of the file.
   *
   * @throws UnreadableException when it is not YAML, or exceeds a limit
   */
  static List<YamlTree> read(SourceFile file) {
    List<YamlTree> documents = new ArrayList<>();
    StringBuilder document = new StringBuilder();
    int line = 0;
    boolean empty = true;
    for (String text : file.lines()) {
      line++;
      if (text.startsWith("---") && (text.length() == 3 || text.charAt(3) == ' ')) {
        add(file, document, empty, documents);
        document = new StringBuilder("\n".repeat(line));
        empty = true;
      } else {
        document.append(text).append('\n');
        empty &= text.isBlank() || text.startsWith("#") || text.startsWith("%");
      }
    }
    add(file, document, empty, documents);
    return documents;
  }

  private static void add(
      SourceFile file, CharSequence text, boolean empty, List<YamlTree> documents) {
    if (empty) {
      return;
    }
    if (documents.size() == MOST) {
      throw new UnreadableException("has more than " + MOST + " documents");
    }
    try {
      documents.add(YamlTree.read(Path.of("manifest"), text.toString()));
    } catch (LabException e) {
      String why = e.getMessage().replaceFirst("^manifest:(\\d+): ", "line $1: ");
      throw new UnreadableException("is not YAML that faultlab reads: " + why);
    }
  }

  /** Visits each text below a key {@code image}, with its line. */
  static void images(
      YamlTree document, JsonNode from, List<Object> at, BiConsumer<String, Integer> visit) {
    if (from.isObject()) {
      from.properties()
          .forEach(
              entry -> {
                List<Object> path = and(at, entry.getKey());
                if (entry.getKey().equals("image") && entry.getValue().isTextual()) {
                  visit.accept(entry.getValue().asText(), document.line(path));
                } else {
                  images(document, entry.getValue(), path, visit);
                }
              });
    } else if (from.isArray()) {
      for (int i = 0; i < from.size(); i++) {
        images(document, from.get(i), and(at, i), visit);
      }
    }
  }

  private static List<Object> and(List<Object> path, Object step) {
    List<Object> longer = new ArrayList<>(path);
    longer.add(step);
    return longer;
  }
}
