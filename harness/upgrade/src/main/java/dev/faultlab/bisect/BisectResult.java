package dev.faultlab.bisect;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.faultlab.bisect.Search.Step;
import dev.faultlab.effect.Bound;
import dev.faultlab.seen.State;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The state of a bisection. Its file holds this record from the first version on, so that an
 * interrupted bisection can be resumed.
 *
 * @param schema version of the format
 * @param question what is asked
 * @param probes in the order in which versions were tested
 */
public record BisectResult(int schema, Bisection question, List<Probe> probes) {

  public static final int SCHEMA = 1;

  /** The next step, or the outcome. */
  @JsonIgnore
  public Step next() {
    Map<Integer, State> known = new LinkedHashMap<>();
    probes.forEach(p -> known.put(question.versions().indexOf(p.version()), p.state()));
    return Search.next(question.versions().size(), known, question.expectedLast());
  }

  /** The answer of a finished one in a sentence, and what an absence at a version excludes. */
  @JsonIgnore
  public String sentence() {
    boolean absent = probes.stream().anyMatch(probe -> probe.state() == State.ABSENT);
    Bound bound = Bound.absent(question.trials(), Optional.empty());
    return conclusion()
        + (absent ? " Where it is absent, it shows in " + bound.words("trials") + "." : "");
  }

  private String conclusion() {
    Step step = next();
    String fault =
        "%s in %s %s".formatted(question.signature(), question.lab(), question.variant());
    if (step instanceof Step.Found found) {
      String first = question.versionName(found.first());
      String what = fault + (question.findFix() ? " is cured" : " is there");
      if (found.between().isEmpty()) {
        String shows = question.findFix() ? "shows it" : "does not show it";
        return "%s from %s on: %s is the last available version that %s."
            .formatted(what, first, question.versionName(found.last()), shows);
      }
      List<String> between = found.between().stream().map(question::versionName).toList();
      return "%s from one of %s, %s on: %s inconclusive."
          .formatted(
              what,
              String.join(", ", between),
              first,
              between.size() == 1 ? "the one between is" : "those between are");
    }
    if (step instanceof Step.NoChange same) {
      return "%s is %s at both ends, %s; nothing to search between."
          .formatted(fault, same.state().words(), ends());
    }
    if (step instanceof Step.Reversed) {
      return "%s changes in the other direction between %s: %s."
          .formatted(
              fault,
              ends(),
              question.findFix()
                  ? "the fault appears; leave --find-fix out to find what brought it"
                  : "the fault disappears; --find-fix finds what fixed it");
    }
    int end = ((Step.InconclusiveEnd) step).index();
    return "Inconclusive whether %s shows %s.".formatted(question.versionName(end), fault);
  }

  private String ends() {
    return question.versionName(0) + " and " + question.versionName(question.versions().size() - 1);
  }
}
