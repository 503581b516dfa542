package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Requirement;
import dev.faultlab.plan.Plan;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The part of a run that a process carries out, all or the rest, and what it needs.
 *
 * @param division the plan, and the waves that remain
 * @param images role to its image or kernel, for every role of the plan
 * @param imageSeconds how long providing the images took
 */
record RunSetup(
    Division division,
    GuestStart guests,
    RunFolder folder,
    RunEngine engine,
    Map<Requirement, ImageSource.Image> images,
    double imageSeconds) {

  Plan plan() {
    return division.plan();
  }

  /** The checkpoint of a run that begins. */
  Checkpoint begin(RunNotes notes) throws IOException, InterruptedException {
    // Written at once: if the machine dies, a merge then knows what the run was to do.
    for (Map.Entry<String, String> file : notes.files().entrySet()) {
      folder.write(file.getKey(), file.getValue());
    }
    Map<String, String> provenance = new LinkedHashMap<>(engine.provenance());
    provenance.putAll(ImageLock.provenance(images));
    provenance.putAll(notes.provenance());
    return Checkpoint.begin(
        Checkpoint.Asked.of(plan(), division.waves()),
        Checkpoint.Setting.of(plan(), guests, images, provenance),
        Instant.now().toString());
  }

  /** Names of the images whose version an axis chooses; their crashes matter to a lab. */
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
