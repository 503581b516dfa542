package dev.faultlab.cli;

import dev.faultlab.lab.LabReader;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ./faultlab plan}, whose subcommands are {@link PlanLab}. */
@Command(
    name = "plan",
    description =
        "Lists what a run would do: points, stacks, trials, expectations and the time that it"
            + " takes. Starts nothing. It takes the options of ./faultlab run LAB.")
final class PlanCommand implements Callable<Integer> {
  @Parameters(index = "0", arity = "0..1", paramLabel = "LAB", hidden = true)
  private Optional<String> lab = Optional.empty();

  private final LabReader labs;

  PlanCommand(LabReader labs) {
    this.labs = labs;
  }

  /** Without a lab. */
  @Override
  public Integer call() {
    throw LabCommand.noLab(lab, labs.names());
  }
}
