package dev.faultlab.roll;

import static java.util.stream.Collectors.toCollection;

import dev.faultlab.compare.Answer;
import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.compare.ObservedSignature;
import dev.faultlab.compare.SignatureComparison;
import dev.faultlab.files.Json;
import dev.faultlab.point.Point;
import dev.faultlab.seen.State;
import dev.faultlab.signature.Observation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The answer of a roll.
 *
 * @param id of its folder
 * @param directions names, in the order of the ages in a row
 */
record RollResult(
    String id,
    String system,
    String from,
    String to,
    int nodes,
    int grown,
    List<String> directions,
    List<RollRow> rows) {

  /** A node did not come back, which ends a pass after its hold. */
  private static final Observation NOT_REACHED =
      new Observation(State.NOT_EXERCISED, "not-reached", "a node did not come back", List.of());

  /** Name of the file that holds it. */
  static final String FILE = "roll.json";

  /**
   * One count at one hold and direction.
   *
   * @param seen in each trial of a pass
   */
  record RollRow(Measured at, Map<Pass, List<Observation>> seen, SignatureComparison became) {

    /** A count appeared only against both controls; what a control shows too is not the mix. */
    static RollRow of(Measured at, Map<Pass, List<Observation>> seen) {
      ObservedSignature controls = observed(at, seen, Pass.OLD_TO_OLD, Pass.NEW_TO_NEW);
      ObservedSignature roll = observed(at, seen, Pass.OLD_TO_NEW);
      return new RollRow(at, seen, SignatureComparison.of(controls, roll, Optional.empty()));
    }

    private static ObservedSignature observed(
        Measured at, Map<Pass, List<Observation>> seen, Pass... passes) {
      List<Observation> all = Stream.of(passes).flatMap(p -> seen.get(p).stream()).toList();
      return ObservedSignature.of(new Point(at.hold(), Map.of()), all, Optional.empty());
    }

    private List<Observation> roll() {
      return seen.get(Pass.OLD_TO_NEW);
    }

    Bearing bearing() {
      return became.change().bearing();
    }

    boolean exercised() {
      return roll().stream().noneMatch(o -> o.state() == State.NOT_EXERCISED);
    }

    boolean reached() {
      return !roll().contains(NOT_REACHED);
    }

    /** What became of it, in capitals if a reader must act. */
    String verdict() {
      boolean met = bearing() != Bearing.OPEN || exercised();
      return bearing().words(met ? became.change().words() : State.NOT_EXERCISED.words());
    }
  }

  /**
   * Decides.
   *
   * @param id of the folder
   * @param trials of each pass
   */
  static RollResult of(
      String id, RollQuestion asked, Map<Pass, List<Map<Measured, Observation>>> trials) {
    Set<Measured> all = new LinkedHashSet<>();
    Stream.of(Pass.OLD_TO_OLD, Pass.NEW_TO_NEW, Pass.OLD_TO_NEW)
        .flatMap(pass -> trials.get(pass).stream())
        .forEach(trial -> all.addAll(trial.keySet()));
    return new RollResult(
        id,
        asked.system(),
        asked.versions().get(Age.OLD),
        asked.versions().get(Age.NEW),
        asked.nodes(),
        asked.grown(),
        List.copyOf(asked.form().directions().keySet()),
        all.stream().map(at -> RollRow.of(at, at(at, trials))).toList());
  }

  private static Map<Pass, List<Observation>> at(
      Measured at, Map<Pass, List<Map<Measured, Observation>>> trials) {
    Map<Pass, List<Observation>> seen = new EnumMap<>(Pass.class);
    trials.forEach(
        (pass, all) ->
            seen.put(pass, all.stream().map(one -> one.getOrDefault(at, NOT_REACHED)).toList()));
    return seen;
  }

  Answer answer() {
    return Answer.of(
        rows.stream().anyMatch(r -> r.bearing() == Bearing.WORSE),
        rows.stream().anyMatch(r -> r.bearing() == Bearing.OPEN));
  }

  /** {@code 1/3, leader new, asked old}. */
  String place(Measured at) {
    StringBuilder place = new StringBuilder(at.hold());
    for (int i = 0; i < at.direction().size(); i++) {
      place.append(", " + directions.get(i) + " " + at.direction().get(i).word());
    }
    return place.toString();
  }

  /** How many directions of all holds were exercised in the roll, and which were not. */
  String coverage() {
    List<RollRow> all = rows.stream().filter(r -> !r.at.direction().isEmpty()).toList();
    Set<String> not =
        all.stream()
            .filter(r -> !r.exercised() && r.reached())
            .map(r -> place(r.at))
            .collect(toCollection(LinkedHashSet::new));
    return "Exercised %d of %d pairs of hold and direction%s."
        .formatted(
            all.stream().filter(RollRow::exercised).map(r -> place(r.at)).distinct().count(),
            all.stream().map(r -> place(r.at)).distinct().count(),
            not.isEmpty() ? "" : "; not exercised: " + String.join("; ", not));
  }

  /** One sentence for each thing that a reader must know, the answer first. */
  List<String> sentences() {
    List<String> all = new ArrayList<>();
    for (RollRow row : rows) {
      Change change = row.became.change();
      if (row.reached() && change != Change.STILL_ABSENT) {
        boolean both = change == Change.STILL_THERE || change == Change.CHANGED_REASON;
        String more =
            both ? " A control shows it too; './faultlab upgrade' compares versions." : "";
        String text = "%s, %s: %s: %s%s";
        all.add(
            text.formatted(
                place(row.at), row.at.measure(), row.verdict(), row.became.reason(), more));
      }
    }
    if (!rows.stream().allMatch(RollRow::reached)) {
      all.add("A node did not come back, so the rest of the roll was not carried out.");
    }
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
