package dev.faultlab.manifest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Base images of Dockerfiles: {@code FROM}, {@code COPY --from}, and the {@code ARG} before the
 * first {@code FROM} that they use. Docker's reference says how they are written
 * (docs.docker.com/reference/dockerfile).
 */
final class DockerfileReader implements ManifestReader {
  private static final Pattern NAME =
      Pattern.compile("(?i)(?:docker|container)file(?:[.-].+)?|.+\\.(?:docker|container)file");

  private static final Pattern HEREDOC = Pattern.compile("<<-?[\"']?(\\w+)[\"']?");

  /** A comment above all else that tells Docker how to read the file. */
  private static final Pattern DIRECTIVE =
      Pattern.compile("\\uFEFF?\\s*#\\s*(\\w+)\\s*=\\s*(\\S+)");

  private static final String FROM = "--from=";

  /** Names of arguments before the first {@code FROM}; a large Dockerfile has a dozen. */
  private static final int MOST_ARGUMENTS = 1000;

  /** An instruction on one line, continued lines included. */
  private record Instruction(int line, String keyword, List<String> words) {}

  @Override
  public boolean reads(String path) {
    String name = SourceFile.name(path);
    return NAME.matcher(name).matches() && !name.endsWith(".dockerignore");
  }

  @Override
  public Reading read(SourceFile file) {
    Map<String, Substitution.Value> arguments = new HashMap<>();
    Set<String> stages = new HashSet<>();
    Reading.Builder found = new Reading.Builder(file);
    boolean before = true;
    for (Instruction instruction : instructions(file)) {
      switch (instruction.keyword()) {
        case "ARG" -> {
          if (before) {
            define(instruction, arguments);
          }
        }
        case "FROM" -> {
          before = false;
          List<String> words =
              instruction.words().stream().filter(w -> !w.startsWith("--")).toList();
          if (!words.isEmpty()) {
            image(words.get(0), instruction.line(), arguments, stages, found);
          }
          if (words.size() > 2 && words.get(1).equalsIgnoreCase("AS")) {
            stages.add(words.get(2).toLowerCase(Locale.ROOT));
          }
        }
        case "COPY" ->
            instruction.words().stream()
                .filter(word -> word.startsWith(FROM))
                .map(word -> word.substring(FROM.length()))
                .findFirst()
                .ifPresent(from -> image(from, instruction.line(), arguments, stages, found));
        default -> {}
      }
    }
    return found.reading();
  }

  private static void define(Instruction instruction, Map<String, Substitution.Value> arguments) {
    for (String word : instruction.words()) {
      String[] sides = word.split("=", 2);
      if (sides.length == 2) {
        int line = instruction.line();
        arguments.put(sides[0], Substitution.expand(unquoted(sides[1]), line, arguments).at(line));
      }
      if (arguments.size() > MOST_ARGUMENTS) {
        throw new UnreadableException("has more than " + MOST_ARGUMENTS + " ARGs");
      }
    }
  }

  /** Neither an earlier stage, by name or number, nor the empty image. */
  private static void image(
      String written,
      int line,
      Map<String, Substitution.Value> arguments,
      Set<String> stages,
      Reading.Builder found) {
    String image = unquoted(written);
    if (!stages.contains(image.toLowerCase(Locale.ROOT)) && !image.matches("scratch|[0-9]+")) {
      Catalog.image(image, line, arguments, found);
    }
  }

  private static String unquoted(String text) {
    return text.replaceFirst("^([\"'])(.*)\\1$", "$2");
  }

  /** Instructions continue on the next line after a backslash, unless the file says otherwise. */
  private static void requireBackslash(List<String> lines) {
    boolean other =
        lines.stream()
            .map(DIRECTIVE::matcher)
            .takeWhile(Matcher::lookingAt)
            .filter(directive -> directive.group(1).equalsIgnoreCase("escape"))
            .anyMatch(escape -> !escape.group(2).equals("\\"));
    if (other) {
      throw new UnreadableException("has '# escape=', which faultlab does not read");
    }
  }

  private static List<Instruction> instructions(SourceFile file) {
    List<String> lines = file.lines();
    requireBackslash(lines);
    List<Instruction> instructions = new ArrayList<>();
    StringBuilder whole = new StringBuilder();
    int first = 0;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        first = whole.isEmpty() ? i + 1 : first;
        boolean more = line.endsWith("\\") && i + 1 < lines.size();
        whole.append(line.replaceFirst("\\\\$", "")).append(' ');
        if (!more) {
          List<String> words = List.of(whole.toString().strip().split("\\s+"));
          String keyword = words.get(0).toUpperCase(Locale.ROOT);
          instructions.add(new Instruction(first, keyword, words.subList(1, words.size())));
          i = afterHeredocs(keyword, whole.toString(), lines, i);
          whole.setLength(0);
        }
      }
    }
    return instructions;
  }

  /** The lines of a here-document are no instructions. */
  private static int afterHeredocs(String keyword, String text, List<String> lines, int at) {
    int last = at;
    if (Set.of("RUN", "COPY", "ADD").contains(keyword)) {
      Matcher heredoc = HEREDOC.matcher(text);
      while (heredoc.find()) {
        int end = last + 1;
        while (end < lines.size() && !lines.get(end).strip().equals(heredoc.group(1))) {
          end++;
        }
        // Without its end it is something else, such as a shift in an arithmetic expression.
        last = end < lines.size() ? end : last;
      }
    }
    return last;
  }
}
