package dev.faultlab.cli;

import dev.faultlab.challenge.Challenge;
import dev.faultlab.challenge.ChallengeReader;
import dev.faultlab.challenge.ChallengeText;
import dev.faultlab.challenge.Hints;
import dev.faultlab.challenge.InstalledFiles;
import dev.faultlab.challenge.RepairFinding;
import dev.faultlab.challenge.RepairFolder;
import dev.faultlab.challenge.RepairGrade;
import dev.faultlab.challenge.RepairGrade.Answer;
import dev.faultlab.challenge.RepairGrader;
import dev.faultlab.challenge.RepairPlan;
import dev.faultlab.challenge.UnusableFiles;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.lab.Cures;
import dev.faultlab.lab.Lab;
import dev.faultlab.plan.Plan;
import dev.faultlab.result.RunResult;
import dev.faultlab.run.OpenStack;
import dev.faultlab.run.Shell;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./faultlab repair}: faults that a learner fixes, and whether the fix holds. */
@Command(
    name = "repair",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Hands out a fault and the files that you may change, and checks whether they fix it. Without"
          + " LAB and REPAIR, all but start use the repair that was begun last."
    },
    footer = {"", "Example: ./faultlab repair start charset mix"})
final class RepairCommand {
  private final Toolbox tools;
  private final PrintStream out;
  private final LabRun labRun;
  private final Repairs repairs;

  RepairCommand(Toolbox tools, LabRun labRun) {
    this.tools = tools;
    this.out = tools.out();
    this.labRun = labRun;
    this.repairs = new Repairs(tools);
  }

  /** Selects the repair. */
  static final class Which {
    @Parameters(index = "0", arity = "0..1", paramLabel = "LAB", description = "The lab.")
    private Optional<String> lab = Optional.empty();

    @Parameters(index = "1", arity = "0..1", paramLabel = "REPAIR", description = "The repair.")
    private Optional<String> id = Optional.empty();

