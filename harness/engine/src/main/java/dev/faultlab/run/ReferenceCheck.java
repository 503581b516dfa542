package dev.faultlab.run;

import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.fact.Observation;
import dev.faultlab.lab.Lab;
import dev.faultlab.result.Bundle;
import dev.faultlab.result.RunResult;
import dev.faultlab.seen.State;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Judges the trials in a {@link Bundle} again and compares them with the committed result.
 *
 * @param judged the verdict on those trials alone
 * @param differences where a signature finds a state or code other than the result's
 */
public record ReferenceCheck(RunResult judged, List<String> differences) {

  /**
   * Judges a committed result again, from its evidence.
   *
   * @param result as it is committed
   * @param lab as it is declared today
   * @param by the program that judges now, for the provenance
   * @throws dev.faultlab.lab.LabException when the lab does not have a variant of the result any
   *     more
   */
  public static ReferenceCheck of(RunResult result, Bundle bundle, Lab lab, String by) {
    RunResult judged = Rejudgement.judge(bundle.withStoredTrials(result), bundle.folder(), lab, by);
    List<String> differences = new ArrayList<>();
    for (Outcome then : result.outcomes()) {
      String where = result.name(then.point()) + ", " + then.signature() + ": ";
      Optional<Outcome> now = judged.outcome(then.point(), then.signature());
      if (now.isEmpty()) {
        differences.add(where + "the lab no longer asks for it there");
        continue;
      }
      List<TrialRecord> trials = result.trials(then.point());
      Iterator<Observation> found = now.get().observations().iterator();
      for (int i = 0; i < Math.min(trials.size(), then.observations().size()); i++) {
        if (bundle.has(trials.get(i))) {
          String before = words(then.observations().get(i));
          Observation seen = found.next();
          if (!before.equals(words(seen))) {
            String why = seen.state() == State.UNKNOWN ? ": " + seen.reason() : "";
            String format = "the result says %s, its evidence %s";
            differences.add(where + format.formatted(before, words(seen)) + why);
          }
        }
      }
    }
    return new ReferenceCheck(judged, List.copyOf(differences));
  }

  private static String words(Observation seen) {
    return seen.state().name().toLowerCase(Locale.ROOT) + " (" + seen.code() + ")";
  }

  /** How many trials were read. */
  public int trials() {
    return judged.trials().size();
  }
}
