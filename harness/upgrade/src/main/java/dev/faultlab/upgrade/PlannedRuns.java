package dev.faultlab.upgrade;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.UnreachableException;
import dev.faultlab.lab.LabException;
import dev.faultlab.plan.Plan;
import dev.faultlab.result.RunResult;
import dev.faultlab.run.ImageSource;
import java.io.IOException;
import java.util.List;
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
   * @throws RuntimeException when no registry can answer now: that proves nothing about its
   *     contents
   */
  default Optional<String> unavailable(Plan plan) throws IOException, InterruptedException {
    try {
      prepare(List.of(plan));
      return Optional.empty();
    } catch (UnreachableException e) {
      throw e;
    } catch (ImageException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** Carries out a plan; the result is stored when this returns. */
  RunResult run(Plan plan) throws IOException, InterruptedException;

  /** What stacks are made of. */
  ImageSource images();
}
