package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Requirement;
import dev.faultlab.plan.Plan;
import dev.faultlab.stack.RunEngine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A run with its folder and everything that its stacks are made of; {@link RunHost#begin} makes it.
 *
 * @param waves parts of the plan that remain
 * @param time that their trials take
 * @param guests how those on a chosen kernel become ready
 * @param images role to its image or kernel, for every role of the plan
 * @param imageSeconds how long providing the images took
 * @param provenance what is known of machine and program before the first trial
 * @param earlier what earlier processes have done of the run
 */
public record RunSetup(
    RunHost host,
    Plan plan,
    List<Plan> waves,
    TimeEstimate time,
    GuestStart guests,
    RunFolder folder,
    RunEngine engine,
    Map<Requirement, ImageSource.Image> images,
    double imageSeconds,
    Map<String, String> provenance,
    Optional<Checkpoint> earlier) {

  /** Names of the images whose version an axis chooses; their crashes matter to a lab. */
  Set<String> underTest() {
    Set<String> variables = new TreeSet<>();
    plan.lab().axes().forEach(axis -> axis.binding().ifPresent(b -> variables.add(b.variable())));
    return plan.stacks().stream()
        .flatMap(spec -> plan.images(spec).entrySet().stream())
        .filter(image -> variables.contains(image.getKey()))
        .map(image -> images.get(image.getValue()).name())
        .collect(Collectors.toSet());
  }
}
