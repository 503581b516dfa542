package dev.faultlab.sbom;

import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.InjectableValues;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.faultlab.manifest.Catalog;
import dev.faultlab.manifest.Mention;
import dev.faultlab.manifest.Place;
import dev.faultlab.manifest.Unclear;
import dev.faultlab.manifest.UnreadableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads CycloneDX 1.4 to 1.7, SPDX 2.3, and what Syft writes for itself, all as JSON. A component
 * is handed over as soon as it is read: only what was asked for is kept, regardless of the file's
 * size.
 */
public final class SbomReader {
  private static final long MAX_BYTES = 200L << 20;
  private static final int MAX_COMPONENTS = 1_000_000;
  private static final int MAX_MENTIONS = 100_000;
  private static final int MAX_PER_COMPONENT = 10_000;

  /** Those of a JDK, and of Debian's packages, are no libraries of an application. */
  private static final Pattern JAR =
      Pattern.compile(
          "(?!usr/share/(?:(?:java|ca-certificates-java)/[^/]*$|maven-repo/)|(?:.*/)?(?:lib/jvm/"
              + "|lib/jrt-fs|(?:open)?(?:jdk|jre)(?:-?\\d[^/]*)?/(?:jre/)?lib/)).*\\.[jwe]ar");

  private static final ObjectReader JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(200)
                          .maxStringLength(1 << 20)
                          .build())
                  .build())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build()
          .readerFor(Document.class);

  private final Predicate<String> isRelevant;
  private final Place whole;
  private final Map<List<String>, Mention> mentions = new LinkedHashMap<>();
  private final List<Unclear> unclear = new ArrayList<>();
  private int components;
  private int componentsWithoutName;
  private final Set<String> opened = new HashSet<>();
  private int jars;

  private SbomReader(String name, Predicate<String> isRelevant) {
    this.isRelevant = isRelevant;
    this.whole = Place.of(name);
  }

  /** A list without the parts that were handed over. */
  private static final class Parts<T> extends ArrayList<T> {
    @Override
    public boolean add(T part) {
      UnreadableException.throwIf(
          size() == MAX_PER_COMPONENT, "has a list of more than " + MAX_PER_COMPONENT + " entries");
      return part != null && super.add(part);
    }
  }

  /** What is read of a file; all else, such as tools, services and licences, is skipped. */
  private record Document(
      String bomFormat,
      String specVersion,
      String spdxVersion,
      NamedComponent metadata,
      NamedComponent descriptor,
      @JsonAlias({"packages", "artifacts"}) Parts<Component> components,
      Parts<ScannedFile> files) {

    boolean isKnownFormat() {
      return "CycloneDX".equals(bomFormat) && String.valueOf(specVersion).matches("1\\.[4-7]")
          || "SPDX-2.3".equals(spdxVersion)
          || descriptor != null && "syft".equals(descriptor.name);
    }
  }

  private record NamedComponent(String name, Component component) {}

  /** A package URL of SPDX, or a place of Syft; references of other kinds are not kept. */
  private record Reference(String purl, String path) {
    @JsonCreator
    static Reference of(
        @JsonProperty("referenceType") String type,
        @JsonProperty("referenceLocator") String locator,
        @JsonProperty("path") String path) {
      boolean kept = path != null || "purl".equals(type);
      return kept ? new Reference(path == null ? locator : null, path) : null;
    }
  }

  /** A component or package, which is handed over and not kept. */
  private static final class Component {
    @JsonCreator
    static Component read(
        @JacksonInject SbomReader reader,
        @JsonProperty("purl") String purl,
        @JsonProperty("version") @JsonAlias("versionInfo") String version,
        @JsonProperty("externalRefs") @JsonAlias("locations") Parts<Reference> references,
        @JsonProperty("components") Parts<Component> inside) {
      Optional<Reference> first = Stream.ofNullable(references).flatMap(List::stream).findFirst();
      reader.component(
          first.map(Reference::purl).orElse(purl),
          version,
          first.map(Reference::path).map(SbomReader::placeOf).orElse(reader.whole));
      return null;
    }
  }

  /** A file that Syft looked at, with what it could not read of it. */
  private static final class ScannedFile {
    @JsonCreator
    static ScannedFile read(
        @JacksonInject SbomReader reader,
        @JsonProperty("location") Reference reference,
        @JsonProperty("unknowns") Parts<String> unknowns) {
      if (reference != null) {
        Place place = placeOf(reference.path());
        Stream.ofNullable(unknowns)
            .flatMap(List::stream)
            .forEach(why -> reader.unclear(place, Unclear.FILE, why));
        if (JAR.matcher(place.path()).matches() && !reader.opened.contains(place.path())) {
          reader.jars++;
        }
      }
      return null;
    }
  }

  private static Place placeOf(String path) {
    return Place.of(path.replaceFirst("^/", ""));
  }

  /**
   * Reads a file.
   *
   * @param name as messages have it
   * @param isRelevant components that are kept
   * @throws UnreadableException when it has another form, or exceeds a limit
   */
  public static Sbom read(Path file, String name, Predicate<String> isRelevant) throws IOException {
    UnreadableException.throwIf(!Files.isRegularFile(file), "there is no file " + name);
    if (Files.size(file) > MAX_BYTES) {
      throw new UnreadableException(name + " is larger than 200 MiB");
    }
    SbomReader reader = new SbomReader(name, isRelevant);
    String why = "is neither CycloneDX 1.4 to 1.7 nor SPDX 2.3, as JSON";
    try {
      Document document =
          JSON.with(new InjectableValues.Std().addValue(SbomReader.class, reader))
              .readValue(file.toFile());
      if (document != null && document.isKnownFormat()) {
        if (reader.componentsWithoutName == reader.components) {
          reader.unclear(reader.whole, "no component", "has a package URL");
        }
        if (reader.jars > 0) {
          reader.unclear(
              reader.whole, reader.jars + " jars", "have no known package; --archives opens jars");
        }
        List<Mention> found = List.copyOf(reader.mentions.values());
        return new Sbom(
            name, reader.components, reader.componentsWithoutName, found, reader.unclear);
      }
    } catch (JsonProcessingException e) {
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      if (cause instanceof UnreadableException) {
        why = cause.getMessage();
      } else if (cause instanceof StreamConstraintsException limit) {
        why = "exceeds a limit: " + limit.getOriginalMessage().replaceFirst(", from `.*?`", "");
      } else if (cause instanceof JsonParseException broken) {
        why = "is no JSON, line " + broken.getLocation().getLineNr();
      }
    }
    throw new UnreadableException(name + " " + why);
  }

  private void component(String purl, String version, Place place) {
    UnreadableException.throwIf(
        ++components > MAX_COMPONENTS, "has more than a million components");
    if (JAR.matcher(place.path()).matches()) {
      opened.add(place.path());
    }
    if (purl == null) {
      componentsWithoutName++;
      return;
    }
    try {
      Mention mention = Catalog.mention(purl, version, place);
      if (isRelevant.test(mention.component())) {
        Catalog.unclear(mention)
            .ifPresentOrElse(
                why -> unclear(place, purl.replaceFirst("(?s)\\?.*", ""), why),
                () ->
                    mentions.putIfAbsent(
                        List.of(mention.component(), mention.written(), place.path()), mention));
      }
    } catch (UnreadableException e) {
      componentsWithoutName++;
    }
    limit();
  }

  private void unclear(Place place, String what, String why) {
    unclear.add(new Unclear(place, what, why));
    limit();
  }

  private void limit() {
    if (mentions.size() + unclear.size() > MAX_MENTIONS) {
      throw new UnreadableException(
          "names more than " + MAX_MENTIONS + " versions of components that labs have");
    }
  }
}
