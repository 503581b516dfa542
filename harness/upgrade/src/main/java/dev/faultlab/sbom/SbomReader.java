package dev.faultlab.sbom;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.faultlab.manifest.Mention;
import dev.faultlab.manifest.Packages;
import dev.faultlab.manifest.Place;
import dev.faultlab.manifest.Unclear;
import dev.faultlab.manifest.UnreadableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Reads CycloneDX 1.4 to 1.7, SPDX 2.3, and what Syft writes for itself, all as JSON and token by
 * token: what is kept is what was asked for, whatever the size of the file.
 */
public final class SbomReader {
  private static final long MOST_BYTES = 200L << 20;
  private static final int MOST_COMPONENTS = 1_000_000;
  private static final int MOST_MENTIONS = 100_000;
  private static final int MOST_UNCLEAR = 100;

  /** Objects that are entered; all others, such as tools, services and licences, are skipped. */
  private static final Set<String> ENTERED =
      Set.of(
          "metadata",
          "component",
          "components",
          "packages",
          "externalRefs",
          "artifacts",
          "locations",
          "files",
          "location",
          "unknowns");

  private static final Set<String> COMPONENTS =
      Set.of("component", "components", "packages", "artifacts");

  /** The field that an object is in, beside those that it has. */
  private static final String OF = "";

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(1000)
                  .maxStringLength(1 << 20)
                  .build())
          .build();

  private final Predicate<String> wanted;
  private final String file;
  private final boolean syft;
  private final Map<List<String>, Mention> mentions = new LinkedHashMap<>();
  private final List<Unclear> unclear = new ArrayList<>();
  private int components;
  private int nameless;
  private int lost;

  private SbomReader(Path file, Predicate<String> wanted, boolean syft) {
    this.wanted = wanted;
    this.syft = syft;
    this.file = file.toString();
  }

  /**
   * Reads a file.
   *
   * @param wanted components that are kept
   * @throws UnreadableException when it has another form, or exceeds a limit
   */
  public static Sbom read(Path file, Predicate<String> wanted) throws IOException {
    return read(file, wanted, false);
  }

  /** Reads what Syft wrote for itself: it has places, and the files that it could not read. */
  public static Sbom ofSyft(Path file, Predicate<String> wanted) throws IOException {
    return read(file, wanted, true);
  }

  private static Sbom read(Path file, Predicate<String> wanted, boolean syft) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new UnreadableException("there is no file " + file);
    }
    if (Files.size(file) > MOST_BYTES) {
      throw new UnreadableException(file + " is larger than 200 MiB");
    }
    SbomReader reader = new SbomReader(file, wanted, syft);
    try (JsonParser parser = JSON.createParser(file.toFile())) {
      Map<String, String> root = reader.read(parser);
      if (!syft) {
        requireFormat(root);
      }
    } catch (StreamConstraintsException e) {
      throw new UnreadableException(file + " exceeds a limit: " + e.getOriginalMessage());
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new UnreadableException(file + " is no JSON, line " + line);
    } catch (UnreadableException e) {
      throw new UnreadableException(file + " " + e.getMessage());
    }
    return new Sbom(
        file.toString(),
        reader.components,
        syft ? 0 : reader.nameless,
        List.copyOf(reader.mentions.values()),
        reader.unclear());
  }

  private Map<String, String> read(JsonParser parser) throws IOException {
    Deque<Map<String, String>> open = new ArrayDeque<>();
    Map<String, String> root = Map.of();
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      switch (token) {
        case START_ARRAY, START_OBJECT -> {
          String of = field(parser.getParsingContext());
          if (of == null ? !open.isEmpty() : !ENTERED.contains(of)) {
            parser.skipChildren();
          } else if (token == JsonToken.START_OBJECT) {
            open.push(new HashMap<>(Map.of(OF, String.valueOf(of))));
          }
        }
        case VALUE_STRING -> {
          if (!open.isEmpty()) {
            keep(parser, open.element());
          }
        }
        case END_OBJECT -> {
          Map<String, String> object = open.pop();
          if (open.isEmpty()) {
            root = object;
          } else if (COMPONENTS.contains(object.get(OF))) {
            component(object);
          } else if (object.get(OF).startsWith("location")) {
            open.element().putIfAbsent("path", object.getOrDefault("path", ""));
          } else if (object.containsKey("unknown")) {
            unclear(place(object), "file", object.get("unknown"));
          } else if ("purl".equals(object.get("referenceType"))) {
            open.element().put("purl", object.get("referenceLocator"));
          }
        }
        default -> {}
      }
    }
    return root;
  }

  /** The field that an object or array is the value of, or the array that it is in. */
  private static String field(JsonStreamContext context) {
    JsonStreamContext around = context.getParent();
    if (around == null) {
      return context.getCurrentName();
    }
    return around.inArray() ? around.getParent().getCurrentName() : around.getCurrentName();
  }

  private static void keep(JsonParser parser, Map<String, String> object) throws IOException {
    String name = parser.currentName();
    switch (name == null ? String.valueOf(field(parser.getParsingContext())) : name) {
      case "purl",
          "version",
          "path",
          "referenceType",
          "referenceLocator",
          "bomFormat",
          "specVersion",
          "spdxVersion" ->
          object.put(name, parser.getText());
      case "versionInfo" -> object.put("version", parser.getText());
      case "unknowns" -> object.put("unknown", parser.getText());
      default -> {}
    }
  }

  private Place place(Map<String, String> object) {
    return new Place(
        object.containsKey("path") ? object.get("path").replaceFirst("^/", "") : file, 1);
  }

  private void component(Map<String, String> object) {
    if (++components > MOST_COMPONENTS) {
      throw new UnreadableException("has more than a million components");
    }
    Place place = place(object);
    String purl = object.get("purl");
    if (purl == null || purl.isEmpty()) {
      nameless++;
      return;
    }
    try {
      Mention one = Packages.mention(purl, object.get("version"), place);
      if (wanted.test(one.component())) {
        Packages.unclear(one)
            .ifPresentOrElse(
                why -> unclear(place, purl, why),
                () ->
                    mentions.putIfAbsent(
                        List.of(one.component(), one.written(), place.path()), one));
      }
    } catch (UnreadableException e) {
      nameless++;
    }
    if (mentions.size() > MOST_MENTIONS) {
      throw new UnreadableException(
          "names more than " + MOST_MENTIONS + " versions of components that labs have");
    }
  }

  private void unclear(Place place, String what, String why) {
    if (++lost <= MOST_UNCLEAR) {
      unclear.add(new Unclear(place, what, why));
    }
  }

  private List<Unclear> unclear() {
    Place all = new Place(file, 1);
    if (lost > MOST_UNCLEAR) {
      unclear.add(new Unclear(all, (lost - MOST_UNCLEAR) + " more", "are not understood either"));
    }
    if (nameless == components && !syft) {
      unclear.add(new Unclear(all, "no component", "has a package URL"));
    }
    return List.copyOf(unclear);
  }

  private static void requireFormat(Map<String, String> root) {
    boolean cyclone =
        "CycloneDX".equals(root.get("bomFormat"))
            && root.getOrDefault("specVersion", "").matches("1\\.[4-7]");
    if (!cyclone && !"SPDX-2.3".equals(root.get("spdxVersion"))) {
      throw new UnreadableException("is neither CycloneDX 1.4 to 1.7 nor SPDX 2.3, as JSON");
    }
  }
}
