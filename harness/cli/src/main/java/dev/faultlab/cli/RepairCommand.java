package dev.faultlab.cli;

import dev.faultlab.challenge.Challenge;
import dev.faultlab.challenge.ChallengeReader;
import dev.faultlab.challenge.ChallengeText;
import dev.faultlab.challenge.Hints;
import dev.faultlab.challenge.InstalledFiles;
import dev.faultlab.challenge.RepairFolder;
import dev.faultlab.challenge.RepairPlan;
import dev.faultlab.challenge.UnusableFiles;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.lab.Lab;
import dev.faultlab.plan.Plan;
import dev.faultlab.run.OpenStack;
import dev.faultlab.run.Shell;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./faultlab repair}: begins a challenge, gives hints, opens a shell in its stack. */
@Command(
    name = "repair",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the labs' repairs, or begins one: tells what is wrong and puts the files that you may"
          + " change into repair/LAB/REPAIR/. Change them with any editor; ./faultlab check says"
          + " whether they cure the fault.",
      "",
      "Example: ./faultlab repair charset mix"
    })
final class RepairCommand implements Callable<Integer> {
  @Parameters(index = "0", arity = "0..1", paramLabel = "LAB", description = "Only its repairs.")
  private Optional<String> lab = Optional.empty();

  @Parameters(index = "1", arity = "0..1", paramLabel = "REPAIR", description = "Begin this one.")
  private Optional<String> id = Optional.empty();

  @ArgGroup private Deed deed = new Deed();

  /** What to do beside telling the story. */
  private static final class Deed {
    @Option(
        names = "--hint",
        description = "The next hint, drawn from what the last check found. Hints cost nothing.")
    private boolean hint;

    @Option(names = "--again", description = "Put the files back as they were, and begin anew.")
    private boolean again;

    @Option(
        names = "--shell",
        description =
            "Start the stack with your files as they are now, carry out a trial, and open a shell in"
                + " it. The stack ends with the shell.")
    private boolean shell;
  }

  @Option(
      names = "--in",
      paramLabel = "SERVICE",
      description = "With --shell: open it in this service instead.")
  private Optional<String> service = Optional.empty();

  @Option(
      names = "--tools",
      description =
          "With --shell: open it beside the service, with tcpdump, ss, strace, dig, jcmd and jstack.")
  private boolean beside;

  @Spec private picocli.CommandLine.Model.CommandSpec spec;

  private final Toolbox tools;
  private final LabRun labRun;
  private final Repairs repairs;

  RepairCommand(Toolbox tools, LabRun labRun) {
    this.tools = tools;
    this.labRun = labRun;
    this.repairs = new Repairs(tools);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (id.isPresent()) {
      return on(repairs.find(lab.get(), id.get()));
    }
    if (deed.hint || deed.again || deed.shell) {
      if (lab.isPresent()) {
        throw new ParameterException(spec.commandLine(), "which repair of lab " + lab.get() + "?");
      }
      return on(repairs.current());
    }
    Table table = new Table("LAB", "REPAIR", "");
    for (String name : lab.map(java.util.List::of).orElseGet(() -> tools.labs().names())) {
      Lab read = tools.labs().read(name);
      for (Challenge challenge : ChallengeReader.challenges(read)) {
        table.row(name, challenge.id(), ChallengeReader.text(challenge).title());
      }
    }
    tools.out().print(table);
    return ExitStatus.OK;
  }

  private int on(Repairs.Found found) throws IOException, InterruptedException {
    Challenge challenge = found.challenge();
    RepairFolder workplace = repairs.workplace(challenge);
    ChallengeText text = ChallengeReader.text(challenge);
    repairs.work(challenge);
    if (deed.again) {
      workplace.startAgain(challenge);
    } else {
      workplace.layOut(challenge);
    }
    if (deed.hint) {
      tools.out().println(hint(new Hints(text, workplace).next()));
      return ExitStatus.OK;
    }
    if (deed.shell) {
      return shell(found.lab(), challenge, workplace);
    }
    tell(challenge, text, workplace);
    return ExitStatus.OK;
  }

  private void tell(Challenge challenge, ChallengeText text, RepairFolder workplace) {
    PrintStream out = tools.out();
    out.printf("%s: %s%n%n%s%n%nYours to change:%n", challenge.lab(), text.title(), text.story());
    challenge.files().keySet().forEach(f -> out.println("  " + workplace.folder().resolve(f)));
    out.printf(
        "%n  ./faultlab check                 does it cure the fault, and break nothing?%n"
            + "  ./faultlab repair --hint         the next hint%n"
            + "  ./faultlab repair --shell        a shell in the stack with these files%n");
  }

  private static String hint(Optional<Hints.Hint> hint) {
    return hint.map(h -> "Hint " + h.number() + " of " + h.of() + ": " + h.text())
        .orElse("There is no further hint on what the last check found.");
  }

  private int shell(Lab of, Challenge challenge, RepairFolder workplace)
      throws IOException, InterruptedException {
    InstalledFiles fitting;
    try {
      fitting = repairs.fitter().fit(challenge, workplace.folder(), workplace.shown());
    } catch (UnusableFiles e) {
      e.problems().forEach(tools.out()::println);
      return ExitStatus.CONTRADICTED;
    }
    String where = service.orElse(challenge.shell());
    Plan plan = RepairPlan.alone(of, new RepairPlan.Attempt(challenge, fitting));
    try (OpenStack open = labRun.executor().open(plan, workplace.folder(), ".visits")) {
      // What a trial sets, such as a guest's sysctl, is not there before one.
      TrialEvidence trial = open.load(1);
      trial.failure().ifPresent(f -> tools.out().println("the trial failed: " + f.message()));
      tools.out().println("evidence of a trial with your files: " + trial.folder());
      String name = open.stack().service(where).name();
      tools
          .out()
          .println("a shell " + (beside ? "beside " : "in ") + name + "; exit ends the stack");
      Shell one = new Shell(open.folder().id(), tools.provisioning());
      return beside ? one.beside(where) : one.in(where);
    }
  }
}
