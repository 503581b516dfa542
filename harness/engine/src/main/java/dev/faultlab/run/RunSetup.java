package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Requirement;
import dev.faultlab.owner.Owner;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Wave;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A run with its folder and everything that its stacks are made of.
 *
 * @param waves that remain
 * @param time that their trials take
 * @param images role to its image or kernel, for every role of the plan
 * @param imageSeconds how long providing the images took
 * @param before the run's definition, and what earlier processes have done of it
 * @param files to keep beside its evidence
 */
public record RunSetup(
    RunHost host,
    Plan plan,
    List<Wave> waves,
    TimeEstimate time,
    GuestStart guests,
    RunFolder folder,
    RunEngine engine,
    Map<Requirement, ImageSource.Image> images,
    double imageSeconds,
    Checkpoint before,
    Map<String, String> files) {

  /**
   * Checks a plan, provides its images, and makes the run's folder.
   *
   * @param guests how those on a chosen kernel become ready
   * @param place where the run's folder is created
   * @param files name to text, written as soon as the run has its folder; for example which larger
   *     run it is part of
   * @param more entries for the result's provenance
   * @throws RuntimeException that says why nothing was started
   */
  public static RunSetup begin(
      RunHost host,
      Plan plan,
      GuestStart guests,
      Path place,
      Map<String, String> files,
      Map<String, String> more)
      throws IOException, InterruptedException {
    Division division = Division.of(plan, host.environment());
    RunEngine engine = host.ready(plan);
    TimeEstimate time = TimeEstimate.of(plan, plan.trials(), new RunStore(host.results()));
    host.progress()
        .say(
            String.format(
                "lab %s, %s form: %s; %s",
                plan.lab().name(), plan.form(), division.sentence(), time.sentence()));
    new Plans(host.images()).missing(plan).ifPresent(host.progress()::say);
    // This comes before the run's folder is made: a candidate that does not exist is rejected, and
    // leaves nothing.
    long begin = System.nanoTime();
    Map<Requirement, ImageSource.Image> images = host.resolve(plan.requirements());
    double seconds = (System.nanoTime() - begin) / 1e9;
    Map<String, String> provenance = new LinkedHashMap<>(engine.provenance());
    Workers.throwIfInterrupted();
    provenance.putAll(ImageLock.provenance(images));
    provenance.putAll(more);
    Checkpoint before =
        Checkpoint.begin(Checkpoint.Asked.of(plan, division.waves(), guests, images, provenance));
    RunFolder folder = RunFolder.create(place, plan.lab().name(), Owner.current().label());
    host.progress().say("run " + folder.id());
    return new RunSetup(
        host, plan, division.waves(), time, guests, folder, engine, images, seconds, before, files);
  }

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
