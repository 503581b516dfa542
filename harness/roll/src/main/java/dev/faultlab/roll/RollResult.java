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
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The answer of a roll.
 *
 * @param id of its folder
 * @param oldClient whether the client is old even where nodes are new
 * @param directions names, in the order of the ages in a row
 * @param noise why a trial does not count, by its index
 */
record RollResult(
    String id,
    String system,
    String from,
    String to,
    int nodes,
    int grown,
    boolean oldClient,
    List<String> directions,
    Map<Integer, String> noise,
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
    Map<Integer, String> noise = new TreeMap<>();
    RollResult result =
        new RollResult(
            id,
            asked.system(),
            asked.versions().get(Age.OLD),
            asked.versions().get(Age.NEW),
            asked.nodes(),
            asked.grown(),
            !asked.form().directions().containsValue(Role.program),
            List.copyOf(asked.form().directions().keySet()),
            noise,
            new ArrayList<>());
    Map<Measured, Map<Pass, List<Count>>> seen = new LinkedHashMap<>();
    asked.expected().forEach(at -> seen.put(at, at(at, trials)));
    // nothing is mixed there: the roll and its control from old to old are the same
    seen.forEach(
        (at, passes) -> {
          for (int i = 0; at.hold().startsWith("0/") && i < asked.trials(); i++) {
            Count roll = passes.get(Pass.OLD_TO_NEW).get(i);
            Count control = passes.get(Pass.OLD_TO_OLD).get(i);
            if (roll.contradicts(control)) {
              String words = "%s: %s, and %s in %s, where nothing was mixed yet";
              String place = result.name(at);
              String old = Pass.OLD_TO_OLD.words();
              noise.put(i, words.formatted(place, roll.reason(), control.reason(), old));
            }
          }
        });
    seen.forEach(
        (at, passes) -> {
          Map<Pass, List<Count>> good = new EnumMap<>(Pass.class);
          passes.forEach(
              (pass, all) ->
                  good.put(
                      pass,
                      IntStream.range(0, all.size())
                          .filter(i -> !noise.containsKey(i))
                          .mapToObj(all::get)
                          .toList()));
          boolean none = good.get(Pass.OLD_TO_NEW).isEmpty();
          result.rows.add(new RollRow(at, passes, none ? VOID : RollRow.decide(good)));
        });
    return result;
  }

  private static Map<Pass, List<Count>> at(
      Measured at, Map<Pass, List<Map<Measured, Count>>> trials) {
    Map<Pass, List<Count>> seen = new EnumMap<>(Pass.class);
    trials.forEach(
        (pass, all) ->
            seen.put(
                pass, all.stream().map(t -> t.getOrDefault(at, RollRow.NOT_REACHED)).toList()));
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
    return "Exercised %d of %d pairs of hold and direction%s."
        .formatted(done, pairs, not.isEmpty() ? "" : "; not exercised: " + String.join("; ", not));
  }

  /** One sentence for each thing that a reader must know, the answer first. */
  List<String> sentences() {
    List<String> all = new ArrayList<>();
    noise.forEach((i, why) -> all.add("Trial %d does not count: %s.".formatted(i + 1, why)));
    for (RollRow row : rows) {
      Change change = row.became().change();
      boolean told = change == Change.STILL_ABSENT && !row.onlyControl();
      if (!told && !row.became().equals(VOID) && (row.reached() || row.shows())) {
        String more =
            change == Change.STILL_THERE
                ? ". A control shows it too."
                : change == Change.STILL_ABSENT ? ". Only a control shows it." : "";
        String why = row.became().reason();
        all.add("%s: %s: %s%s".formatted(name(row.at()), row.verdict(), why, more));
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
