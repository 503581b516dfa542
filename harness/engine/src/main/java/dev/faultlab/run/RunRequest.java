package dev.faultlab.run;

import dev.faultlab.kernel.GuestStart;
import dev.faultlab.plan.Plan;
import java.nio.file.Path;
import java.util.Map;

/**
 * A run that is asked for.
 *
 * @param guests how those on a chosen kernel become ready
 * @param place where the run's folder is created
 * @param files name to text, written as soon as the run has its folder; for example which larger
 *     run it is part of
 * @param provenance added to the result's entries on machine and program
 */
public record RunRequest(
    Plan plan,
    GuestStart guests,
    Path place,
    Map<String, String> files,
    Map<String, String> provenance) {

  /** With nothing beside its evidence. */
  public RunRequest(Plan plan, GuestStart guests, Path place) {
    this(plan, guests, place, Map.of(), Map.of());
  }
}
