package dev.faultlab.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.lab.YamlTree;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** {@code image:} of the services in compose files; a variable counts by its default. */
final class ComposeReader implements ManifestReader {
  private static final Pattern NAME = Pattern.compile("(?:docker-)?compose(?:[.-].+)?\\.ya?ml");

  private final ImageCatalog images;

  ComposeReader(ImageCatalog images) {
    this.images = images;
  }

  @Override
  public boolean reads(String path) {
    return NAME.matcher(SourceFile.name(path)).matches();
  }

  @Override
  public Reading read(SourceFile file) {
    Reading.Builder found = new Reading.Builder(file);
    for (YamlTree document : YamlDocuments.read(file)) {
      JsonNode services = document.json().path("services");
      services
          .properties()
          .forEach(
              service -> {
                JsonNode image = service.getValue().path("image");
                if (image.isTextual()) {
                  int line = document.line(List.of("services", service.getKey(), "image"));
                  add(image.asText(), line, found);
                }
              });
    }
    return found.reading();
  }

  private void add(String image, int line, Reading.Builder found) {
    Substitution.Value value = Substitution.expand(image, line, name -> Optional.empty());
    if (value.missing().isPresent()) {
      found.unclear(line, image, value.missing().get());
    } else {
      images.add(value.text(), line, found);
    }
  }
}
