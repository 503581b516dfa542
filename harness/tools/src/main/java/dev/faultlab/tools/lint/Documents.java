package dev.faultlab.tools.lint;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks that every relative link of a document works, that every command exists (a target of the
 * Makefile, or a command line that {@code ./faultlab} accepts), that a run is committed ({@link
 * UncommittedRuns}), and that a page keeps its {@link PageLimits}.
 */
public final class Documents {
  /** First line of a page that a program writes. */
  public static final String GENERATED = PageLimits.GENERATED;

  /**
   * Folders without documents of the repository: builds, and the output of runs, checks and
   * mysteries.
   */
  private static final Set<String> SKIPPED =
      Set.of(
          "target",
          "node_modules",
          ".git",
          "results",
          "repair",
          "mystery",
          "test",
          "samples",
          "new-lab");

  private static final Pattern RULE = Pattern.compile("^([a-z][a-z0-9%-]*):(?!=).*");
  private static final Pattern WORD = Pattern.compile("(?:[^\\s']|'[^']*'?)+");
  private static final Pattern ASSIGNED = Pattern.compile("([A-Z_]+)=(.*)");
  private static final Pattern VARIABLE =
      Pattern.compile("\\$(?:\\((?:filter-out 0,\\$\\()?|\\$\\{?)([A-Z_]+)");

  private final Path root;
  private final Function<List<String>, Optional<String>> parse;

  /**
   * @param root of the repository
   * @param parse error in the arguments of {@code ./faultlab}; empty without one
   */
  public Documents(Path root, Function<List<String>, Optional<String>> parse) {
    this.root = root;
    this.parse = parse;
  }

  /** Checks every Markdown file of the repository. */
  public List<Problem> problems() throws IOException {
    Map<Path, MarkdownFile> documents = new LinkedHashMap<>();
    for (Path file : markdown(root)) {
      documents.put(file, MarkdownFile.read(file));
    }
    List<Problem> problems = new ArrayList<>();
    UncommittedRuns runs = new UncommittedRuns(committedRuns());
    PageLimits limits = new PageLimits(phrases());
    String makefile = Files.readString(root.resolve("Makefile"));
    for (MarkdownFile document : documents.values()) {
      for (MarkdownFile.Link link : document.links()) {
        broken(document, link, documents)
            .ifPresent(what -> add(problems, document, link.line(), what));
      }
      for (MarkdownFile.Typed typed : document.commands()) {
        wrong(typed.command(), makefile)
            .ifPresent(what -> add(problems, document, typed.line(), what));
      }
      String text = Files.readString(document.file());
      Stream.concat(
              runs.in(text).stream(),
              limits.problems(root.relativize(document.file()), text).stream())
          .forEach(found -> add(problems, document, found.line(), found.what()));
    }
    return problems;
  }

  private void add(List<Problem> problems, MarkdownFile document, int line, String what) {
    problems.add(new Problem(root.relativize(document.file()), line, what));
  }

  private String phrases() throws IOException {
    Path list = root.resolve(PageLimits.PHRASES);
    return Files.isRegularFile(list) ? Files.readString(list) : "";
  }

  /** The runs that a file below {@code results/reference} refers to. */
  private Set<String> committedRuns() throws IOException {
    Path reference = root.resolve("results/reference");
    Set<String> runs = new HashSet<>();
    if (Files.isDirectory(reference)) {
      try (Stream<Path> files = Files.list(reference)) {
        for (Path file : files.filter(f -> f.toString().matches(".*\\.(json|csv)")).toList()) {
          UncommittedRuns.RUN
              .matcher(Files.readString(file))
              .results()
              .map(MatchResult::group)
              .forEach(runs::add);
        }
      }
    }
    return runs;
  }

  /**
   * Every Markdown file of the repository. Other programs may make and remove files in the clone
   * meanwhile.
   */
  public static List<Path> markdown(Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return SKIPPED.contains(folder.getFileName().toString()) && !folder.equals(root)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".md")) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException why) throws IOException {
            if (why instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw why;
          }
        });
    return found.stream().sorted().toList();
  }

  private static Optional<String> broken(
      MarkdownFile from, MarkdownFile.Link link, Map<Path, MarkdownFile> documents) {
    if (link.target().matches("[a-z]+:.*")) {
      return Optional.empty();
    }
    String[] parts = link.target().split("#", 2);
    Path file = parts[0].isEmpty() ? from.file() : from.file().resolveSibling(parts[0]).normalize();
    if (!Files.exists(file)) {
      return Optional.of("link to " + link.target() + ", which does not exist");
    }
    MarkdownFile target = documents.get(file);
    if (parts.length == 2 && target != null && !target.anchors().contains(parts[1])) {
      return Optional.of(
          "link to #" + parts[1] + ", but " + file.getFileName() + " has no such heading");
    }
    return Optional.empty();
  }

  private Optional<String> wrong(String command, String makefile) {
    String plain = command.replaceFirst("\\s+#.*$", "");
    List<String> words = new ArrayList<>();
    WORD.matcher(plain).results().forEach(m -> words.add(m.group().replace("'", "")));
    while (!words.isEmpty() && words.get(0).matches("[A-Z_]+=.*")) {
      words.remove(0);
    }
    if (words.isEmpty()) {
      return Optional.empty();
    }
    int end = words.size();
    for (String stop : List.of("|", "&&", ";", ">", "<", "2>&1", "||")) {
      int at = words.indexOf(stop);
      end = at < 0 ? end : Math.min(end, at);
    }
    List<String> arguments = words.subList(1, end);
    return switch (words.get(0)) {
      case "make" -> make(arguments, makefile);
      case "./faultlab" -> parse.apply(arguments).map(what -> "'" + command + "': " + what);
      default -> Optional.empty();
    };
  }

  private Optional<String> make(List<String> arguments, String makefile) {
    Set<String> targets =
        makefile
            .lines()
            .map(RULE::matcher)
            .filter(Matcher::matches)
            .map(m -> m.group(1))
            .collect(Collectors.toSet());
    Set<String> variables =
        VARIABLE.matcher(makefile).results().map(m -> m.group(1)).collect(Collectors.toSet());
    Optional<String> lab = arguments.stream().filter(word -> word.startsWith("lab-")).findFirst();
    if (lab.isPresent()) {
      return parse.apply(run(lab.get().substring("lab-".length()), arguments));
    }
    for (String word : arguments) {
      if (word.contains("=")) {
        String name = word.substring(0, word.indexOf('='));
        if (!variables.contains(name)) {
          return Optional.of("the Makefile knows no variable " + name);
        }
      } else if (!word.startsWith("-") && !targets.contains(word)) {
        return Optional.of("the Makefile has no target " + word);
      }
    }
    return Optional.empty();
  }

  /** Make's variables in the form that {@code harness/scripts/make-lab} turns into options. */
  private static List<String> run(String lab, List<String> arguments) {
    List<String> words = new ArrayList<>(List.of("run", lab));
    for (String word : arguments) {
      Matcher variable = ASSIGNED.matcher(word);
      if (variable.matches()) {
        String option = "--" + variable.group(1).toLowerCase(Locale.ROOT).replace('_', '-');
        String value = variable.group(2);
        switch (variable.group(1)) {
          case "ARGS" -> words.addAll(List.of(value.split(" ")));
          case "FULL", "QUICK" -> words.addAll(value.equals("0") ? List.of() : List.of(option));
          default -> words.addAll(List.of(option, value));
        }
      }
    }
    return words;
  }
}
