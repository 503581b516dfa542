package dev.faultlab.upgrade;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import dev.faultlab.compare.Answer;
import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.point.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Answers in one sentence, with counts of everything that was not compared. */
record Sentences(
    Upgrade upgrade, List<LabComparison> labs, List<LeftOut> leftOut, List<KnownFault> known) {
  private static final int MAX_NAMED = 3;

  /** For several candidates; for a single one, its own sentence. */
  static String forAll(List<CandidateAnswer> candidates) {
    if (candidates.size() == 1) {
      return candidates.get(0).sentence();
    }
    List<String> parts = new ArrayList<>();
    for (Answer answer : List.of(Answer.WORSE, Answer.CANNOT_TELL, Answer.NOTHING_WORSE)) {
      List<String> names =
          candidates.stream()
              .filter(c -> c.answer() == answer)
              .map(c -> Upgrade.words(c.versions()))
              .toList();
      if (!names.isEmpty()) {
        String rows = names.size() + " of " + candidates.size() + " candidates, ";
        parts.add(rows + answer.words() + ": " + String.join(", ", names));
      }
    }
    return String.join("; ", parts) + ".";
  }

  CandidateAnswer of(int candidate) {
    List<ItemChange> changes = ItemChange.ofCandidate(candidate, labs);
    List<ItemChange> rows = changes.stream().filter(c -> c.bearing() != Bearing.ACCEPTED).toList();
    int accepted = changes.size() - rows.size();
    List<String> worse = worse(rows);
    Map<String, List<String>> open = new LinkedHashMap<>();
    labs.forEach(lab -> lab.failure().ifPresent(why -> add(open, why, "lab " + lab.lab())));
    rows.stream()
        .filter(c -> c.bearing() == Bearing.OPEN)
        .forEach(c -> add(open, c.reason(), c.words()));
    if (open.isEmpty() && changes.stream().allMatch(c -> c.bearing() == Bearing.LEFT_OUT)) {
      add(open, "nothing was compared", "no lab");
    }
    Answer answer = Answer.of(!worse.isEmpty(), !open.isEmpty());
    Map<String, Value> to = upgrade.to().get(candidate);
    String move = "from " + Upgrade.words(upgrade.from()) + " to " + Upgrade.words(to);
    String reason =
        switch (answer) {
          case NOTHING_WORSE ->
              "Nothing got worse " + move + (accepted == 0 ? "" : " beyond what is accepted");
          case WORSE -> "Worse " + move + ": " + firstNames(worse);
          case CANNOT_TELL -> "Inconclusive " + move + ": " + firstNames(phrases(open));
        };
    FaultCoverage coverage = FaultCoverage.of(known, labs, candidate);
    String covered =
        answer == Answer.NOTHING_WORSE ? coverage.sentence(accepted > 0) : coverage.rest();
    return new CandidateAnswer(
        to, answer, reason + " (" + counts(rows, accepted) + ")." + covered + excluded(candidate));
  }

  /** How much the absences at a candidate exclude. */
  private String excluded(int candidate) {
    return labs.stream()
        .flatMap(lab -> lab.excluded(candidate).stream())
        .distinct()
        .sorted() // the deterministic ones first
        .map(words -> " What is absent " + words + ".")
        .collect(joining())
        .replace(". What is absent is deterministic: ", "; ");
  }

  /** Signatures of one variant that changed alike are one phrase. */
  private static List<String> worse(List<ItemChange> rows) {
    return rows.stream()
        .filter(c -> c.bearing() == Bearing.WORSE)
        .collect(groupingBy(c -> c.change() + onlyAt(c), LinkedHashMap::new, toList()))
        .values()
        .stream()
        .map(Sentences::phrase)
        .toList();
  }

  private static String onlyAt(ItemChange change) {
    return change.change() == Change.DOES_NOT_START
        ? "lab " + change.place().lab()
        : change.metric() ? change.words() : change.place().words();
  }

  private static String phrase(List<ItemChange> alike) {
    ItemChange first = alike.get(0);
    String ratio =
        first.ratio().map(r -> String.format(Locale.ROOT, ", %.3gx", r.median())).orElse("");
    return onlyAt(first)
        + switch (first.change()) {
          case DOES_NOT_START -> ": a stack does not start";
          case CRASHES -> ": it crashes";
          case WORSE -> " worse" + ratio;
          default -> {
            String what = alike.stream().map(ItemChange::what).collect(joining(", "));
            yield ": " + what + " " + first.change().words();
          }
        };
  }

  /** {@code signatures: 2 gone; left out, with reasons: 3}. */
  private String counts(List<ItemChange> rows, int accepted) {
    List<String> parts = new ArrayList<>();
    String signatures = counts(rows, false);
    if (!signatures.isEmpty() || accepted == 0) {
      parts.add(signatures.isEmpty() ? "no signature compared" : "signatures: " + signatures);
    }
    String metrics = counts(rows, true);
    if (!metrics.isEmpty()) {
      parts.add("metrics: " + metrics);
    }
    if (accepted > 0) {
      parts.add("accepted as worse: " + accepted);
    }
    long sum = leftOut.size() + rows.stream().filter(c -> c.bearing() == Bearing.LEFT_OUT).count();
    if (sum > 0) {
      parts.add("left out, with reasons: " + sum);
    }
    return String.join("; ", parts);
  }

  private static String counts(List<ItemChange> rows, boolean metrics) {
    Map<Change, Long> numbers =
        rows.stream()
            .filter(c -> c.metric() == metrics && c.bearing() != Bearing.LEFT_OUT)
            .collect(groupingBy(ItemChange::change, LinkedHashMap::new, counting()));
    return numbers.entrySet().stream()
        .map(e -> e.getValue() + " " + e.getKey().words())
        .collect(joining(", "));
  }

  private static void add(Map<String, List<String>> open, String reason, String where) {
    open.computeIfAbsent(reason, r -> new ArrayList<>()).add(where);
  }

  /** The same reason is given once. */
  private static List<String> phrases(Map<String, List<String>> open) {
    List<String> phrases = new ArrayList<>();
    open.forEach(
        (reason, where) -> {
          String more = where.size() > 1 ? " and " + (where.size() - 1) + " more" : "";
          phrases.add(where.get(0) + more + ": " + reason);
        });
    return phrases;
  }

  private static String firstNames(List<String> all) {
    String first = all.stream().limit(MAX_NAMED).map(Sentences::line).collect(joining("; "));
    return all.size() > MAX_NAMED ? first + "; and " + (all.size() - MAX_NAMED) + " more" : first;
  }

  /** The first line: a log goes below the table, not into a sentence. */
  private static String line(String text) {
    return text.lines().findFirst().orElse("").replaceAll("[.:]+$", "");
  }
}
