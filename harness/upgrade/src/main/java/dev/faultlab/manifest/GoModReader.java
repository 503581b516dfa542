package dev.faultlab.manifest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Go release and the modules of {@code go.mod} (go.dev/ref/mod). {@code toolchain} counts
 * before {@code go}, as it does for the go command.
 */
final class GoModReader implements ManifestReader {
  private static final Pattern RELEASE =
      Pattern.compile("(?:go)?(1\\.[0-9]+(?:\\.[0-9]+)?(?:rc[0-9]+|beta[0-9]+)?)(?:-.*)?");

  @Override
  public boolean reads(String path) {
    return SourceFile.name(path).equals("go.mod");
  }

  @Override
  public Reading read(SourceFile file) {
    Reading.Builder found = new Reading.Builder(file);
    Map<String, Mention> mentions = new LinkedHashMap<>();
    String block = "";
    int line = 0;
    for (String text : file.lines()) {
      line++;
      String plain = text.replaceFirst("//.*", "").strip();
      List<String> words = List.of((block + " " + plain).strip().split("\\s+"));
      if (plain.equals(")")) {
        block = "";
      } else if (words.size() == 2 && words.get(1).equals("(")) {
        block = words.get(0);
      } else if (words.size() > 1) {
        directive(words, line, mentions, found);
      }
    }
    mentions.values().forEach(found::add);
    return found.reading();
  }

  private static void directive(
      List<String> words, int line, Map<String, Mention> mentions, Reading.Builder found) {
    String name = words.get(1);
    switch (words.get(0)) {
      case "go", "toolchain" -> {
        Matcher release = RELEASE.matcher(name);
        if (release.matches()) {
          mentions.put("go", Mention.of("go", release.group(1), found.at(line)));
        } else if (!name.equals("default")) {
          found.unclear(line, String.join(" ", words), "is no release of Go");
        }
      }
      case "require" -> {
        if (words.size() > 2) {
          mentions.put(name, Mention.library(name, words.get(2), found.at(line)));
        }
      }
      case "replace" -> replace(words, line, mentions, found);
      default -> {} // exclude, retract, tool
    }
  }

  /** {@code replace OLD [VERSION] => NEW [VERSION]}; without the last it is a folder. */
  private static void replace(
      List<String> words, int line, Map<String, Mention> mentions, Reading.Builder found) {
    int arrow = words.indexOf("=>");
    if (arrow < 2 || arrow + 1 >= words.size()) {
      return;
    }
    mentions.remove(words.get(1));
    String by = words.get(arrow + 1);
    if (arrow + 2 < words.size()) {
      mentions.put(by, Mention.library(by, words.get(arrow + 2), found.at(line)));
    } else {
      found.unclear(line, words.get(1), "is replaced by the folder " + by);
    }
  }
}
