package dev.faultlab.cli;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.lab.Lab;
import dev.faultlab.machine.Owner;
import dev.faultlab.report.Reports;
import dev.faultlab.result.RunResult;
import dev.faultlab.shard.Belongings;
import dev.faultlab.shard.CannotMerge;
import dev.faultlab.shard.Merge;
import dev.faultlab.shard.Pieces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./faultlab merge DIR...}: one result of the shards of a run. */
@Command(
    name = "merge",
    mixinStandardHelpOptions = true,
    description = {
      "Makes one result and one report of what run --shard left on several machines. A shard that is"
          + " missing leaves the run inconclusive; one that was run again counts once. Shards of other"
          + " commits, images or parameters are refused.",
      "",
      "./faultlab merge shards/"
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:every variant as expected",
      "1:a variant contradicts its expectation",
      "2:inconclusive, or a shard is missing",
      "64:no shards, or they are not of one run; nothing was written"
    })
final class MergeCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "The folder of a shard, or one that holds several.")
  private List<Path> folders;

  @Spec private CommandSpec spec;

  private final Toolbox tools;

  MergeCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    Path results = tools.workspace().results();
    try {
      Pieces pieces = Pieces.in(folders);
      Lab lab = tools.labs().read(pieces.lab());
      Merge merge = new Merge(lab, pieces);
      RunFolder folder = RunFolder.create(results, lab.name(), Owner.current().label());
      RunResult result = write(merge, folder);
      merge
          .repeated()
          .forEach(piece -> tools.out().println("Left out, run again: " + piece.folder()));
      tools.out().print(new Reports().terminal(result, folder.path()));
      return result.verdict().judgement().exitStatus();
    } catch (CannotMerge e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }

  /** The run that they become. */
  static RunResult write(Merge merge, RunFolder folder) throws IOException {
    RunResult result = merge.result(folder.id());
    Belongings.bring(merge, folder);
    Reports reports = new Reports();
    reports.result(result, folder);
    folder.finish();
    reports.render(result, folder); // what cannot be drawn now can be drawn later
    return result;
  }
}
