package dev.faultlab.manifest;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.github.packageurl.PackageURL;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which component is in an image or package, by its name; {@code images.yaml} is the list.
 *
 * @param checked libraries that {@code check} can judge in a service
 */
record ImageCatalog(List<Entry> images, Set<String> checked) {
  private static final String RESOURCE = "/manifest/images.yaml";

  /** Names of distroless images end with the release of Debian. */
  private static final Pattern DEBIAN = Pattern.compile("-debian[0-9]+$");

  /**
   * Images whose version is written in the same way.
   *
   * @param names repositories; empty if {@code inName} finds them
   * @param inName finds the version in the last part of the name
   * @param inTag finds the version in the tag
   * @param unclear why the version cannot be known from either; empty if it can
   * @param mention libraries that are unclear for the same reason, as {@code component@version}
   * @param purl package URLs of the component, without their version
   * @param inPurl finds the version in that of a package URL
   */
  record Entry(
      String component,
      List<String> names,
      @JsonProperty("version-in-name") Optional<Pattern> inName,
      @JsonProperty("version-in-tag") Optional<Pattern> inTag,
      Optional<String> unclear,
      Optional<Pattern> mention,
      Optional<Pattern> purl,
      @JsonProperty("version-in-purl") Optional<Pattern> inPurl) {

    Entry {
      names = names == null ? List.of() : names;
    }

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

    String why(ImageReference image) {
      return unclear.orElseGet(
          () ->
              image
                      .tag()
                      .map(tag -> "the tag " + tag + " does")
                      .orElse("its name has no tag, so it does")
                  + " not show the version of "
                  + component);
    }
  }

  /** The list that faultlab has. */
  static ImageCatalog read() {
    try (InputStream in = ImageCatalog.class.getResourceAsStream(RESOURCE)) {
      return Json.yaml().readValue(in, ImageCatalog.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The component of a package with its version; a package without an entry is a library. */
  Mention mention(PackageURL purl, String version, Place place) {
    String path =
        Stream.of(purl.getNamespace(), purl.getName(), purl.getSubpath())
            .filter(Objects::nonNull)
            .collect(Collectors.joining("/"));
    String whole = purl.getType() + "/" + path;
    for (Entry entry : images) {
      if (entry.purl().filter(p -> p.matcher(whole).matches()).isPresent()) {
        String known = entry.inPurl().flatMap(p -> Entry.first(p, version)).orElse(version);
        return new Mention(entry.component(), known, version, false, place);
      }
    }
    String name =
        switch (purl.getType()) {
          case "maven" -> path.replace('/', ':');
          case "golang" -> path;
          case "pypi", "npm" -> purl.getType() + ":" + path;
          default -> whole;
        };
    return Mention.library(name, version, place);
  }

  /** Why the version of a library is not the one that labs know; empty if it is. */
  Optional<String> why(Mention mention) {
    String written = mention.component() + "@" + mention.written();
    return images.stream()
        .filter(e -> e.mention().filter(p -> p.matcher(written).matches()).isPresent())
        .flatMap(e -> e.unclear().stream())
        .findFirst();
  }

  /** Adds what an image's name says, with its variables replaced. */
  void add(String written, int line, Map<String, Substitution.Value> known, Reading.Builder found) {
    Substitution.Value value = Substitution.expand(written, line, known);
    value
        .missing()
        .ifPresentOrElse(
            why -> found.unclear(line, written, why), () -> add(value.text(), value.line(), found));
  }

  /** Adds what an image's name says. */
  void add(String written, int line, Reading.Builder found) {
    Optional<ImageReference> parsed = ImageReference.parse(written);
    if (parsed.isEmpty()) {
      found.unclear(line, written, "is not the name of an image");
      return;
    }
    ImageReference image = parsed.get();
    Optional<Entry> entry = images.stream().filter(e -> e.is(image)).findFirst();
    Optional<String> version =
        entry.isEmpty() ? Optional.of(image.version()) : entry.get().version(image);
    if (version.isEmpty()) {
      found.unclear(line, written, entry.orElseThrow().why(image));
    } else {
      String component =
          entry
              .map(Entry::component)
              .orElse("image:" + DEBIAN.matcher(image.name()).replaceFirst(""));
      found.add(new Mention(component, version.get(), written, true, found.at(line)));
    }
  }
}
