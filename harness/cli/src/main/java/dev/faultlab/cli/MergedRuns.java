package dev.faultlab.cli;

import dev.faultlab.compare.BadQuestion;
import dev.faultlab.compare.PlannedRuns;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Release;
import dev.faultlab.lab.Requirement;
import dev.faultlab.owner.Owner;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.report.Reports;
import dev.faultlab.result.RunResult;
import dev.faultlab.shard.FoundShards;
import dev.faultlab.shard.Merge;
import dev.faultlab.shard.MergedEvidence;
import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Carries out plans by merging the results of their shards.
 *
 * @param parts shards of any of the plans
 * @param results where merged runs go
 * @param here asks registries
 */
record MergedRuns(FoundShards parts, Path results, PlannedRuns here) implements PlannedRuns {

  @Override
  public Optional<String> library(Parameter axis) {
    return here.library(axis);
  }

  /** It starts nothing, so it uses no image. */
  @Override
  public PlannedRuns locked(List<String> results) {
    return this;
  }

  @Override
  public void prepare(List<Plan> plans) {
    for (Plan plan : plans) {
      List<Point> points = plan.cells().stream().map(Cell::point).toList();
      if (!parts.of(plan.lab().name()).areOf(points)) {
        throw new BadQuestion(
            "--merge: the shards of lab "
                + plan.lab().name()
                + " belong to another question; repeat the one of the machines that ran them");
      }
    }
  }

  @Override
  public Optional<String> unavailable(Plan plan) {
    prepare(List.of(plan));
    return Optional.empty();
  }

  @Override
  public RunResult run(Plan plan) throws IOException {
    FoundShards own = parts.of(plan.lab().name());
    if (own.finished().isEmpty()) {
      throw new StackException("no shard of lab " + plan.lab().name() + " has a result");
    }
    Merge merge = new Merge(plan.lab(), own);
    return write(merge, RunFolder.create(results, plan.lab().name(), Owner.current().label()));
  }

  @Override
  public Value exact(Parameter axis, Value value) {
    return here.exact(axis, value);
  }

  /** Unknown here: the images are where the shards were run. */
  @Override
  public Map<String, String> packages(Requirement image) {
    return Map.of();
  }

  @Override
  public List<Release> releases(Requirement template) {
    return here.releases(template);
  }

  /** The merged run. */
  static RunResult write(Merge merge, RunFolder folder) throws IOException {
    RunResult result = merge.result(folder.id());
    MergedEvidence.bring(merge, folder);
    Reports reports = new Reports();
    reports.result(result, folder);
    folder.finish();
    reports.render(result, folder); // a report that fails now can be written later
    return result;
  }
}
