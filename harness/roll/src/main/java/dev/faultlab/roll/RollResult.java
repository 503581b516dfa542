package dev.faultlab.roll;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultlab.compare.Answer;
import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.compare.SignatureComparison;
import dev.faultlab.files.Json;
import dev.faultlab.roll.RollForm.Role;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The answer of a roll.
 *
 * @param id of its folder
 * @param directions names, in the order of the ages in a row
 * @param oldClient whether the client is old even where nodes are new
 * @param noise what differs at the start of a trial, which does not count for that
 */
record RollResult(
    String id,
    String system,
    String from,
    String to,
    int nodes,
    int grown,
    List<String> directions,
    boolean oldClient,
    Map<Integer, Measured> noise,
    List<RollRow> rows) {

  /** Name of the file that holds it. */
  static final String FILE = "roll.json";

  private static final SignatureComparison VOID =
      new SignatureComparison(Change.CANNOT_TELL, "no trial counts");

  /**
   * Decides.
   *
   * @param id of the folder
   * @param trials of each pass
   */
  static RollResult of(
      String id, RollQuestion asked, Map<Pass, List<Map<Measured, Count>>> trials) {
    Map<Integer, Measured> noise = noise(asked, trials);
    List<RollRow> rows = new ArrayList<>();
    for (Measured at : asked.expected()) {
      boolean none = noise.size() == asked.trials();
      SignatureComparison became = none ? VOID : RollRow.decide(at(at, trials, noise.keySet()));
      rows.add(new RollRow(at, at(at, trials, Set.of()), became));
    }
    return new RollResult(
        id,
        asked.system(),
        asked.versions().get(Age.OLD),
        asked.versions().get(Age.NEW),
        asked.nodes(),
        asked.grown(),
        List.copyOf(asked.form().directions().keySet()),
        !asked.form().directions().containsValue(Role.program),
        noise,
        rows);
  }

  /** At 0/N nothing is mixed: there the roll and its control from old to old are the same. */
  private static Map<Integer, Measured> noise(
      RollQuestion asked, Map<Pass, List<Map<Measured, Count>>> trials) {
    Map<Integer, Measured> noise = new TreeMap<>();
    for (Measured at : asked.expected()) {
      for (int i = 0; i < asked.trials() && at.hold().startsWith("0/"); i++) {
        Count roll = trials.get(Pass.OLD_TO_NEW).get(i).getOrDefault(at, RollRow.NOT_REACHED);
        Count old = trials.get(Pass.OLD_TO_OLD).get(i).getOrDefault(at, RollRow.NOT_REACHED);
        if (roll.contradicts(old)) {
          noise.put(i, at);
        }
      }
    }
    return noise;
  }

  private static Map<Pass, List<Count>> at(
      Measured at, Map<Pass, List<Map<Measured, Count>>> trials, Set<Integer> without) {
    Map<Pass, List<Count>> seen = new EnumMap<>(Pass.class);
    trials.forEach(
        (pass, all) ->
            seen.put(
                pass,
                IntStream.range(0, all.size())
                    .filter(i -> !without.contains(i))
                    .mapToObj(i -> all.get(i).getOrDefault(at, RollRow.NOT_REACHED))
                    .toList()));
    return seen;
  }

  @JsonProperty("answer")
  Answer answer() {
    return Answer.of(
        rows.stream().anyMatch(r -> r.bearing() == Bearing.WORSE),
        !noise.isEmpty() || rows.stream().anyMatch(r -> r.bearing() == Bearing.OPEN));
  }

  /** {@code 1/3, leader new, asked old}. */
  String place(Measured at) {
    StringBuilder place = new StringBuilder(at.hold());
    for (int i = 0; i < at.direction().size(); i++) {
      place.append(", " + directions.get(i) + " " + at.direction().get(i).word());
    }
    return place.toString();
  }

  String name(Measured at) {
    return place(at) + ", " + at.measure();
  }

  /** The rows of each hold and direction. */
  Map<Measured, List<RollRow>> places() {
    Map<Measured, List<RollRow>> places = new LinkedHashMap<>();
    rows.forEach(r -> places.computeIfAbsent(r.at().place(), p -> new ArrayList<>()).add(r));
    return places;
  }

  /** How many directions of all holds were exercised in all passes, and which were not. */
  @JsonProperty("coverage")
  String coverage() {
    Map<Measured, List<RollRow>> all = places();
    all.keySet().removeIf(place -> place.direction().isEmpty());
    int pairs = all.size();
    all.values().removeIf(measures -> measures.stream().allMatch(RollRow::exercised));
    int done = pairs - all.size();
    all.values().removeIf(measures -> !measures.stream().allMatch(RollRow::reached));
    List<String> not = all.keySet().stream().map(this::place).toList();
    return "Exercised %d of %d pairs of hold and direction%s.%s"
        .formatted(
            done,
            pairs,
            not.isEmpty() ? "" : "; not exercised: " + String.join("; ", not),
            oldClient ? " The client is old, but for the pass new to new." : "");
  }

  /** One sentence for each thing that a reader must know, the answer first. */
  List<String> sentences() {
    List<String> all = new ArrayList<>();
    String differs =
        "Trial %d does not count: %s differs from old to old, although nothing is mixed.";
    noise.forEach((i, at) -> all.add(differs.formatted(i + 1, name(at))));
    for (RollRow row : rows) {
      boolean told = row.became().change() == Change.STILL_ABSENT && row.control().isEmpty();
      if (!told && !row.became().equals(VOID) && (row.reached() || row.shows())) {
        String why = row.became().reason() + row.control();
        all.add(name(row.at()) + ": " + row.verdict() + ": " + why);
      }
    }
    Stream.of(Pass.values())
        .filter(p -> rows.stream().anyMatch(r -> r.seen().get(p).contains(RollRow.NOT_REACHED)))
        .forEach(p -> all.add("The pass " + p.words() + " ended early: its rest is unknown."));
    return all;
  }

  String title() {
    String history = grown == 0 ? "" : ", " + grown + " of " + nodes + " nodes joined later";
    return "%s %s to %s%s".formatted(system, from, to, history);
  }

  /** As JSON. */
  String text() {
    return Json.text(Json.FULLY_INDENTED, this);
  }
}
