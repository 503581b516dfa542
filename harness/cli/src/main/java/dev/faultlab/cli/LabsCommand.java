package dev.faultlab.cli;

import dev.faultlab.docker.EngineException;
import dev.faultlab.docker.ImageException;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Choices;
import dev.faultlab.result.RunResult;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./faultlab labs}: every lab, one after the other, and one table at the end. */
@Command(
    name = "labs",
    mixinStandardHelpOptions = true,
    description =
        "Runs every lab and prints one table, and below it why a lab did not come out as expected.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:every lab as expected",
      "1:a lab contradicts its expectations",
      "2:none does, but one is inconclusive"
    })
final class LabsCommand implements Callable<Integer> {
  @ArgGroup private Form form = new Form();

  /** One of the two. */
  private static final class Form {
    @Option(names = LabCommand.FULL, description = "the full form of each, which takes hours")
    private boolean full;

    @Option(
        names = LabCommand.QUICK,
        description = "the short form of each, for its verdict alone (this is the default)")
    private boolean quick;
  }

  private final Toolbox tools;
  private final LabRun labRun;

  LabsCommand(Toolbox tools, LabRun labRun) {
    this.tools = tools;
    this.labRun = labRun;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    LabReader reader = tools.labs();
    Table table = new Table("LAB", "VERDICT", "AS EXPECTED", "TRIALS", "RUN");
    StringBuilder why = new StringBuilder();
    Judgement worst = Judgement.AS_EXPECTED;
    for (String name : reader.names()) {
      Judgement judgement;
      try {
        Lab lab = reader.read(name);
        RunResult result = labRun.run(lab, choices(lab), GuestStart.FROM_SNAPSHOT);
        judgement = result.verdict().judgement();
        long held =
            result.outcomes().stream()
                .map(Outcome::judgement)
                .filter(j -> j == Judgement.AS_EXPECTED)
                .count();
        table.row(
            name,
            judgement.name(),
            held + " of " + result.outcomes().size(),
            Integer.toString(result.trials().size()),
            result.runId());
        if (judgement != Judgement.AS_EXPECTED) {
          why.append('\n').append(name).append(":\n");
          result.verdict().reasons().forEach(r -> why.append("  - ").append(r).append('\n'));
        }
      } catch (EngineException | ImageException | LabException e) {
        // One lab that cannot be run says nothing about the others.
        judgement = Judgement.INCONCLUSIVE;
        table.row(name, judgement.name(), "-", "-", firstLine(e));
      }
      worst = worse(worst, judgement);
    }
    tools.out().print("\n" + table + why);
    return worst.exitStatus();
  }

  /** In the short form what decides and no more: the table has verdicts, and no effects. */
  private Choices choices(Lab lab) {
    Parameter trials = lab.parameters().get(Lab.TRIALS);
    return new Choices(
        form.full ? Map.of() : Map.of(Lab.TRIALS, trials.quick()),
        List.of(),
        RunForm.of(!form.full));
  }

  private static String firstLine(RuntimeException e) {
    return e.getMessage().lines().findFirst().orElse("");
  }

  private static Judgement worse(Judgement a, Judgement b) {
    if (a == Judgement.CONTRADICTED || b == Judgement.CONTRADICTED) {
      return Judgement.CONTRADICTED;
    }
    return a == Judgement.INCONCLUSIVE ? a : b;
  }
}
