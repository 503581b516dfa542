package dev.faultlab.cli;

import static java.time.temporal.ChronoUnit.SECONDS;

import dev.faultlab.command.Toolbox;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.machine.Leftover;
import dev.faultlab.run.Leftovers;
import dev.faultlab.stack.Sweeper;
import java.io.PrintStream;
import java.time.Duration;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code faultlab clean}: removes unused stacks. */
@Command(
    name = "clean",
    description =
        "Removes containers, networks and volumes of killed runs and of stacks started by hand."
            + " Finds them by label, so it needs neither the run's folder nor its process. Active "
            + "runs are left alone. With --images: removes what older recipes have made instead, "
            + "in the engine and in the cache directory; whatever a container uses stays.")
final class CleanCommand implements Runnable {
  private static final String UNUSED_DAYS = "--unused-days";

  @ArgGroup private Scope mode = new Scope();

  /** More or less than by default, not both. */
  private static final class Scope {
    @Option(names = "--running", description = "also those of active runs")
    private boolean running;

    @Option(names = "--killed", description = "only those of killed runs")
    private boolean killed;

    @ArgGroup(exclusive = false)
    private OldRecipes oldRecipes = new OldRecipes();
  }

  /** Selects what takes space and is unlikely to be used again. */
  private static final class OldRecipes {
    @Option(
        names = "--images",
        required = true,
        description =
            "images, kernels, guest roots and snapshots of older recipes that were not"
                + " used for a while")
    private boolean images;

    @Option(
        names = UNUSED_DAYS,
        paramLabel = "N",
        defaultValue = "" + Leftovers.UNUSED_DAYS,
        description =
            "with --images: not used for N days (default: ${DEFAULT-VALUE}); 0 also removes what"
                + " other clones used today")
    private int unusedDays;

    @Option(names = "--dry-run", description = "with --images: only list what would be removed")
    private boolean dryRun;
  }

  private final Toolbox tools;

  CleanCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public void run() {
    if (mode.oldRecipes.images) {
      cleanImages(mode.oldRecipes);
      return;
    }
    Sweeper sweeper = new Sweeper(DockerHost.find());
    Sweeper.SweepCounts swept =
        mode.running ? sweeper.sweepAll() : mode.killed ? sweeper.sweepDead() : sweeper.sweepIdle();
    PrintStream out = tools.out();
    out.println("removed " + swept);
    if (!sweeper.hidden().isEmpty()) {
      out.println(
          "left alone, because it cannot be seen from here whether they are active (started on"
              + " another machine, in another container or by another user): "
              + String.join(", ", sweeper.hidden())
              + "; --running removes them as well");
    }
  }

  private void cleanImages(OldRecipes options) {
    WrongUsage.requireBetween(UNUSED_DAYS, options.unusedDays, 0, 36_500);
    Duration unused = Duration.ofDays(options.unusedDays);
    Leftovers leftovers =
        options.dryRun
            ? Leftovers.find(tools.provisioning(), unused)
            : Leftovers.remove(tools.provisioning(), unused);
    Table table = new Table("SIZE", "LAST USED", "WHAT");
    for (Leftover each : leftovers.all()) {
      table.row(Leftovers.size(each.bytes()), each.lastUse().truncatedTo(SECONDS), each.what());
    }
    tools.out().print(table);
    tools.out().println((options.dryRun ? "would remove " : "removed ") + leftovers);
  }
}
