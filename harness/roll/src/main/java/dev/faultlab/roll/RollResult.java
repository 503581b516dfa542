package dev.faultlab.roll;

import static java.util.stream.Collectors.joining;

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
   * @param roll of each trial
   * @param oldToOld of each trial of the first control
   * @param newToNew of each trial of the second control
   */
  record RollRow(
      Measured at,
      List<Observation> roll,
      List<Observation> oldToOld,
      List<Observation> newToNew,
      SignatureComparison became) {

    /** A count appeared only against both controls; what a control shows too is not the mix. */
    static RollRow of(Measured at, Map<Pass, List<Observation>> seen) {
      List<Observation> controls = new ArrayList<>(seen.get(Pass.OLD_TO_OLD));
      controls.addAll(seen.get(Pass.NEW_TO_NEW));
      List<Observation> roll = seen.get(Pass.OLD_TO_NEW);
      SignatureComparison became =
          SignatureComparison.of(observed(at, controls), observed(at, roll), Optional.empty());
      return new RollRow(at, roll, seen.get(Pass.OLD_TO_OLD), seen.get(Pass.NEW_TO_NEW), became);
    }

    private static ObservedSignature observed(Measured at, List<Observation> seen) {
      return ObservedSignature.of(new Point(at.hold(), Map.of()), seen, Optional.empty());
    }

    Bearing bearing() {
      return became.change().bearing();
    }

    boolean exercised() {
      return roll.stream().noneMatch(o -> o.state() == State.NOT_EXERCISED);
    }

    boolean reached() {
      return !roll.contains(NOT_REACHED);
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
   * @param trials of each pass
   */
  static List<RollRow> rows(Map<Pass, List<Map<Measured, Observation>>> trials) {
    Set<Measured> all = new LinkedHashSet<>();
    Stream.of(Pass.OLD_TO_OLD, Pass.NEW_TO_NEW, Pass.OLD_TO_NEW)
        .flatMap(pass -> trials.get(pass).stream())
        .forEach(trial -> all.addAll(trial.keySet()));
    return all.stream()
        .map(
            at -> {
              Map<Pass, List<Observation>> seen = new java.util.EnumMap<>(Pass.class);
              trials.forEach(
                  (pass, each) -> seen.put(pass, each.stream().map(t -> at(t, at)).toList()));
              return RollRow.of(at, seen);
            })
        .toList();
  }

  private static Observation at(Map<Measured, Observation> trial, Measured at) {
    return trial.getOrDefault(at, NOT_REACHED);
  }

  Answer answer() {
    return Answer.of(
        rows.stream().anyMatch(r -> r.bearing() == Bearing.WORSE),
        rows.stream().anyMatch(r -> r.bearing() == Bearing.OPEN));
  }

  /** {@code 1/3, leader new, asked old}. */
  String place(Measured at) {
    return at.direction().isEmpty() ? at.hold() : at.hold() + ", " + words(at.direction());
  }

  String words(List<Age> direction) {
    return direction.isEmpty()
        ? "all"
        : Stream.iterate(0, i -> i < direction.size(), i -> i + 1)
            .map(i -> directions.get(i) + " " + direction.get(i).word())
            .collect(joining(", "));
  }

  /** How many directions of all holds were exercised in the roll, and which were not. */
  String coverage() {
    Set<Measured> all = new LinkedHashSet<>();
    Set<Measured> done = new LinkedHashSet<>();
    Set<Measured> not = new LinkedHashSet<>();
    for (RollRow row : rows) {
      if (!row.at.direction().isEmpty()) {
        Measured place = new Measured(row.at.hold(), row.at.direction(), "");
        all.add(place);
        if (row.exercised()) {
          done.add(place);
        } else if (row.reached()) {
          not.add(place);
        }
      }
    }
    String missing = not.stream().map(this::place).collect(joining("; "));
    return "Exercised %d of %d pairs of hold and direction%s."
        .formatted(
            done.size(),
            all.size(),
            not.isEmpty() ? "" : "; not exercised: " + missing);
  }

  /** One sentence for each thing that a reader must know, the answer first. */
  List<String> sentences() {
    List<String> all = new ArrayList<>();
    for (RollRow row : rows) {
      Change change = row.became.change();
      if (row.reached() && (row.bearing() != Bearing.FINE || change == Change.STILL_THERE)) {
        String more =
            change == Change.STILL_THERE
                ? " A control shows it too, so the mix is not the cause; ask './faultlab upgrade'."
                : "";
        all.add(
            "%s, %s: %s: %s%s"
                .formatted(
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
