package dev.faultlab.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Libraries of Gradle's version catalogues (docs.gradle.org, "Version Catalogs"): {@code
 * gradle/libs.versions.toml}.
 */
final class CatalogReader implements ManifestReader {
  private static final Pattern SECTION = Pattern.compile("\\[([\\w.-]+)\\]\\s*(?:#.*)?");
  private static final List<String> RICH = List.of("strictly", "require", "prefer");

  @Override
  public boolean reads(String path) {
    return SourceFile.name(path).endsWith(".versions.toml");
  }

  private record Line(int number, TomlLine.Entry entry) {}

  private record Versioned(String version, int line) {}

  @Override
  public Reading read(SourceFile file) {
    Reading.Builder found = new Reading.Builder(file);
    Map<String, Versioned> versions = new LinkedHashMap<>();
    List<Line> libraries = new ArrayList<>();
    String section = "";
    int line = 0;
    for (String text : file.lines()) {
      line++;
      String plain = text.strip();
      Matcher heading = SECTION.matcher(plain);
      if (heading.matches()) {
        section = heading.group(1);
      } else if (!plain.isEmpty() && !plain.startsWith("#")) {
        Optional<TomlLine.Entry> entry = TomlLine.parse(plain);
        if (section.equals("versions")) {
          int number = line;
          entry
              .flatMap(e -> version("", e.values()).map(v -> Map.entry(e.key(), v)))
              .ifPresent(v -> versions.put(v.getKey(), new Versioned(v.getValue(), number)));
        } else if (section.equals("libraries")) {
          if (entry.isPresent()) {
            libraries.add(new Line(line, entry.get()));
          } else {
            found.unclear(line, plain, "does not have the form of a catalogue");
          }
        }
      }
    }
    libraries.forEach(library -> library(library, versions, found));
    return found.reading();
  }

  private static void library(
      Line library, Map<String, Versioned> versions, Reading.Builder found) {
    Map<String, String> values = library.entry().values();
    String[] notation = values.getOrDefault("", "").split(":");
    if (notation.length == 3) {
      String name = notation[0] + ":" + notation[1];
      found.add(Mention.library(name, notation[2], found.at(library.number())));
      return;
    }
    String module = values.getOrDefault("module", values.get("group") + ":" + values.get("name"));
    Optional<String> own = version("version", values);
    String key = values.get("version.ref");
    if (own.isPresent()) {
      found.add(Mention.library(module, own.get(), found.at(library.number())));
    } else if (key != null && versions.containsKey(key)) {
      Versioned shared = versions.get(key);
      found.add(Mention.library(module, shared.version(), found.at(shared.line())));
    } else if (key != null) {
      found.unclear(library.number(), module, "there is no version " + key + " in this catalogue");
    } // without a version, a platform decides
  }

  private static Optional<String> version(String prefix, Map<String, String> values) {
    String dot = prefix.isEmpty() ? "" : prefix + ".";
    return Optional.ofNullable(values.get(prefix))
        .or(
            () ->
                RICH.stream().map(how -> values.get(dot + how)).filter(v -> v != null).findFirst());
  }
}
