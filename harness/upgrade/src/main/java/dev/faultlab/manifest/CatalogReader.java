package dev.faultlab.manifest;

import java.util.ArrayDeque;
import java.util.Deque;
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

  /** {@code key = "value"}, <code>key = {</code>, or the end of such a table. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\G,?\\s*(?:\"?([\\w.-]+)\"?\\s*=\\s*(?:(\\{)|\"([^\"\\\\]*)\"|'([^']*)')|(\\})|#.*)\\s*");

  private static final int DEEPEST = 5;

  @Override
  public boolean reads(String path) {
    return SourceFile.name(path).endsWith(".versions.toml");
  }

  /** What a line says: {@code a.version.ref} to its value. */
  private record Line(int number, String key, Map<String, String> values) {

    /** Empty if it has another form. */
    static Optional<Line> parse(int number, String text) {
      Map<String, String> values = new LinkedHashMap<>();
      Deque<String> tables = new ArrayDeque<>();
      Matcher token = TOKEN.matcher(text);
      String first = null;
      int end = 0;
      while (token.find()) {
        end = token.end();
        String key = token.group(1);
        if (key != null) {
          first = first == null ? key : first;
          String whole = tables.isEmpty() ? key : tables.element() + "." + key;
          if (token.group(2) != null) {
            tables.push(whole);
          } else {
            values.put(whole, token.group(3) == null ? token.group(4) : token.group(3));
          }
        } else if (token.group(5) != null && tables.poll() == null) {
          return Optional.empty();
        }
        if (tables.size() > DEEPEST) {
          return Optional.empty();
        }
      }
      return first != null && end == text.length() && tables.isEmpty()
          ? Optional.of(new Line(number, first, values))
          : Optional.empty();
    }

    Optional<String> at(String field) {
      return Optional.ofNullable(values.get(key + field));
    }

    /** A plain version, or the one that a rich one asks for. */
    Optional<String> version(String field) {
      return Stream.of("", ".strictly", ".require", ".prefer")
          .map(how -> values.get(key + field + how))
          .filter(Objects::nonNull)
          .findFirst();
    }
  }

  @Override
  public Reading read(SourceFile file) {
    Reading.Builder found = new Reading.Builder(file);
    Map<String, Line> versions = new LinkedHashMap<>();
    Map<Integer, Line> libraries = new LinkedHashMap<>();
    String section = "";
    int number = 0;
    for (String text : file.lines()) {
      number++;
      String plain = text.strip();
      Matcher heading = SECTION.matcher(plain);
      Optional<Line> line = Line.parse(number, plain);
      if (heading.matches()) {
        section = heading.group(1);
      } else if (section.equals("versions")) {
        line.ifPresent(l -> versions.put(l.key(), l));
      } else if (section.equals("libraries") && line.isPresent()) {
        libraries.put(number, line.get());
      } else if (section.equals("libraries") && !plain.isEmpty() && !plain.startsWith("#")) {
        found.unclear(number, plain, "does not have the form of a catalogue");
      }
    }
    libraries.values().forEach(library -> library(library, versions, found));
    return found.reading();
  }

  private static void library(Line library, Map<String, Line> versions, Reading.Builder found) {
    String[] notation = library.at("").orElse("").split(":");
    if (notation.length == 3) {
      String name = notation[0] + ":" + notation[1];
      found.add(Mention.library(name, notation[2], found.at(library.number())));
      return;
    }
    String module =
        library
            .at(".module")
            .orElse(library.at(".group").orElse("") + ":" + library.at(".name").orElse(""));
    Optional<String> own = library.version(".version");
    Optional<String> key = library.at(".version.ref");
    Optional<Line> shared = key.map(versions::get).filter(line -> line.version("").isPresent());
    if (own.isPresent()) {
      found.add(Mention.library(module, own.get(), found.at(library.number())));
    } else if (shared.isPresent()) {
      String version = shared.get().version("").orElseThrow();
      found.add(Mention.library(module, version, found.at(shared.get().number())));
    } else if (key.isPresent()) {
      String why = "there is no version " + key.get() + " in this catalogue";
      found.unclear(library.number(), module, why);
    } // without a version, a platform decides
  }
}
