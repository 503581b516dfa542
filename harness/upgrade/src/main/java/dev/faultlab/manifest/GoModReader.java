package dev.faultlab.manifest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Go release, the language version and the modules of {@code go.mod} (go.dev/ref/mod). The
 * release is that of {@code toolchain}, else of {@code go}. The language version, which defaults of
 * GODEBUG follow, is that of {@code go}, unless {@code godebug default=} names another; it is
 * written with the settings that override some.
 */
final class GoModReader implements ManifestReader {
  static final String RELEASE = "go";
  static final String LANGUAGE = "go-language";

  private static final String VERSION =
      "(?:go)?(?<version>1\\.[0-9]+(?:\\.[0-9]+)?(?:rc[0-9]+|beta[0-9]+)?)(?:-.*)?";

  /** A line, with the name of its block before it. */
  private static final Pattern LINE =
      Pattern.compile(
          "(?<by>go |toolchain |godebug default=)(?:"
              + VERSION
              + "|(?<other>(?!default$).*))"
              + "|require (?<module>\\S+) (?<at>\\S+)(?: .*)?"
              + "|replace (?<old>\\S+)(?: \\S+)? => (?<new>\\S+)(?: (?<then>\\S+))?"
              + "|godebug (?<own>(?!default=).*)");

  /** Where modules build nothing that runs. */
  static final String NOT_RUN = "(?:.*/)?(?:testdata|vendor|examples?|tools)/.*";

  static boolean isGoMod(String path) {
    return SourceFile.name(path).equals("go.mod");
  }

  @Override
  public boolean reads(String path) {
    return isGoMod(path);
  }

  @Override
  public Reading read(SourceFile file) {
    Reading.Builder found = new Reading.Builder(file);
    Map<String, Mention> mentions = new LinkedHashMap<>();
    StringBuilder settings = new StringBuilder();
    String block = "";
    int number = 0;
    for (String text : file.lines()) {
      number++;
      String plain = (block + text.replaceFirst("//.*", "")).strip().replaceAll("\\s+", " ");
      if (plain.endsWith(" (")) {
        block = plain.substring(0, plain.length() - 1);
      } else if (plain.endsWith(")")) {
        block = "";
      } else {
        Matcher line = LINE.matcher(plain);
        if (line.matches() && line.group("own") != null) {
          settings.append(' ').append(line.group("own"));
        } else if (line.matches()) {
          line(line, found, found.at(number), mentions);
        }
      }
    }
    mentions.computeIfPresent(LANGUAGE, (language, mention) -> mention.with(settings.toString()));
    if (file.path().matches(NOT_RUN)) {
      mentions.remove(RELEASE);
      Mention language = mentions.remove(LANGUAGE);
      if (language != null) {
        String why = "is of a module beside the program, by the name of its folder";
        found.unclear(language.place(), "go " + language.written(), why);
      }
    }
    mentions.values().forEach(found::add);
    return found.reading();
  }

  private static void line(
      Matcher line, Reading.Builder found, Place place, Map<String, Mention> mentions) {
    String version = line.group("version");
    if (version != null) {
      String by = line.group("by");
      if (!by.startsWith("godebug")) {
        put(mentions, RELEASE, version, place, by.startsWith("toolchain"));
      }
      if (!by.startsWith("toolchain")) {
        put(mentions, LANGUAGE, version, place, by.startsWith("godebug"));
      }
    } else if (line.group("other") != null) {
      found.unclear(place, line.group(), "is no release of Go");
    } else if (line.group("module") != null) {
      library(mentions, line.group("module"), line.group("at"), place);
    } else {
      mentions.remove(line.group("old"));
      if (line.group("then") != null) {
        library(mentions, line.group("new"), line.group("then"), place);
      } else {
        found.unclear(place, line.group("old"), "is replaced by the folder " + line.group("new"));
      }
    }
  }

  private static void put(
      Map<String, Mention> mentions, String component, String version, Place at, boolean force) {
    if (force || !mentions.containsKey(component)) {
      mentions.put(component, Mention.of(component, version, at));
    }
  }

  private static void library(Map<String, Mention> mentions, String name, String at, Place place) {
    mentions.put(name, Mention.library(name, at, place));
  }
}
