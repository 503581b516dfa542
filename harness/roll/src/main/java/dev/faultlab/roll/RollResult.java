package dev.faultlab.roll;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultlab.compare.Answer;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.compare.SignatureComparison;
import dev.faultlab.roll.RollForm.Role;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The answer of a roll.
 *
 * @param id of its folder
 * @param noise what differs at the start of a trial, which does not count for that
 */
record RollResult(String id, RollQuestion asked, List<CountKey> noise, List<RollRow> rows) {

  /** Name of the file that holds it. */
  static final String FILE = "roll.json";

  /**
   * Decides. At 0/N nothing is mixed: there the roll and its control from old to old are the same.
   *
   * @param id of the folder
   * @param trials by pass
   */
  static RollResult of(
      String id, RollQuestion asked, List<Map<Pass, Map<CountKey, Count>>> trials) {
    List<CountKey> all = asked.expected();
    List<CountKey> noise = new ArrayList<>();
    List<Map<Pass, Map<CountKey, Count>>> counted = new ArrayList<>();
    for (Map<Pass, Map<CountKey, Count>> one : trials) {
      all.stream()
          .filter(at -> at.hold().startsWith("0/"))
          .filter(at -> at(at, Pass.OLD_TO_NEW, one).contradicts(at(at, Pass.OLD_TO_OLD, one)))
          .findFirst()
          .ifPresentOrElse(noise::add, () -> counted.add(one));
    }
    List<RollRow> rows = new ArrayList<>();
    for (CountKey at : all) {
      Set<Pass> controls = asked.controls(at);
      SignatureComparison became = RollRow.decide(seen(at, counted), controls);
      rows.add(new RollRow(at, seen(at, trials), controls, became));
    }
    return new RollResult(id, asked, noise, rows);
  }

  private static Count at(CountKey at, Pass pass, Map<Pass, Map<CountKey, Count>> trial) {
    return trial.get(pass).getOrDefault(at, RollRow.NOT_REACHED);
  }

  private static Map<Pass, List<Count>> seen(
      CountKey at, List<Map<Pass, Map<CountKey, Count>>> trials) {
    Map<Pass, List<Count>> seen = new EnumMap<>(Pass.class);
    for (Pass pass : Pass.values()) {
      seen.put(pass, trials.stream().map(trial -> at(at, pass, trial)).toList());
    }
    return seen;
  }

  @JsonProperty("answer")
  Answer answer() {
    return Answer.of(
        rows.stream().anyMatch(r -> r.bearing() == Bearing.WORSE),
        !noise.isEmpty() || rows.stream().anyMatch(r -> r.bearing() == Bearing.OPEN));
  }

  /** Names, in the order of the ages in a row. */
  List<String> directions() {
    return List.copyOf(asked.form().directions().keySet());
  }

  /** {@code 1/3, leader new, asked old}. */
  String place(CountKey at) {
    StringBuilder place = new StringBuilder(at.hold());
    for (int i = 0; i < at.direction().size(); i++) {
      place.append(", " + directions().get(i) + " " + at.direction().get(i).word());
    }
    return place.toString();
  }

  String name(CountKey at) {
    return place(at) + ", " + at.measure();
  }

  /** The rows of each hold and direction. */
  Map<CountKey, List<RollRow>> places() {
    return rows.stream().collect(groupingBy(r -> r.at().place(), LinkedHashMap::new, toList()));
  }

  /** How many directions of all holds were exercised in all passes, and which were not. */
  @JsonProperty("coverage")
  String coverage() {
    Map<CountKey, List<RollRow>> all = places();
    all.keySet().removeIf(p -> p.restart() || p.direction().size() < directions().size());
    int pairs = all.size();
    all.values().removeIf(measures -> measures.stream().allMatch(RollRow::exercised));
    int done = pairs - all.size();
    all.values().removeIf(measures -> !measures.stream().allMatch(RollRow::reached));
    List<String> open = all.keySet().stream().map(this::place).toList();
    String missing = open.isEmpty() ? "" : "; not exercised: " + String.join("; ", open);
    boolean varies = asked.form().directions().containsValue(Role.program) || asked.form().guests();
    String client = varies ? "" : " The client is old, except in the pass new to new.";
    String what = directions().isEmpty() ? "holds" : "pairs of hold and direction";
    return "Exercised %d of %d %s%s.%s".formatted(done, pairs, what, missing, client);
  }

  /** One sentence for each thing that a reader must know, the answer first. */
  List<String> sentences() {
    List<String> all = new ArrayList<>();
    String format =
        "A trial does not count: %s differs from old to old, although nothing is mixed.";
    noise.forEach(at -> all.add(format.formatted(name(at))));
    for (RollRow row : rows) {
      if (row.needsSentence()) {
        String what = name(row.at()) + ": " + row.verdict() + ": ";
        all.add(what + row.became().reason() + row.control() + known(row));
      }
    }
    Stream.of(Pass.values())
        .filter(p -> rows.stream().anyMatch(r -> r.seen().get(p).contains(RollRow.NOT_REACHED)))
        .forEach(p -> all.add("The pass " + p.words() + " ended early: its rest is unknown."));
    return all;
  }

  /** What a roll with a known answer says of a row that appeared there too. */
  private String known(RollRow row) {
    return asked.form().known().stream()
        .filter(k -> row.bearing() == Bearing.WORSE && asked.repeats(k))
        .filter(k -> k.appears().contains(name(row.at())))
        .findFirst()
        .map(k -> ". As in %s to %s: %s (%s)".formatted(k.from(), k.to(), k.because(), k.source()))
        .orElse("");
  }

  String title() {
    String history = asked.grown() == 0 ? "" : ", " + asked.grown() + " nodes joined later";
    String condition = asked.condition().isEmpty() ? "" : ", under " + asked.condition();
    String sides = asked.side(Age.OLD) + " to " + asked.side(Age.NEW);
    return asked.system() + " " + sides + history + condition;
  }
}
