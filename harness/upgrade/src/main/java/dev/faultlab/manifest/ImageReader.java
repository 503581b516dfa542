package dev.faultlab.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.YamlTree;
import java.nio.file.Path;
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

  private static final int MAX_DOCUMENTS = 500;
  private static final String NO_TEXT = "|~|null|true|false|-?[0-9.]+";

  @Override
  public boolean reads(String path) {
    return path.endsWith(".yaml") || path.endsWith(".yml");
  }

  @Override
  public Reading read(SourceFile file) {
    Reading.Builder found = new Reading.Builder(file);
    boolean isCompose = COMPOSE.matcher(SourceFile.name(file.path())).matches();
    if (isCompose || KEYS.stream().allMatch(file.text()::contains) && !file.text().contains("{{")) {
      images(file, isCompose, found);
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

  /** Adds the images of services, or those anywhere in manifests of Kubernetes. */
  private static void images(SourceFile file, boolean isCompose, Reading.Builder found) {
    int[] documents = {0};
    try {
      YamlTree.documents(
          Path.of("manifest"),
          file.text(),
          document -> {
            UnreadableException.throwIf(
                ++documents[0] > MAX_DOCUMENTS, "has more than " + MAX_DOCUMENTS + " documents");
            JsonNode root = document.json();
            boolean isManifest = root.has("apiVersion") && root.has("kind");
            for (Map.Entry<List<Object>, String> part : document.written().entrySet()) {
              List<Object> path = part.getKey();
              String image = part.getValue();
              boolean isService = path.size() == 3 && path.get(0).equals("services");
              if ((isCompose ? isService : isManifest)
                  && path.get(path.size() - 1).equals("image")
                  && !image.matches(NO_TEXT)) {
                Catalog.image(image, document.line(path), Map.of(), found);
              }
            }
          });
    } catch (LabException e) {
      String why = e.getMessage().replaceFirst("^manifest:(\\d+): ", "line $1: ");
      throw new UnreadableException("is not YAML that faultlab reads: " + why);
    }
  }
}
