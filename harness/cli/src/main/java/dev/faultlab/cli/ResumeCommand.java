package dev.faultlab.cli;

import dev.faultlab.lab.Lab;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.StoredRun;
import dev.faultlab.run.CannotResume;
import dev.faultlab.run.Resumption;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./faultlab resume RUN}: goes on with a run that broke off. */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    description = {
      "Goes on with a run that was broken off, by Ctrl-C, kill -9 or a power cut: the trials that were"
          + " carried out to their end are kept, the others are carried out now. The result is that of"
          + " the whole run, and its provenance says when it was gone on with.",
      "",
      "Refused when the lab, the commit, an image or the machine is another one than it was.",
      "",
      "./faultlab resume 20260101T000000Z-c0de"
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:every variant as expected",
      "1:a variant contradicts its expectation",
      "2:inconclusive",
      "64:the run cannot be gone on with; nothing was started",
      "130:interrupted; what has been done is kept"
    })
final class ResumeCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "RUN",
      description = "Run id or the beginning of one, LAB/RUN-ID, or a folder; of a partial run.")
  private String run;

  @Option(
      names = "--ended",
      description =
          "The run has ended, although that cannot be seen from here: its process was in another"
              + " container, or another user's.")
  private boolean ended;

  @Spec private CommandSpec spec;

  private final Toolbox tools;
  private final LabRun labRun;

  ResumeCommand(Toolbox tools, LabRun labRun) {
    this.tools = tools;
    this.labRun = labRun;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    StoredRun stored = new RunStore(tools.workspace().results()).any(run);
    if (!(stored instanceof StoredRun.Partial partial)) {
      throw new ParameterException(
          spec.commandLine(),
          "run " + stored.id() + " did not break off; ./faultlab results says how it ended");
    }
    try {
      Lab lab = tools.labs().read(Resumption.lab(partial));
      return labRun.resume(Resumption.of(partial, lab, ended)).verdict().judgement().exitStatus();
    } catch (CannotResume e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }
}
