package dev.faultlab.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.YamlTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
      documents(file, document -> services(document, found));
    } else if (KEYS.stream().allMatch(file.text()::contains) && !file.text().contains("{{")) {
      documents(
          file,
          document -> {
            if (document.json().has("apiVersion") && document.json().has("kind")) {
              everywhere(document, document.json(), List.of(), found);
            }
          });
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

  private interface Visit {
    void of(YamlTree document);
  }

  private static void documents(SourceFile file, Visit visit) {
    int[] documents = {0};
    try {
      YamlTree.documents(
          Path.of("manifest"),
          file.text(),
          document -> {
            if (++documents[0] > MOST_DOCUMENTS) {
              throw new UnreadableException("has more than " + MOST_DOCUMENTS + " documents");
            }
            visit.of(document);
          });
    } catch (LabException e) {
      String why = e.getMessage().replaceFirst("^manifest:(\\d+): ", "line $1: ");
      throw new UnreadableException("is not YAML that faultlab reads: " + why);
    }
  }

  private static void services(YamlTree document, Reading.Builder found) {
    for (Map.Entry<String, JsonNode> service : document.json().path("services").properties()) {
      JsonNode image = service.getValue().path("image");
      if (image.isTextual()) {
        int line = document.line(List.of("services", service.getKey(), "image"));
        Catalog.image(image.asText(), line, Map.of(), found);
      }
    }
  }

  private static void everywhere(
      YamlTree document, JsonNode part, List<Object> at, Reading.Builder found) {
    for (Map.Entry<String, JsonNode> entry : part.properties()) {
      List<Object> path = and(at, entry.getKey());
      if (entry.getKey().equals("image") && entry.getValue().isTextual()) {
        Catalog.image(entry.getValue().asText(), document.line(path), found);
      } else {
        everywhere(document, entry.getValue(), path, found);
      }
    }
    if (part.isArray()) {
      for (int i = 0; i < part.size(); i++) {
        everywhere(document, part.get(i), and(at, i), found);
      }
    }
  }

  private static List<Object> and(List<Object> path, Object step) {
    List<Object> longer = new ArrayList<>(path);
    longer.add(step);
    return longer;
  }
}
