package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.plan.Plan;
import dev.faultlab.stack.Stacks;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a run starts from, or continues from.
 *
 * @param division the plan, and the waves that still have to be carried out
 * @param images role to what fills it, for every role of the plan
 * @param before what the run is, and what earlier processes have done of it
 * @param imageSeconds how long it took to have the images
 */
record RunSetup(
    Division division,
    RunFolder folder,
    Stacks stacks,
    Map<String, ImageSource.Image> images,
    Checkpoint before,
    double imageSeconds) {

  Plan plan() {
    return division.plan();
  }

  /** Names of the images whose version an axis chooses; a lab wants to know how they fare. */
  Set<String> underTest() {
    Set<String> variables = new TreeSet<>();
    plan().lab().axes().forEach(axis -> axis.binding().ifPresent(b -> variables.add(b.variable())));
    return plan().stacks().stream()
        .flatMap(spec -> plan().images(spec).entrySet().stream())
        .filter(image -> variables.contains(image.getKey()))
        .map(image -> images.get(image.getValue()).name())
        .collect(Collectors.toSet());
  }
}
