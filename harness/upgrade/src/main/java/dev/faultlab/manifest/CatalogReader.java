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
  private static boolean pairs(String prefix, String text, Map<String, String> into) {
    Matcher pair = PAIR.matcher(text);
    int end = 0;
    while (pair.find()) {
      end = pair.end();
      String key = prefix + pair.group(1);
      if (pair.group(4) == null) {
        into.put(key, pair.group(2) == null ? pair.group(3) : pair.group(2));
      } else if (!pairs(key + ".", pair.group(4).strip(), into)) {
        return false;
      }
    }
    return end == text.length();
  }

  @Override
  public Reading read(SourceFile file) {
    Reading.Builder found = new Reading.Builder(file);
    Map<String, String> versions = new LinkedHashMap<>();
    Map<String, Place> places = new LinkedHashMap<>();
    Map<String, Map<String, String>> libraries = new LinkedHashMap<>();
    String section = "";
    int number = 0;
    for (String text : file.lines()) {
      Place at = found.at(++number);
      String plain = text.strip();
      Matcher heading = SECTION.matcher(plain);
      Map<String, String> values = new LinkedHashMap<>();
      if (heading.matches()) {
        section = heading.group(1);
      } else if (!plain.isEmpty() && !plain.startsWith("#")) {
        boolean read = pairs("", plain, values);
        String key = plain.replaceFirst("\"?([\\w.-]*).*", "$1");
        places.put(section + " " + key, at);
        if (section.equals("versions") && read) {
          versions.putAll(values);
        } else if (section.equals("libraries") && read) {
          libraries.put(key, values);
        } else if (section.equals("libraries")) {
          found.unclear(at, plain, "does not have the form of a catalogue");
        }
      }
    }
    libraries.forEach((key, values) -> library(key, values, versions, places, found));
    return found.reading();
  }

  private static void library(
      String key,
      Map<String, String> values,
      Map<String, String> versions,
      Map<String, Place> places,
      Reading.Builder found) {
    Place at = places.get("libraries " + key);
    String[] notation = values.getOrDefault(key, "").split(":");
    if (notation.length == 3) {
      found.add(Mention.library(notation[0] + ":" + notation[1], notation[2], at));
      return;
    }
    String named = values.get(key + ".group") + ":" + values.get(key + ".name");
    String module = values.getOrDefault(key + ".module", named);
    Optional<String> own = version(values, key + ".version");
    String ref = values.get(key + ".version.ref");
    if (own.isPresent()) {
      found.add(Mention.library(module, own.get(), at));
    } else if (ref != null) {
      version(versions, ref)
          .ifPresentOrElse(
              version ->
                  found.add(
                      Mention.library(module, version, places.getOrDefault("versions " + ref, at))),
              () -> found.unclear(at, module, "there is no version " + ref + " in this catalogue"));
    } // without a version, a platform decides
  }

  /** A plain version, or the one that a rich one asks for. */
  private static Optional<String> version(Map<String, String> values, String key) {
    return Stream.of("", ".strictly", ".require", ".prefer")
        .map(how -> values.get(key + how))
        .filter(Objects::nonNull)
        .findFirst();
  }
}
