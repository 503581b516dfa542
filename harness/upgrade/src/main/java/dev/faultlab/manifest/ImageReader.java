package dev.faultlab.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.YamlTree;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.ObjIntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * {@code image:} of the services in compose files, where a variable counts by its default, and
 * anywhere in Kubernetes manifests: YAML documents that have apiVersion and kind. In other YAML it
 * counts with a tag, on a line of its own.
 */
final class ImageReader implements ManifestReader {
  private static final Pattern COMPOSE = Pattern.compile("(?:docker-)?compose(?:[.-].+)?\\.ya?ml");
  private static final List<String> KEYS = List.of("apiVersion", "kind", "image");

  /** An image with a tag, alone on its line: of CI, Helm and others. */
  private static final Pattern IMAGE =
      Pattern.compile(
          "\\s*(?:- )?image:\\s*[\"']?([\\w./-]+(?::\\d+/[\\w./-]+)?:\\w[\\w.-]*(?:@sha256:[0-9a-f]{64})?)"
              + "[\"']?\\s*(?:#.*)?");

  private static final Pattern TEMPLATE = Pattern.compile("\\s*(?:- )?image:.*\\{\\{.*");

  private static final int MOST_DOCUMENTS = 500;

  @Override
  public boolean reads(String path) {
    return path.endsWith(".yaml") || path.endsWith(".yml");
  }

  @Override
  public Reading read(SourceFile file) {
    Reading.Builder found = new Reading.Builder(file);
    if (COMPOSE.matcher(SourceFile.name(file.path())).matches()) {
      images(
          file,
          (document, path) -> path.size() == 3 && path.get(0).equals("services"),
          (image, line) -> Catalog.image(image, line, Map.of(), found));
    } else if (KEYS.stream().allMatch(file.text()::contains) && !file.text().contains("{{")) {
      images(
          file,
          (document, path) -> document.has("apiVersion") && document.has("kind"),
          (image, line) -> Catalog.image(image, line, found));
    } else { // some other YAML, which may have templates or tags of its own
      List<String> lines = file.lines();
      for (int i = 0; i < lines.size(); i++) {
        Matcher line = IMAGE.matcher(lines.get(i));
        if (line.matches()) {
          Catalog.image(line.group(1), i + 1, found);
        } else if (TEMPLATE.matcher(lines.get(i)).matches()) {
          found.unclear(
              i + 1,
              lines.get(i).replaceFirst(".*?image:", "").strip(),
              "is filled in by a template");
        }
      }
    }
    return found.reading();
  }

  /** Hands over the images of a file, as far as they are at a place that counts. */
  private static void images(
      SourceFile file, BiPredicate<JsonNode, List<Object>> counts, ObjIntConsumer<String> images) {
    int[] documents = {0};
    try {
      YamlTree.documents(
          Path.of("manifest"),
          file.text(),
          document -> {
            if (++documents[0] > MOST_DOCUMENTS) {
              throw new UnreadableException("has more than " + MOST_DOCUMENTS + " documents");
            }
            everywhere(
                document.json(),
                List.of(),
                (path, image) -> {
                  if (counts.test(document.json(), path)) {
                    images.accept(image, document.line(path));
                  }
                });
          });
    } catch (LabException e) {
      String why = e.getMessage().replaceFirst("^manifest:(\\d+): ", "line $1: ");
      throw new UnreadableException("is not YAML that faultlab reads: " + why);
    }
  }

  private static void everywhere(
      JsonNode part, List<Object> at, BiConsumer<List<Object>, String> images) {
    for (Map.Entry<String, JsonNode> entry : part.properties()) {
      List<Object> path = and(at, entry.getKey());
      if (entry.getKey().equals("image") && entry.getValue().isTextual()) {
        images.accept(path, entry.getValue().asText());
      } else {
        everywhere(entry.getValue(), path, images);
      }
    }
    for (int i = 0; part.isArray() && i < part.size(); i++) {
      everywhere(part.get(i), and(at, i), images);
    }
  }

  private static List<Object> and(List<Object> path, Object step) {
    return Stream.concat(path.stream(), Stream.of(step)).toList();
  }
}
