package dev.faultlab.manifest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Libraries of Gradle's version catalogues (docs.gradle.org, "Version Catalogs"): {@code
 * gradle/libs.versions.toml}. Only strings and tables of strings on one line are read; that is what
 * catalogues consist of.
 */
final class CatalogReader implements ManifestReader {
  private static final Pattern SECTION = Pattern.compile("\\[([\\w.-]+)\\]\\s*(?:#.*)?");

  /** {@code key = "value"}, or <code>key = { ... }</code>, in a list of such. */
  private static final Pattern PAIR =
      Pattern.compile(
          "\\G\\s*\"?([\\w.-]+)\"?\\s*=\\s*(?:\"([^\"\\\\]*+)\"|'([^']*+)'"
              + "|\\{((?:[^{}]++|\\{[^{}]*+\\})*+)\\})\\s*(?:,|#.*|$)\\s*");

  @Override
  public boolean reads(String path) {
    return SourceFile.name(path).endsWith(".versions.toml");
  }

  /** Reads {@code a.version.ref} to its value; false if the text has another form. */
  private static boolean readPairs(String prefix, String text, Map<String, String> values) {
    Matcher pair = PAIR.matcher(text);
    int end = 0;
    while (pair.find()) {
      end = pair.end();
      String key = prefix + pair.group(1);
      if (pair.group(4) == null) {
        values.put(key, pair.group(2) == null ? pair.group(3) : pair.group(2));
      } else if (!readPairs(key + ".", pair.group(4).strip(), values)) {
        return false;
      }
    }
    return end == text.length();
  }

  @Override
  public Reading read(SourceFile file) {
    Reading.Builder found = new Reading.Builder(file);
    Map<String, String> entries = new LinkedHashMap<>();
    Map<String, Place> places = new LinkedHashMap<>();
    String section = "";
    int number = 0;
    for (String text : file.lines()) {
      Place place = found.at(++number);
      String plain = text.strip();
      Matcher heading = SECTION.matcher(plain);
      Map<String, String> values = new LinkedHashMap<>();
      if (heading.matches()) {
        section = heading.group(1) + " ";
      } else if (!plain.isEmpty() && !plain.startsWith("#")) {
        places.put(section + plain.replaceFirst("\"?([\\w.-]*).*", "$1"), place);
        if (readPairs(section, plain, values)) {
          entries.putAll(values);
        } else if (section.equals("libraries ")) {
          found.unclear(place, plain, "does not have the form of a catalogue");
        }
      }
    }
    places.keySet().stream()
        .filter(key -> key.startsWith("libraries "))
        .forEach(key -> library(key, entries, places, found));
    return found.reading();
  }

  private static void library(
      String key, Map<String, String> all, Map<String, Place> places, Reading.Builder found) {
    Place position = places.get(key);
    String[] parts = all.getOrDefault(key, "").split(":");
    boolean isWhole = parts.length == 3;
    String named = all.get(key + ".group") + ":" + all.get(key + ".name");
    String module = isWhole ? parts[0] + ":" + parts[1] : all.getOrDefault(key + ".module", named);
    Optional<String> ref =
        Optional.ofNullable(all.get(key + ".version.ref")).map("versions "::concat);
    Optional<String> ownVersion = isWhole ? Optional.of(parts[2]) : version(all, key + ".version");
    Place place = ownVersion.isPresent() ? position : ref.map(places::get).orElse(position);
    Optional<String> version = ownVersion.or(() -> ref.flatMap(by -> version(all, by)));
    version.ifPresent(text -> found.add(Mention.library(module, text, place)));
    if (version.isEmpty() && ref.isPresent()) { // without any, a platform decides
      String why = "there is no version " + all.get(key + ".version.ref") + " in this catalogue";
      found.unclear(position, module, why);
    }
  }

  /** A plain version, or the one that a rich one asks for. */
  private static Optional<String> version(Map<String, String> values, String key) {
    return Stream.of("", ".strictly", ".require", ".prefer")
        .map(suffix -> values.get(key + suffix))
        .filter(Objects::nonNull)
        .findFirst();
  }
}
