package dev.faultlab.upgrade.page;

import static java.util.stream.Collectors.joining;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Parameter;
import dev.faultlab.manifest.Move;
import dev.faultlab.manifest.Unclear;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.Text;
import dev.faultlab.text.Escape;
import dev.faultlab.upgrade.Exposure;
import dev.faultlab.upgrade.Exposure.State;
import dev.faultlab.upgrade.RepositoryQuestions;
import dev.faultlab.upgrade.VersionSides;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the versions of two sides say about components, and what is asked about them.
 *
 * @param questions what is asked, and what is not
 * @param exposures what the faulty versions of labs say already
 */
public record RepositoryReport(
    VersionSides versions, RepositoryQuestions questions, List<Exposure> exposures) {
  /** Lines of a list; a change that a machine wrote may have thousands. */
  private static final int MAX_LINES = 20;

  private static final int MAX_LINE_LENGTH = 500;

  /** Of a text, the part in which secrets are looked for: that takes the square of its length. */
  private static final int MAX_SEARCHED = 8 * MAX_LINE_LENGTH;

  /** Places of one change. */
  private static final int LIMIT = 4;

  /** Who logs in at an address, which may have no scheme, and with which token. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?<=(?::|%3[aA])(?:/|%2[fF])(?:/|%2[fF]))[^/\\s]*(?=@|%40)"
              + "|(?<![\\w.+-])[\\w.+-]+:[^/@\\s]+(?=@[\\w-]+\\.[\\w.-]+[:/])"
              + "|(?<=[?&])[\\w-]*(?i:token|secret|password|signature)[\\w-]*=[^&\\s\"']+");

  private static final Pattern DIGEST = Pattern.compile("sha256:([0-9a-f]{12})[0-9a-f]{52}");

  /** The sentence for a change that asks nothing. */
  public static final String NOTHING_TO_ASK =
      "Nothing to ask: no change moves a component of a lab to another version.";

  private static final String UNCROSSED =
      "Nothing to ask: no version moves across those that a lab calls faulty.";

  /**
   * The report.
   *
   * @param libraries library to the axis that labs have for it
   * @param chosen whether these are only some of the labs
   * @param images which components of labs can be images that a person names
   * @param asImages whether to ask with those that the files name
   */
  public static RepositoryReport of(
      VersionSides versions,
      Map<String, String> libraries,
      List<Lab> labs,
      boolean chosen,
      Predicate<Parameter> images,
      boolean asImages) {
    List<Move> moves = named(versions.moves().stream(), libraries);
    List<Exposure> exposures =
        Exposure.all(
            labs, moves, versions.before().map(b -> named(b.stream().map(Move::same), libraries)));
    RepositoryQuestions questions =
        RepositoryQuestions.of(moves, exposures, labs, chosen, images, asImages);
    return new RepositoryReport(versions, questions, exposures);
  }

  private static List<Move> named(Stream<Move> moves, Map<String, String> libraries) {
    return moves.map(move -> move.named(libraries)).toList();
  }

  /** The report, before anything is run. */
  public Document document() {
    String commands =
        questions.questions().stream()
            .map(RepositoryQuestions.Question::command)
            .collect(joining("\n"));
    String explanation =
        exposures.isEmpty()
            ? NOTHING_TO_ASK
            : status() == 0 ? UNCROSSED : "No question can be asked.";
    return new Document(
        Document.Head.of("upgrade", versions.sides()),
        List.of(
            Block.part("answer", "Known faults", answers(), Block.bullets(sources())),
            Block.lead(sentence()),
            list("Faulty, and not run", notRunLines().stream()),
            understood(),
            list("Not understood", versions.unclear().stream().map(Unclear::words)),
            list("Not compared", versions.notCompared().stream()),
            commands.isEmpty()
                ? Block.lead(explanation)
                : Block.part("questions", "Questions", new Block.Code(commands))));
  }

  private List<Exposure> in(State... states) {
    return exposures.stream().filter(e -> Set.of(states).contains(e.state())).toList();
  }

  /** What the versions say, before anything is run. */
  private String sentence() {
    List<Exposure> crossed = in(State.CROSSED_UP, State.CROSSED_DOWN);
    String labs = crossed.stream().map(e -> e.lab().name()).distinct().collect(joining(", "));
    return exposures.isEmpty()
        ? "No lab says which of these versions are faulty."
        : "Known faults by version: %d crossed%s, %d healed, %d that you have today, %d unknown%s."
            .formatted(
                crossed.size(),
                labs.isEmpty() ? "" : " (" + labs + ")",
                in(State.HEALED).size(),
                in(State.TODAY).size(),
                in(State.UNKNOWN).size(),
                in(State.NEW).isEmpty() ? "" : ", %d new".formatted(in(State.NEW).size()));
  }

  private Set<String> notRunLines() {
    Set<String> lines = new LinkedHashSet<>();
    in(State.NEW, State.MAYBE_NEW).forEach(e -> lines.add(e.lab().name() + ": " + e.words()));
    for (Exposure each : exposures) {
      String notRun = each.lab().name() + ": " + each.words() + ", but it is not run: ";
      questions.whyNotAsked(each).map(notRun::concat).ifPresent(lines::add);
    }
    return lines;
  }

  /** The exit status of two sides before a run: 1 with a new fault, 2 if one may appear unseen. */
  public int status() {
    return in(State.NEW).stream().anyMatch(Exposure::alone) ? 1 : notRunLines().isEmpty() ? 0 : 2;
  }

  /** The exit status of one side alone: 1 with a fault, 2 if that is unknown. */
  public int today() {
    return in(State.TODAY).stream().anyMatch(Exposure::alone)
        ? 1
        : in(State.TODAY, State.UNKNOWN).isEmpty() && versions.unclear().isEmpty() ? 0 : 2;
  }

  private List<Exposure> shown() {
    return exposures.stream().filter(exposure -> exposure.state() != State.NOT_FAULTY).toList();
  }

  private Block answers() {
    List<List<Text>> rows = new ArrayList<>();
    for (Exposure each : shown()) {
      each.moves()
          .forEach(
              (axis, move) -> {
                String from = oneLine(move.from().written());
                String to = oneLine(move.to().written());
                String range = each.lab().faulty().get(axis).range().text();
                rows.add(Block.row(each.lab().name(), axis, from, to, range, each.words()));
              });
    }
    return Block.table(List.of("lab", "component", "from", "to", "faulty", "answer"), rows);
  }

  private List<String> sources() {
    Set<String> lines = new LinkedHashSet<>();
    for (Exposure exposure : shown()) {
      Lab lab = exposure.lab();
      String source = lab.faulty().values().iterator().next().source();
      lines.add("%s: %s; %s".formatted(lab.name(), lab.title(), source));
    }
    return List.copyOf(lines);
  }

  private static Block list(String heading, Stream<String> lines) {
    return list(heading, lines.toList(), MAX_LINES);
  }

  private static Block list(String heading, List<String> lines, long max) {
    Stream<String> more =
        Stream.of("and " + (lines.size() - max) + " more").filter(line -> lines.size() > max);
    Stream<String> shown = lines.stream().limit(max).map(RepositoryReport::oneLine);
    return Block.part("", heading, Block.bullets(Stream.concat(shown, more).toList()));
  }

  /** A file may say anything, at any length, and over several lines. */
  private static String oneLine(String text) {
    // A secret whose end is cut off is one, too
    boolean isCut = text.length() > MAX_SEARCHED;
    String start = isCut ? text.substring(0, MAX_SEARCHED) + "@cut.off/" : text;
    String plain = SECRET.matcher(Escape.line(start)).replaceAll("...");
    String line = DIGEST.matcher(plain).replaceAll("sha256:$1...");
    return line.length() > MAX_LINE_LENGTH ? line.substring(0, MAX_LINE_LENGTH) + "..." : line;
  }

  /** Each change once; what is asked comes first, and all of it. */
  private Block understood() {
    Map<String, List<String>> places = new LinkedHashMap<>();
    questions
        .understood()
        .forEach(
            (move, answer) -> {
              String sides = move.from().written() + " to " + move.to().written();
              String line = move.component() + ", " + sides + ": " + answer;
              places
                  .computeIfAbsent(line, l -> new ArrayList<>())
                  .add(move.to().place().toString());
            });
    List<String> lines = new ArrayList<>();
    places.forEach(
        (line, at) -> {
          String named = at.stream().limit(LIMIT).collect(joining(", "));
          String others = at.size() > LIMIT ? " and %d more".formatted(at.size() - LIMIT) : "";
          lines.add(named + others + ": " + line);
        });
    Predicate<String> isAsked = line -> line.contains(": asked in ");
    lines.sort(Comparator.comparing(isAsked.negate()::test));
    return list("Understood", lines, lines.stream().filter(isAsked).count() + MAX_LINES);
  }
}
