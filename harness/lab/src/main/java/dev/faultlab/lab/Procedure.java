package dev.faultlab.lab;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A named list of steps.
 *
 * @param steps what is done, in order; steps of other procedures that it names are in their place
 * @param inputs where signatures find what these steps leave, on top of what they declare
 *     themselves
 */
public record Procedure(List<Step> steps, Map<String, String> inputs) {

  /** The evidence files that the steps leave. */
  public Set<String> files() {
    Set<String> files = new LinkedHashSet<>();
    for (Step step : steps) {
      if (step instanceof Step.K6 k6) {
        files.add(k6.summary());
      } else if (step instanceof Step.Run run) {
        files.addAll(run.fetch());
        run.stdout().ifPresent(files::add);
      }
    }
    return files;
  }
}
