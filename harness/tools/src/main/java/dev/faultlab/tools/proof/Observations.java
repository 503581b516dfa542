package dev.faultlab.tools.proof;

import dev.faultlab.fact.Fact;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.result.Bundle;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.StoredRun;
import dev.faultlab.run.ReferenceCheck;
import dev.faultlab.signature.Observation;
import dev.faultlab.verdict.Outcome;
import java.nio.file.Path;
import java.util.List;

/**
 * Judges the kept trials of every committed result again. Prints a line for each observation
 * (point, signature, state, code) and one for each fact (id, value, unit, file, frame), without
 * sentences.
 *
 * <p>Usage: Observations ROOT
 */
public final class Observations {
  private Observations() {}

  public static void main(String[] args) throws Exception {
    Path root = Path.of(args[0]);
    LabReader labs = new LabReader(List.of(root.resolve("labs")));
    RunStore store = new RunStore(root.resolve("results"));
    for (StoredRun.Finished stored : store.bundled()) {
      RunResult result = stored.result();
      Bundle bundle = stored.bundle().orElseThrow();
      String name = result.lab() + " " + result.runId();
      Lab lab = labs.read(result.lab());
      ReferenceCheck check = ReferenceCheck.of(result, bundle, lab, "proof");
      System.out.println(
          name + ": " + check.trials() + " trials, verdict " + check.judged().verdict());
      for (Outcome outcome : check.judged().outcomes()) {
        int trial = 0;
        for (Observation seen : outcome.observations()) {
          String where = name + " " + outcome.point() + " " + outcome.signature() + " " + ++trial;
          System.out.println(where + ": " + seen.state() + " " + seen.code());
          for (Fact<?> fact : seen.facts()) {
            System.out.println(
                where
                    + ": "
                    + fact.id()
                    + " = "
                    + fact.value()
                    + " "
                    + fact.unit()
                    + " ("
                    + fact.file()
                    + ", "
                    + fact.where()
                    + ")");
          }
        }
      }
    }
  }
}
