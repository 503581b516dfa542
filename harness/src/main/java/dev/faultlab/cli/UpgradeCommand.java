package dev.faultlab.cli;

import dev.faultlab.lab.Lab;
import dev.faultlab.upgrade.Upgrade;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./faultlab upgrade}: is it safe to move from these versions to those? */
@Command(
    name = "upgrade",
    mixinStandardHelpOptions = true,
    description = {
      "Holds a candidate version against the one that you have, in every lab in which that component"
          + " takes part: both sides interleaved in one run on this machine, with a point that shows"
          + " that the fault can be seen here at all.",
      "",
      "./faultlab upgrade --from jdk=17 --to jdk=25"
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:nothing got worse",
      "1:a fault appeared, a candidate does not start, or a metric got worse",
      "2:cannot tell",
      "64:wrong usage, an unknown component or version; nothing was started",
      "130:interrupted"
    })
final class UpgradeCommand implements Callable<Integer> {
  @Option(
      names = "--from",
      required = true,
      paramLabel = "COMPONENT=VERSION[,..]",
      description = "What you have; several components that change together with commas.")
  private String from;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "COMPONENT=VERSION[,..]",
      description = "A candidate; give it again for another one.")
  private List<String> to;

  @Option(
      names = LabFolders.OPTION,
      paramLabel = "LAB,..",
      split = ",",
      description = "Only these labs (default: all that have the components).")
  private List<String> labs = List.of();

  @ArgGroup private Form form = new Form();

  /** How much. */
  private static final class Form {
    @Option(
        names = "--quick",
        description = "Signatures only, in the labs' short form; the default.")
    private boolean quick;

    @Option(
        names = "--full",
        description =
            "Everything that the labs have, and metrics: each side is measured twice, so that the"
                + " noise is known.")
    private boolean full;
  }

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "Trials of each point a side (default: the lab's own number).")
  private Optional<Integer> trials = Optional.empty();

  @Option(
      names = "--worse-than",
      paramLabel = "PERCENT",
      defaultValue = "10%",
      description =
          "A metric counts when the whole interval of its ratio is beyond this, and beyond noise"
              + " (default: ${DEFAULT-VALUE}).")
  private String worseThan;

  @Spec private CommandSpec spec;

  private final Toolbox tools;
  private final PlannedRuns runs;

  UpgradeCommand(Toolbox tools, PlannedRuns runs) {
    this.tools = tools;
    this.runs = runs;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (trials.filter(n -> n < 1).isPresent()) {
      throw new ParameterException(spec.commandLine(), "--trials: expected at least 1");
    }
    try {
      UpgradeQuestion question = new UpgradeQuestion(tools.labs(), runs);
      Upgrade upgrade = question.ask(from, to, labs, !form.full, percent());
      List<Lab> chosen = question.labs(upgrade, labs);
      return new UpgradeRun(tools, runs, trials)
          .run(upgrade, chosen, question.leftOut(chosen, upgrade));
    } catch (UpgradeQuestion.BadQuestion e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }

  private double percent() {
    if (!worseThan.matches("[0-9]{1,3}([.][0-9]+)?%?")) {
      throw new ParameterException(
          spec.commandLine(), "--worse-than " + worseThan + ": expected a percentage, as in 10%");
    }
    return Double.parseDouble(worseThan.replace("%", "")) / 100;
  }
}
