package dev.faultlab.manifest;

import dev.faultlab.lab.YamlTree;
import java.util.List;
import java.util.regex.Pattern;

/** {@code image:} in Kubernetes manifests: YAML documents that have apiVersion and kind. */
final class KubernetesReader implements ManifestReader {
  private static final Pattern IMAGE = Pattern.compile("(?m)^\\s*(?:- )?image:");
  private static final Pattern KIND = Pattern.compile("(?m)^kind:");

  private final ImageCatalog images;

  KubernetesReader(ImageCatalog images) {
    this.images = images;
  }

  @Override
  public boolean reads(String path) {
    return path.endsWith(".yaml") || path.endsWith(".yml");
  }

  @Override
  public Reading read(SourceFile file) {
    if (!IMAGE.matcher(file.text()).find() || !KIND.matcher(file.text()).find()) {
      return Reading.EMPTY; // some other YAML
    }
    Reading.Builder found = new Reading.Builder(file);
    for (YamlTree document : YamlDocuments.read(file)) {
      if (document.json().has("apiVersion") && document.json().has("kind")) {
        YamlDocuments.images(
            document, document.json(), List.of(), (image, line) -> images.add(image, line, found));
      }
    }
    return found.reading();
  }
}
