package dev.faultlab.cli;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.lab.Lab;
import dev.faultlab.report.Reports;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StoredRun;
import dev.faultlab.run.Provenance;
import dev.faultlab.run.SecondLook;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ./faultlab judge}: reads a finished run's evidence again. */
@Command(
    name = "judge",
    mixinStandardHelpOptions = true,
    description = {
      "Judges a finished run again from its evidence, with the signatures and expectations of"
          + " today, and writes its result and reports anew. The provenance then names the first"
          + " verdict and what has judged again.",
      "",
      "Exit status: the verdict's, as of run; 64 when there is no such run or the lab has changed"
          + " too much."
    })
final class JudgeCommand implements Callable<Integer> {

  @Mixin private RunArgument run;

  private final Toolbox tools;

  JudgeCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    StoredRun.Finished found = run.in(tools.workspace().results());
    Lab lab = tools.labs().read(found.result().lab());
    RunResult judged =
        SecondLook.at(
            found.result(), found.folder(), lab, Provenance.commit(tools.workspace().root()));
    new Reports().write(judged, new RunFolder(found.folder()));
    tools.out().print(new Reports().terminal(judged, found.folder()));
    return judged.verdict().judgement().exitStatus();
  }
}
