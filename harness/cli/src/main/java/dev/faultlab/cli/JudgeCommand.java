package dev.faultlab.cli;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.lab.Lab;
import dev.faultlab.report.Reports;
import dev.faultlab.result.Bundle;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StoredRun;
import dev.faultlab.run.Provenance;
import dev.faultlab.run.ReferenceCheck;
import dev.faultlab.run.SecondLook;
import dev.faultlab.text.Escape;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./faultlab judge}: reads a finished run's evidence again. */
@Command(
    name = "judge",
    mixinStandardHelpOptions = true,
    description = {
      "Judges a finished run again from its evidence, with the signatures and expectations of"
          + " today, and writes its result and reports anew. The provenance then names the first"
          + " verdict and what has judged again.",
      "",
      "Of a committed result, reference/NAME, the trials whose evidence is committed are judged again and"
          + " held against what the result says of them; nothing is written. Exit status then: 0 they say"
          + " the same, 1 one does not, 2 a file is missing or has been altered.",
      "",
      "Exit status: the verdict's, as of run; 64 when there is no such run or the lab has changed"
          + " too much."
    })
final class JudgeCommand implements Callable<Integer> {

  private static final int DIFFERENT = 1;

  @Mixin private RunArgument run;

  @Spec private CommandSpec spec;

  private final Toolbox tools;

  JudgeCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    StoredRun.Finished found = run.in(tools.workspace().results());
    if (found.committed()) {
      return committed(found);
    }
    Lab lab = tools.labs().read(found.result().lab());
    RunResult judged =
        SecondLook.at(
            found.result(), found.folder(), lab, Provenance.commit(tools.workspace().root()));
    new Reports().write(judged, new RunFolder(found.folder()));
    tools.out().print(new Reports().terminal(judged, found.folder()));
    SecondLook.doubt(found.result(), lab).ifPresent(tools.out()::println);
    return judged.verdict().judgement().exitStatus();
  }

  private int committed(StoredRun.Finished found) throws IOException, InterruptedException {
    Bundle bundle =
        found
            .bundle()
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(),
                        "no evidence is committed with this result, so it cannot be judged again"));
    List<String> altered = bundle.problems();
    if (!altered.isEmpty()) {
      altered.forEach(tools.out()::println);
      return ExitStatus.INCONCLUSIVE;
    }
    Lab lab = tools.labs().read(found.lab());
    ReferenceCheck check =
        ReferenceCheck.of(found.result(), bundle, lab, Provenance.commit(tools.workspace().root()));
    tools.out().print(new Reports().terminal(check.judged(), Optional.empty()));
    SecondLook.doubt(found.result(), lab).ifPresent(tools.out()::println);
    check.differences().stream().map(Escape::line).forEach(tools.out()::println);
    tools
        .out()
        .printf(
            "%d trials judged again: %s%n",
            check.trials(),
            check.differences().isEmpty()
                ? "states and codes are those of the result"
                : check.differences().size() + " differences from the result");
    return check.differences().isEmpty() ? ExitStatus.OK : DIFFERENT;
  }
}
