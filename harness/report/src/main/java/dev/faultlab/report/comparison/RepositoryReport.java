package dev.faultlab.report.comparison;

import dev.faultlab.manifest.Move;
import dev.faultlab.manifest.Unclear;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.Text;
import dev.faultlab.text.Escape;
import dev.faultlab.upgrade.RepositoryQuestions;
import dev.faultlab.upgrade.RepositoryQuestions.Answering;
import dev.faultlab.upgrade.RepositoryQuestions.NotAsked;
import dev.faultlab.upgrade.RepositoryQuestions.Question;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the changes of a repository say about components, and what is asked about them.
 *
 * @param commits the two that were compared, in words
 * @param questions what is asked, and what is not
 * @param unclear what was not understood
 * @param notRead links and submodules
 */
public record RepositoryReport(
    String commits, RepositoryQuestions questions, List<Unclear> unclear, List<String> notRead) {
  /** Lines of a list; a change that a machine wrote may have thousands. */
  private static final int MOST = 20;

  private static final int LONGEST = 300;
  private static final Pattern DIGEST = Pattern.compile("sha256:([0-9a-f]{12})[0-9a-f]{52}");

  /** The sentence for a change that asks nothing. */
  public static final String NOTHING =
      "Nothing to ask: no change moves a component of a lab to another version.";

  /** The report, before anything is run. */
  public Document document() {
    List<Question> asked = questions.questions();
    String commands = asked.stream().map(Question::command).collect(Collectors.joining("\n"));
    return new Document(
        Document.Head.of("upgrade", commits),
        List.of(
            Block.part("asked", "Understood and asked", table()),
            list(
                "Understood, not asked",
                questions.notAsked().stream().map(RepositoryReport::line).toList()),
            list(
                "Not understood",
                unclear.stream().map(u -> u.place() + ": " + u.what() + " " + u.why()).toList()),
            list("Not read", notRead),
            asked.isEmpty()
                ? Block.lead(NOTHING)
                : Block.part("questions", "Questions", new Block.Code(commands))));
  }

  private static Block list(String heading, List<String> lines) {
    List<String> shown = new ArrayList<>();
    lines.stream().limit(MOST).map(RepositoryReport::oneLine).forEach(shown::add);
    if (lines.size() > MOST) {
      shown.add("and " + (lines.size() - MOST) + " more");
    }
    return Block.part("", heading, Block.bullets(shown));
  }

  /** A file may say anything, at any length, and over several lines. */
  private static String oneLine(String text) {
    String line = DIGEST.matcher(Escape.line(text)).replaceAll("sha256:$1...");
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "..." : line;
  }

  private static String line(NotAsked not) {
    Move move = not.move();
    return "%s: %s, %s to %s: %s"
        .formatted(
            move.to().place(),
            move.component(),
            move.from().written(),
            move.to().written(),
            not.why());
  }

  private Block table() {
    Map<Answering, String> components = new LinkedHashMap<>();
    Map<Answering, Set<String>> labs = new LinkedHashMap<>();
    for (Question question : questions.questions()) {
      question
          .moves()
          .forEach(
              (component, answering) -> {
                components.put(answering, component);
                labs.computeIfAbsent(answering, a -> new TreeSet<>()).addAll(question.labs());
              });
    }
    List<List<Text>> rows = new ArrayList<>();
    components.forEach(
        (answering, component) ->
            rows.add(
                Block.row(
                    component,
                    answering.from(),
                    answering.to(),
                    places(answering),
                    String.join(", ", labs.get(answering)))));
    return Block.table(List.of("component", "from", "to", "where", "labs"), rows);
  }

  private static String places(Answering answering) {
    List<String> places =
        answering.places().stream().map(move -> move.to().place().toString()).distinct().toList();
    return oneLine(places.get(0))
        + (places.size() > 1 ? " and " + (places.size() - 1) + " more" : "");
  }
}
