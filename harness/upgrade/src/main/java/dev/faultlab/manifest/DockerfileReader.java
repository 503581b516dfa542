package dev.faultlab.manifest;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
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

  private static final Pattern FROM =
      Pattern.compile("(?i)FROM\\s+(?:--\\S+\\s+)*(?!--)(\\S+)(?:\\s+AS\\s+(\\S+))?.*");

  private static final Pattern COPY = Pattern.compile("(?i)COPY\\s(?:.*\\s)?--from=(\\S+).*");
  private static final Pattern ARG = Pattern.compile("(?i)ARG\\s+(.*)");
  private static final Pattern SHELL = Pattern.compile("(?i)(?:RUN|COPY|ADD)\\s.*");

  /** Names of arguments before the first {@code FROM}; a large Dockerfile has a dozen. */
  private static final int MAX_ARGUMENTS = 1000;

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
    boolean beforeFrom = true;
    for (Map.Entry<Integer, String> instruction : instructions(file).entrySet()) {
      int line = instruction.getKey();
      Matcher from = FROM.matcher(instruction.getValue());
      Matcher copy = COPY.matcher(instruction.getValue());
      Matcher argument = ARG.matcher(instruction.getValue());
      String image = from.matches() ? from.group(1) : copy.matches() ? copy.group(1) : "";
      beforeFrom &= !from.matches();
      if (!image.isEmpty() && !isStage(stages, unquoted(image))) {
        Catalog.image(unquoted(image), line, arguments, found);
      }
      if (from.matches() && from.group(2) != null) {
        stages.add(from.group(2).toLowerCase(Locale.ROOT));
      } else if (beforeFrom && argument.matches()) {
        define(argument.group(1), line, arguments);
      }
    }
    return found.reading();
  }

  private static void define(String text, int line, Map<String, Substitution.Value> arguments) {
    for (String word : text.split("\\s+")) {
      String[] sides = word.split("=", 2);
      if (sides.length == 2) {
        arguments.put(sides[0], Substitution.expand(unquoted(sides[1]), line, arguments).at(line));
      }
      UnreadableException.throwIf(
          arguments.size() > MAX_ARGUMENTS, "has more than " + MAX_ARGUMENTS + " ARGs");
    }
  }

  /** An earlier stage, by name or number, or the empty image. */
  private static boolean isStage(Set<String> stages, String image) {
    return stages.contains(image.toLowerCase(Locale.ROOT)) || image.matches("scratch|[0-9]+");
  }

  private static String unquoted(String text) {
    return text.replaceFirst("^([\"'])(.*)\\1$", "$2");
  }

  /** Instructions continue on the next line after a backslash, unless the file says otherwise. */
  private static void requireBackslash(List<String> lines) {
    boolean hasOtherEscape =
        lines.stream()
            .map(DIRECTIVE::matcher)
            .takeWhile(Matcher::lookingAt)
            .filter(directive -> directive.group(1).equalsIgnoreCase("escape"))
            .anyMatch(escape -> !escape.group(2).equals("\\"));
    UnreadableException.throwIf(hasOtherEscape, "has '# escape=', which faultlab does not read");
  }

  /**
   * Instructions by the number of their first line, each joined into one, without here-documents.
   */
  private static Map<Integer, String> instructions(SourceFile file) {
    List<String> lines = file.lines();
    requireBackslash(lines);
    Map<Integer, String> instructions = new LinkedHashMap<>();
    Map<String, Integer> lastLines = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      lastLines.put(lines.get(i).strip(), i);
    }
    StringBuilder whole = new StringBuilder();
    int first = 0;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        first = whole.isEmpty() ? i + 1 : first;
        whole.append(line.replaceFirst("\\\\$", "")).append(' ');
        if (!line.endsWith("\\")) {
          instructions.put(first, whole.toString().strip());
          i = afterHeredocs(whole.toString(), lines, lastLines, i);
          whole.setLength(0);
        }
      }
    }
    if (!whole.isEmpty()) {
      instructions.put(first, whole.toString().strip());
    }
    return instructions;
  }

  /**
   * @param lastLines number of the last line that has a text
   */
  private static int afterHeredocs(
      String text, List<String> lines, Map<String, Integer> lastLines, int at) {
    int end = at;
    Matcher heredoc = HEREDOC.matcher(text);
    boolean isShell = SHELL.matcher(text).matches();
    while (isShell && heredoc.find()) {
      // Without its end it is something else, such as a shift in an arithmetic expression.
      if (lastLines.getOrDefault(heredoc.group(1), -1) > end) {
        do {
          end++;
        } while (!lines.get(end).strip().equals(heredoc.group(1)));
      }
    }
    return end;
  }
}
