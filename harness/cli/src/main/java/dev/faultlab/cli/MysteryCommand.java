package dev.faultlab.cli;

import dev.faultlab.command.PlannedRuns;
import dev.faultlab.command.Toolbox;
import dev.faultlab.exercise.Exercise;
import dev.faultlab.exercise.Mysteries;
import dev.faultlab.exercise.Mystery;
import dev.faultlab.run.OpenStack;
import dev.faultlab.run.Shell;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./faultlab mystery}: a stack under a neutral name whose fault is to be found. */
@Command(
    name = "mystery",
    description = {
      "Starts a stack of one of the labs under a neutral name, puts load on it, and shows only the"
          + " symptom. You have shells, tcpdump, ss and strace in it, and the load's evidence."
          + " Name the cause, and the counter or the frame that proves it.",
      "",
      "Example: ./faultlab mystery --seed 7"
    },
    exitCodeList = {
      "0:cause and evidence were found",
      "1:they were not",
      "2:inconclusive: it could not be graded"
    })
final class MysteryCommand implements Callable<Integer> {
  private static final int SEEDS = 10_000;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Number of a case, the same for a whole class (default: any).")
  private Optional<Long> seed = Optional.empty();

  @Option(names = "--hard", description = "With look-alikes, and with healthy stacks.")
  private boolean hard;

  private final Toolbox tools;
  private final PlannedRuns labRun;

  MysteryCommand(Toolbox tools, PlannedRuns labRun) {
    this.tools = tools;
    this.labRun = labRun;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Mysteries cases = new Mysteries(tools.labs().names().stream().map(tools.labs()::read).toList());
    long number = seed.orElseGet(() -> ThreadLocalRandom.current().nextLong(1, SEEDS));
    Exercise<Mystery> exercise = cases.pick(number, hard);
    tools.out().printf("case %d%s%n", number, hard ? ", hard" : "");
    Path place = tools.workspace().root().resolve("mystery");
    try (OpenStack open =
        OpenStack.open(labRun.host(), Mystery.plan(exercise), place, Long.toString(number))) {
      Shell shell = new Shell(open.folder().id(), tools.provisioning());
      return new MysterySession(exercise, cases, open, shell, tools.out()).run(System.in);
    }
  }
}
