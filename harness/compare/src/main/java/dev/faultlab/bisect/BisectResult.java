package dev.faultlab.bisect;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.faultlab.bisect.Search.Step;
import dev.faultlab.signature.State;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What is known so far; the file of a bisection is this record, from its first version on, so that
 * an interrupted one can go on.
 *
 * @param schema version of the format
 * @param question what is asked
 * @param probes in the order in which versions were looked at
 */
public record BisectResult(int schema, Bisection question, List<Probe> probes) {

  public static final int SCHEMA = 1;

  /** What comes next, or what came out. */
  @JsonIgnore
  public Step next() {
    Map<Integer, State> known = new LinkedHashMap<>();
    probes.forEach(p -> known.put(question.versions().indexOf(p.version()), p.state()));
    return Search.next(question.versions().size(), known, question.late());
  }

  /** The answer in one sentence. */
  @JsonIgnore
  public String sentence() {
    Step step = next();
    String fault = question.signature() + " in " + question.lab() + " " + question.variant();
    if (step instanceof Step.Found found) {
      String what = fault + (question.findFix() ? " is cured" : " is there");
      if (found.between().isEmpty()) {
        return what
            + " from "
            + question.name(found.first())
            + " on: "
            + question.name(found.last())
            + " is the last of those that can be had "
            + (question.findFix() ? "that shows it." : "that does not show it.");
      }
      return what
          + " from one of "
          + found.between().stream().map(question::name).collect(Collectors.joining(", "))
          + ", "
          + question.name(found.first())
          + " on: "
          + (found.between().size() == 1 ? "the one between" : "those between")
          + " cannot be told.";
    }
    if (step instanceof Step.NoChange same) {
      return fault
          + " is "
          + (same.state() == State.PRESENT ? "present" : "absent")
          + " at both ends, "
          + ends()
          + "; nothing to search between.";
    }
    if (step instanceof Step.Reversed) {
      return fault
          + " goes the other way between "
          + ends()
          + (question.findFix()
              ? ": it comes; leave --find-fix out to find what brought it."
              : ": it goes; --find-fix finds what cured it.");
    }
    if (step instanceof Step.NoEnd none) {
      return "Inconclusive whether " + question.name(none.index()) + " shows " + fault + ".";
    }
    return "Not finished: " + question.name(((Step.Ask) step).index()) + " comes next.";
  }

  private String ends() {
    return question.name(0) + " and " + question.name(question.versions().size() - 1);
  }
}
