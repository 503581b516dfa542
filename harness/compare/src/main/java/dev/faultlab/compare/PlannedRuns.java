package dev.faultlab.compare;

import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Release;
import dev.faultlab.lab.Requirement;
import dev.faultlab.plan.Plan;
import dev.faultlab.point.Value;
import dev.faultlab.result.RunResult;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Carries out plans, on this machine or elsewhere. */
public interface PlannedRuns {

  /**
   * The same with only the images that these results recorded.
   *
   * @param results as the user named them; empty for any images
   * @throws LabException later, before anything is started, when an image differs
   */
  PlannedRuns locked(List<String> results) throws IOException;

  /**
   * Checks that all of them can be run, and provides everything that their stacks need. Nothing is
   * started.
   *
   * @throws LabException when a lab's declaration is wrong
   * @throws RuntimeException when something that a plan names does not exist or is unavailable
   */
  void prepare(List<Plan> plans) throws IOException, InterruptedException;

  /**
   * Why a requirement of a plan does not exist; empty if #prepare has provided all.
   *
   * @throws RuntimeException when no registry can answer now
   */
  Optional<String> unavailable(Plan plan) throws IOException, InterruptedException;

  /** Carries out a plan; the result is stored when this returns. */
  RunResult run(Plan plan) throws IOException, InterruptedException;

  /** A value of an axis, or the version that {@code newest} means today. */
  Value exact(Parameter axis, Value value);

  /** The packages installed in an image with their versions; empty if unknown. */
  Map<String, String> packages(Requirement image);

  /** The available releases of an axis, oldest first. */
  List<Release> releases(Requirement template);

  /** The library whose version an axis is, {@code GROUP:ARTIFACT} or a Go module. */
  default Optional<String> library(Parameter axis) {
    return Optional.empty();
  }
}
