package dev.faultlab.lab;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A named list of steps.
 *
 * @param steps in order, with the steps of called procedures in place
 * @param inputs where signatures find the files of these steps, in addition to their own
 *     declaration
 */
public record Procedure(List<Step> steps, Map<String, String> inputs) {

  /** The evidence files that the steps leave. */
  public Set<String> files() {
    Set<String> files = new LinkedHashSet<>();
    for (Step step : steps) {
      if (step instanceof Step.K6 k6) {
        files.add(k6.summary());
      } else if (step instanceof Step.Program run) {
        files.addAll(run.fetch());
        run.stdout().ifPresent(files::add);
      }
    }
    return files;
  }
}
