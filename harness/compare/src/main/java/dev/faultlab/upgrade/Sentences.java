package dev.faultlab.upgrade;

import dev.faultlab.compare.Answer;
import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.upgrade.MetricRow.MetricChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Answers in one sentence, with counts of everything that was not compared. */
record Sentences(
    Upgrade upgrade, List<LabComparison> labs, List<LeftOut> leftOut, List<KnownFault> known) {
  private static final int NAMED = 3;

  /** For several candidates; for a single one, its own sentence. */
  static String all(List<CandidateAnswer> candidates) {
    if (candidates.size() == 1) {
      return candidates.get(0).sentence();
    }
    return Stream.of(Answer.WORSE, Answer.CANNOT_TELL, Answer.NOTHING_WORSE)
            .flatMap(answer -> named(candidates, answer).stream())
            .collect(Collectors.joining("; "))
        + ".";
  }

  private static Optional<String> named(List<CandidateAnswer> candidates, Answer answer) {
    List<String> names =
        candidates.stream()
            .filter(c -> c.answer() == answer)
            .map(c -> Upgrade.words(c.versions()))
            .toList();
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            names.size()
                + " of "
                + candidates.size()
                + " candidates, "
                + answer.words()
                + ": "
                + String.join(", ", names));
  }

  CandidateAnswer of(int candidate) {
    ChangeCounts tally = new ChangeCounts(labs, candidate);
    List<String> worse = new ArrayList<>(worse(tally.rows()));
    worse.addAll(named(tally.costs(Change.WORSE), candidate));
    Map<String, List<String>> open = new LinkedHashMap<>();
    labs.forEach(lab -> lab.failure().ifPresent(why -> add(open, why, "lab " + lab.lab())));
    tally
        .rows(Change.CANNOT_TELL)
        .forEach(row -> add(open, row.candidates().get(candidate).reason(), name(row)));
    tally
        .costs(Change.CANNOT_TELL)
        .forEach(cost -> add(open, shift(cost, candidate).reason(), name(cost)));
    if (tally.empty() && open.isEmpty()) {
      add(open, "nothing was compared", "no lab");
    }
    Answer answer = Answer.of(!worse.isEmpty(), !open.isEmpty());
    String move =
        "from "
            + Upgrade.words(upgrade.from())
            + " to "
            + Upgrade.words(upgrade.to().get(candidate));
    String reason =
        switch (answer) {
          case NOTHING_WORSE -> "Nothing got worse " + move + beyond(tally.accepted());
          case WORSE -> "Worse " + move + ": " + some(worse);
          case CANNOT_TELL -> "Inconclusive " + move + ": " + some(phrases(open));
        };
    Coverage coverage = new Coverage(known, labs, candidate);
    String covered =
        answer == Answer.NOTHING_WORSE ? coverage.sentence(tally.accepted() > 0) : coverage.rest();
    return new CandidateAnswer(
        upgrade.to().get(candidate), answer, reason + tally.counts(leftOut.size()) + "." + covered);
  }

  private static String beyond(int accepted) {
    return accepted == 0 ? "" : " beyond what is accepted";
  }

  /** SignatureRows of one variant and change in one phrase. */
  private static List<String> worse(Map<Change, List<SignatureRow>> rows) {
    List<String> phrases = new ArrayList<>();
    rows.forEach(
        (change, of) -> {
          if (change.bearing() == Bearing.WORSE) {
            boolean whole = change == Change.DOES_NOT_START;
            Function<SignatureRow, String> where =
                whole ? row -> "lab " + row.lab() : Sentences::place;
            of.stream()
                .collect(Collectors.groupingBy(where, LinkedHashMap::new, Collectors.toList()))
                .forEach((place, here) -> phrases.add(place + ": " + became(change, here)));
          }
        });
    return phrases;
  }

  private static String became(Change change, List<SignatureRow> here) {
    return switch (change) {
      case DOES_NOT_START -> "a stack does not start";
      case CRASHES -> "it crashes";
      default ->
          here.stream().map(SignatureRow::signature).collect(Collectors.joining(", "))
              + " "
              + change.words();
    };
  }

  private static List<String> named(List<MetricRow> costs, int candidate) {
    Function<MetricRow, String> words =
        cost ->
            name(cost)
                + " worse"
                + shift(cost, candidate)
                    .ratio()
                    .map(r -> String.format(Locale.ROOT, ", %.3gx", r.median()))
                    .orElse("");
    return costs.stream().map(words).toList();
  }

  private static void add(Map<String, List<String>> open, String reason, String where) {
    open.computeIfAbsent(reason, r -> new ArrayList<>()).add(where);
  }

  /** The same reason is given once. */
  private static List<String> phrases(Map<String, List<String>> open) {
    return open.entrySet().stream()
        .map(
            e ->
                e.getValue().get(0)
                    + (e.getValue().size() > 1 ? " and " + (e.getValue().size() - 1) + " more" : "")
                    + ": "
                    + e.getKey())
        .toList();
  }

  private static String some(List<String> all) {
    String first = all.stream().limit(NAMED).map(Sentences::line).collect(Collectors.joining("; "));
    return all.size() > NAMED ? first + "; and " + (all.size() - NAMED) + " more" : first;
  }

  /** The first line: a log goes below the table, not into a sentence. */
  private static String line(String text) {
    return text.lines().findFirst().orElse("").replaceAll("[.:]+$", "");
  }

  private static String place(SignatureRow row) {
    return new LabPlace(row.lab(), row.variant(), row.at()).words();
  }

  private static String name(SignatureRow row) {
    return place(row) + ", " + row.signature();
  }

  private static String name(MetricRow cost) {
    MetricRow.Measured measured = cost.measured();
    return cost.place().words()
        + ", "
        + measured.metric()
        + (measured.within().isEmpty() ? "" : " at " + Upgrade.words(measured.within()));
  }

  private static MetricChange shift(MetricRow cost, int candidate) {
    return cost.candidates().get(candidate).orElseThrow();
  }
}
