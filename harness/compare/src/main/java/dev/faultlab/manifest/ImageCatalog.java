package dev.faultlab.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.lab.YamlTree;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which component is in an image, by its name; {@code images.yaml} is the list. */
final class ImageCatalog {
  private static final String RESOURCE = "/manifest/images.yaml";

  private final List<Entry> entries;

  private ImageCatalog(List<Entry> entries) {
    this.entries = entries;
  }

  /**
   * Images whose version is written in the same way.
   *
   * @param names repositories; empty if {@code inName} finds them
   * @param inName finds the version in the last part of the name
   * @param inTag finds the version in the tag
   * @param why the version cannot be known from either; empty if it can
   */
  private record Entry(
      String component,
      List<String> names,
      Optional<Pattern> inName,
      Optional<Pattern> inTag,
      Optional<String> why) {

    boolean is(ImageReference image) {
      return names.stream().anyMatch(image::ends)
          || inName.map(p -> p.matcher(image.last()).matches()).orElse(false);
    }

    Optional<String> version(ImageReference image) {
      return inName
          .flatMap(pattern -> first(pattern, image.last()))
          .or(() -> inTag.flatMap(p -> image.tag().flatMap(tag -> first(p, tag))));
    }

    private static Optional<String> first(Pattern pattern, String text) {
      Matcher matcher = pattern.matcher(text);
      return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
  }

  /** The list that faultlab has. */
  static ImageCatalog read() {
    try (InputStream in = ImageCatalog.class.getResourceAsStream(RESOURCE)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      List<Entry> entries = new ArrayList<>();
      YamlTree.read(Path.of(RESOURCE), text)
          .json()
          .path("images")
          .forEach(node -> entries.add(entry(node)));
      return new ImageCatalog(List.copyOf(entries));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Entry entry(JsonNode node) {
    List<String> names = new ArrayList<>();
    node.path("names").forEach(name -> names.add(name.asText()));
    return new Entry(
        node.path("component").asText(),
        names,
        text(node, "version-in-name").map(Pattern::compile),
        text(node, "version-in-tag").map(Pattern::compile),
        text(node, "unclear"));
  }

  private static Optional<String> text(JsonNode node, String key) {
    return node.has(key) ? Optional.of(node.path(key).asText()) : Optional.empty();
  }

  /** Adds what an image's name says. */
  void add(String written, int line, Reading.Builder found) {
    Optional<ImageReference> parsed = ImageReference.parse(written);
    if (parsed.isEmpty()) {
      found.unclear(line, written, "is not the name of an image");
      return;
    }
    ImageReference image = parsed.get();
    Optional<Entry> entry = entries.stream().filter(e -> e.is(image)).findFirst();
    if (entry.isEmpty()) {
      String component = "image:" + image.name();
      found.add(new Mention(component, image.version(), written, true, found.at(line)));
      return;
    }
    Optional<String> version = entry.get().version(image);
    if (version.isPresent()) {
      String component = entry.get().component();
      found.add(new Mention(component, version.get(), written, true, found.at(line)));
    } else {
      found.unclear(line, written, entry.get().why().orElse(missing(image, entry.get())));
    }
  }

  private static String missing(ImageReference image, Entry entry) {
    return image
        .tag()
        .map(tag -> "the tag " + tag + " does not show the version of " + entry.component())
        .orElse("its name has no tag, so it does not show the version of " + entry.component());
  }
}
