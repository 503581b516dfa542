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
   * The same, with nothing but the images that these results recorded.
   *
   * @param results as a person names them; empty for any images
   * @throws LabException later, before anything is started, when an image is another one
   */
  PlannedRuns locked(List<String> results) throws IOException;

  /**
   * Makes sure that all of them can be run, and has everything that their stacks are made of.
   * Nothing is started.
   *
   * @throws LabException when a lab's declaration is wrong
   * @throws RuntimeException when something that a plan names does not exist or is unavailable
   */
  void prepare(List<Plan> plans) throws InterruptedException;

  /**
   * Why what a plan is made of does not exist; empty where it is {@link #prepare prepared}.
   *
   * @throws RuntimeException when that cannot be found out now
   */
  Optional<String> unavailable(Plan plan) throws InterruptedException;

  /** Runs one; the result is stored when this returns. */
  RunResult run(Plan plan) throws IOException, InterruptedException;

  /** A value of an axis, or the version that {@code newest} stands for today. */
  Value exact(Parameter axis, Value value);

  /** What is installed in an image, to its version; empty where that is not known. */
  Map<String, String> packages(Requirement image);

  /** The releases that can be had on an axis, the oldest first. */
  List<Release> releases(Requirement template);
}