    private Repairs.Found in(Repairs repairs) throws IOException {
      if (lab.isPresent() && id.isEmpty()) {
        throw new WrongUsage(
            "which repair of lab %s? './faultlab repair start %1$s' lists them", lab.get());
      }
      return lab.isPresent() ? repairs.find(lab.get(), id.get()) : repairs.current();
    }
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Begin a repair, or list the repairs.",
        "",
        "Describes the problem and puts the files that you may change into repair/LAB/REPAIR/."
      })
  int start(@Mixin Which which) throws IOException {
    if (which.id.isPresent()) {
      Challenge challenge = begun(which.in(repairs));
      repairs.workplace(challenge).layOut(challenge);
      tell(challenge);
      return ExitStatus.OK;
    }
    Table table = new Table("LAB", "REPAIR", "");
    for (String name : which.lab.map(List::of).orElseGet(() -> tools.labs().names())) {
      for (Challenge challenge : ChallengeReader.challenges(tools.labs().read(name))) {
        table.row(name, challenge.id(), ChallengeReader.text(challenge).title());
      }
    }
    out.print(table);
    return ExitStatus.OK;
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Give the next hint, based on the last check. Hints cost nothing.")
  int hint(@Mixin Which which) throws IOException {
    Challenge challenge = begun(which.in(repairs));
    RepairFolder workplace = repairs.workplace(challenge);
    workplace.layOut(challenge);
    out.println(
        new Hints(ChallengeReader.text(challenge), workplace)
            .next()
            .map(h -> "Hint " + h.number() + " of " + h.of() + ": " + h.text())
            .orElse("There is no further hint for the last check."));
    return ExitStatus.OK;
  }

  @Command(mixinStandardHelpOptions = true, description = "Put the files back, and begin again.")
  int reset(@Mixin Which which) throws IOException {
    Challenge challenge = begun(which.in(repairs));
    repairs.workplace(challenge).startAgain(challenge);
    tell(challenge);
    return ExitStatus.OK;
  }

  private Challenge begun(Repairs.Found found) throws IOException {
    repairs.work(found.challenge());
    return found.challenge();
  }

  private void tell(Challenge challenge) {
    Path folder = repairs.workplace(challenge).folder();
    ChallengeText text = ChallengeReader.text(challenge);
    out.printf("%s: %s%n%n%s%n%nYours to change:%n", challenge.lab(), text.title(), text.story());
    challenge.files().keySet().forEach(f -> out.println("  " + folder.resolve(f)));
    out.printf(
        "%n  ./faultlab repair check   does it fix the fault, and break nothing?%n"
            + "  ./faultlab repair hint    the next hint%n"
            + "  ./faultlab repair shell   a shell in the stack with these files%n");
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Open a shell in the stack with your files.",
        "",
        "Starts the stack with the files as they are now and carries out a trial first. The stack ends"
            + " with the shell."
      },
      exitCodeListHeading = "%nExit status: that of the shell, or%n",
      exitCodeList = "1:your files cannot be used")
  int shell(
      @Mixin Which which,
      @Option(
              names = "--in",
              paramLabel = "SERVICE",
              description = "Open it in this service instead.")
          Optional<String> service,
      @Option(
              names = "--tools",
              description =
                  "Open it next to the service, with tcpdump, ss, strace, dig, jcmd and jstack.")
          boolean beside)
      throws IOException, InterruptedException {
    Repairs.Found found = which.in(repairs);
    Challenge challenge = begun(found);
    RepairFolder workplace = repairs.workplace(challenge);
    workplace.layOut(challenge);
    InstalledFiles fitting;
    try {
      fitting = repairs.fitter().fit(challenge, workplace.folder(), workplace.shown());
    } catch (UnusableFiles e) {
      e.problems().forEach(out::println);
      return ExitStatus.CONTRADICTED;
    }
    String where = service.orElse(challenge.setup().shell());
    Plan plan = RepairPlan.alone(found.lab(), new RepairPlan.Attempt(challenge, fitting));
    try (OpenStack open = labRun.executor().open(plan, workplace.folder(), ".visits")) {
      // Settings that a trial makes, such as a guest's sysctl, do not exist before one.
      TrialEvidence trial = open.load(1).evidence();
      trial.failure().ifPresent(f -> out.println("the trial failed: " + f));
      out.println("evidence of a trial with your files: " + trial.folder());
      String name = open.stack().service(where).name();
      out.println("a shell " + (beside ? "beside " : "in ") + name + "; exit ends the stack");
      Shell one = new Shell(open.folder().id(), tools.provisioning());
      return beside ? one.beside(where) : one.in(where);
    }
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Check whether your files fix the fault.",
        "",
        "Carries out the lab's trials with and without them, and reports whether they fix the "
            + "fault, for the right reason, without breaking something else."
      },
      exitCodeListHeading = "%nExit status:%n",
      exitCodeList = {
        "0:fixed",
        "1:not fixed, or something else is broken",
        "2:inconclusive",
        "64:wrong usage"
      })
  int check(
      @Mixin Which which,
      @Option(
              names = "--solution",
              description =
                  "Check the model solutions instead of your files: for one repair, or for all of "
                      + "a lab in one run.")
          boolean solution)
      throws IOException, InterruptedException {
    if (solution && which.lab.isPresent() && which.id.isEmpty()) {
      Lab read = tools.labs().read(which.lab.get());
      return solutions(read, ChallengeReader.challenges(read));
    }
    Repairs.Found found = which.in(repairs);
    return solution
        ? solutions(found.lab(), List.of(found.challenge()))
        : yours(found.lab(), found.challenge());
  }

  private int yours(Lab of, Challenge challenge) throws IOException, InterruptedException {
    RepairFolder workplace = repairs.workplace(challenge);
    workplace.layOut(challenge);
    repairs.work(challenge);
    RepairPlan.Attempt attempt;
    try {
      attempt =
          new RepairPlan.Attempt(
              challenge, repairs.fitter().fit(challenge, workplace.folder(), workplace.built()));
    } catch (UnusableFiles e) {
      e.problems().forEach(out::println);
      workplace.note(Optional.of("unusable"));
      return Answer.NOT_CURED.exitStatus();
    }
    RepairGrade marked = carryOut(of, List.of(attempt), workplace.checks()).get(0);
    workplace.note(marked.findings().stream().findFirst().map(RepairFinding::key));
    tell(marked, false);
    return marked.answer().exitStatus();
  }

  private int solutions(Lab of, List<Challenge> challenges)
      throws IOException, InterruptedException {
    Path replay = repairs.folder().resolve(".replay");
    List<RepairPlan.Attempt> attempts = new ArrayList<>();
    for (Challenge challenge : challenges) {
      Path mount = replay.resolve(of.name()).resolve(challenge.id());
      try {
        attempts.add(
            new RepairPlan.Attempt(
                challenge, repairs.fitter().fit(challenge, challenge.solution(), mount)));
      } catch (UnusableFiles e) {
        e.problems().forEach(out::println);
        return Answer.NOT_CURED.exitStatus();
      }
    }
    if (attempts.isEmpty()) {
      out.println("lab " + of.name() + " has no repairs");
      return ExitStatus.OK;
    }
    int status = ExitStatus.OK;
    for (RepairGrade marked : carryOut(of, attempts, replay.resolve("checks"))) {
      tell(marked, true);
      status = Math.max(status, marked.answer().exitStatus());
    }
    return status;
  }

  private List<RepairGrade> carryOut(Lab of, List<RepairPlan.Attempt> attempts, Path results)
      throws IOException, InterruptedException {
    RepairPlan exam = new RepairPlan(of, attempts);
    RunResult result = labRun.run(exam.plan(), results);
    Path folder = results.resolve(of.name()).resolve(result.runId());
    out.println("evidence: " + folder.resolve("evidence"));
    List<RepairGrade> marked = new ArrayList<>();
    for (RepairPlan.Attempt attempt : attempts) {
      ChallengeText text = ChallengeReader.text(attempt.challenge());
      marked.add(new RepairGrader(exam, result, folder).mark(attempt.challenge(), text));
    }
    return marked;
  }

  private void tell(RepairGrade marked, boolean solution) {
    Challenge challenge = marked.challenge();
    out.printf("%n%s %s: %s%n", challenge.lab(), challenge.id(), word(marked.answer()));
    marked.seen().forEach(line -> out.println("  " + line));
    marked.findings().forEach(finding -> out.println("- " + finding.said()));
    if (marked.answer() == Answer.CURED) {
      out.println(ChallengeReader.text(challenge).cured());
      if (!Cures.of(tools.labs().read(challenge.lab())).all().isEmpty()) {
        out.printf("Other fixes, and their price: ./faultlab fixes %s%n", challenge.lab());
      }
    } else if (!solution) {
      out.println("A hint: ./faultlab repair hint");
    }
  }

  private static String word(Answer answer) {
    return switch (answer) {
      case CURED -> "fixed";
      case NOT_CURED -> "not fixed";
      case INCONCLUSIVE -> "inconclusive";
    };
  }
}
