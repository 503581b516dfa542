package dev.faultlab.upgrade.page;

import static java.util.stream.Collectors.joining;

import dev.faultlab.lab.Lab;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  private static final int MOST = 20;

  private static final int LONGEST = 300;
  private static final Pattern SECRET =
      Pattern.compile("(?::|%3[aA])(?:/|%2[fF]){2}[^/\\s]*(?:@|%40)");
  private static final Pattern DIGEST = Pattern.compile("sha256:([0-9a-f]{12})[0-9a-f]{52}");

  /** The sentence for a change that asks nothing. */
  public static final String NOTHING =
      "Nothing to ask: no change moves a component of a lab to another version.";

  private static final String UNCROSSED =
      "Nothing to ask: no version moves across those that a lab calls faulty.";

  /**
   * The report.
   *
   * @param libraries library to the axis that labs have for it
   * @param chosen whether these are only some of the labs
   * @param images whether to ask with the images that files name
   */
  public static RepositoryReport of(
      VersionSides versions,
      Map<String, String> libraries,
      List<Lab> labs,
      boolean chosen,
      boolean images) {
    List<Move> moves = named(versions.moves().stream(), libraries);
    List<Exposure> exposures =
        Exposure.all(
            labs, moves, versions.before().map(b -> named(b.stream().map(Move::kept), libraries)));
    return new RepositoryReport(
        versions, RepositoryQuestions.of(moves, exposures, labs, chosen, images), exposures);
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
    String nothing =
        exposures.isEmpty() ? NOTHING : status() == 0 ? UNCROSSED : "No question can be asked.";
    return new Document(
        Document.Head.of("upgrade", versions.sides()),
        List.of(
            Block.part("answer", "Known faults", answers(), Block.bullets(sources())),
            Block.lead(sentence()),
            list("Faulty, and not run", unasked().stream()),
            understood(),
            list("Not understood", versions.unclear().stream().map(Unclear::words)),
            list("Not compared", versions.notCompared().stream()),
            commands.isEmpty()
                ? Block.lead(nothing)
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

  private List<String> unasked() {
    Stream<String> fresh =
        in(State.NEW, State.PERHAPS).stream().map(one -> one.lab().name() + ": " + one.words());
    Stream<String> crossing =
        exposures.stream()
            .flatMap(
                one ->
                    questions.unasked(one).stream()
                        .map(
                            why ->
                                "%s: %s, but it is not run: %s"
                                    .formatted(one.lab().name(), one.words(), why)));
    return Stream.concat(fresh, crossing).distinct().toList();
  }

  /** The exit status of two sides before a run: 1 with a new fault, 2 if one may appear unseen. */
  public int status() {
    return in(State.NEW).stream().anyMatch(Exposure::whole) ? 1 : unasked().isEmpty() ? 0 : 2;
  }

  /** The exit status of one side alone: 1 with a fault, 2 if that is unknown. */
  public int today() {
    return in(State.TODAY).stream().anyMatch(Exposure::whole)
        ? 1
        : in(State.TODAY, State.UNKNOWN).isEmpty() && versions.unclear().isEmpty() ? 0 : 2;
  }

  private Stream<Exposure> shown() {
    return exposures.stream().filter(one -> one.state() != State.OUTSIDE);
  }

  private Block answers() {
    List<List<Text>> rows = new ArrayList<>();
    shown()
        .forEach(
            one ->
                one.moves()
                    .forEach(
                        (component, move) ->
                            rows.add(
                                Block.row(
                                    one.lab().name(),
                                    component,
                                    oneLine(move.from().written()),
                                    oneLine(move.to().written()),
                                    one.lab().faulty().get(component).range().text(),
                                    one.words()))));
    return Block.table(List.of("lab", "component", "from", "to", "faulty", "answer"), rows);
  }

  private List<String> sources() {
    return shown()
        .map(Exposure::lab)
        .map(
            lab ->
                "%s: %s; %s"
                    .formatted(
                        lab.name(), lab.title(), lab.faulty().values().iterator().next().source()))
        .distinct()
        .toList();
  }

  private static Block list(String heading, Stream<String> all) {
    return list(heading, all, MOST);
  }

  private static Block list(String heading, Stream<String> all, long most) {
    List<String> lines = all.toList();
    List<String> shown = new ArrayList<>();
    lines.stream().limit(most).map(RepositoryReport::oneLine).forEach(shown::add);
    if (lines.size() > most) {
      shown.add("and " + (lines.size() - most) + " more");
    }
    return Block.part("", heading, Block.bullets(shown));
  }

  /** A file may say anything, at any length, and over several lines. */
  private static String oneLine(String text) {
    String plain = SECRET.matcher(Escape.line(text)).replaceAll("://...@");
    String line = DIGEST.matcher(plain).replaceAll("sha256:$1...");
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "..." : line;
  }

  /** Each change once; what is asked comes first, and all of it. */
  private Block understood() {
    Map<String, List<String>> lines = new LinkedHashMap<>();
    questions
        .understood()
        .forEach(
            (move, answer) ->
                lines
                    .computeIfAbsent(
                        "%s, %s to %s: %s"
                            .formatted(
                                move.component(),
                                move.from().written(),
                                move.to().written(),
                                answer),
                        line -> new ArrayList<>())
                    .add(move.to().place().toString()));
    long asked = lines.keySet().stream().filter(line -> line.contains(": asked in ")).count();
    return list(
        "Understood",
        lines.entrySet().stream()
            .map(
                e -> {
                  int more = e.getValue().size() - 1;
                  String others = more == 0 ? "" : " and %d more".formatted(more);
                  return e.getValue().get(0) + others + ": " + e.getKey();
                }),
        asked + MOST);
  }
}
