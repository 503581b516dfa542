package dev.faultlab.cli;

import dev.faultlab.stack.Sweeper;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code faultlab clean}: takes stacks away that nobody uses any more. */
@Command(
    name = "clean",
    mixinStandardHelpOptions = true,
    description =
        "Removes containers, networks and volumes of killed runs and of stacks started by hand."
            + " Finds them by label, so it needs neither the run's folder nor its process. Runs"
            + " that are still going on are left alone.")
final class CleanCommand implements Callable<Integer> {
  @ArgGroup private Scope scope = new Scope();

  /** More or less than usual, not both. */
  private static final class Scope {
    @Option(names = "--all", description = "also those of runs that are still going on")
    private boolean all;

    @Option(names = "--killed", description = "only those of killed runs")
    private boolean killed;
  }

  @Override
  public Integer call() {
    Sweeper sweeper = new Sweeper(Engine.client());
    Sweeper.Swept swept =
        scope.all ? sweeper.sweepAll() : scope.killed ? sweeper.sweepDead() : sweeper.sweepIdle();
    System.out.println("removed " + swept);
    return 0;
  }
}
