package dev.faultlab.cli;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.PlannedRuns;
import dev.faultlab.command.Toolbox;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.exercise.Exercise;
import dev.faultlab.exercise.FileInstaller;
import dev.faultlab.exercise.Repair;
import dev.faultlab.exercise.RepairFinding;
import dev.faultlab.exercise.RepairFolder;
import dev.faultlab.exercise.RepairGrade;
import dev.faultlab.exercise.RepairGrader;
import dev.faultlab.exercise.RepairPlan;
import dev.faultlab.exercise.RepairPlan.Attempt;
import dev.faultlab.exercise.RepairText;
import dev.faultlab.exercise.Repairs;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.image.GoBuild;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Cures;
import dev.faultlab.lab.Lab;
import dev.faultlab.result.RunResult;
import dev.faultlab.run.OpenStack;
import dev.faultlab.run.RunSetup;
import dev.faultlab.run.Shell;
import dev.faultlab.verdict.Judgement;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code ./faultlab repair}: faults that a learner fixes, and whether the fix holds.
 *
 * @param parent has a folder for each repair, {@code <lab>/<repair>/}
 */
@Command(
    name = "repair",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Hands out a fault and the files that you may change, and checks whether they fix it. Without"
          + " LAB and REPAIR, all but start use the repair that was begun last."
    },
    footer = {"", "Example: ./faultlab repair start charset mix"})
record RepairCommand(Toolbox tools, PrintStream out, PlannedRuns labRun, Path parent) {
  RepairCommand(Toolbox tools, PlannedRuns labRun) {
    this(tools, tools.out(), labRun, tools.workspace().root().resolve("repair"));
  }

  /** Selects the repair. */
  static final class RepairSelection {
    @Parameters(index = "0", arity = "0..1", paramLabel = "LAB", description = "The lab.")
    private Optional<String> lab = Optional.empty();

    @Parameters(index = "1", arity = "0..1", paramLabel = "REPAIR", description = "The repair.")
    private Optional<String> id = Optional.empty();
  }

  private RepairFolder begin(Exercise<Repair> repair) throws IOException {
    return RepairFolder.begin(tools.workspace().root(), parent, repair);
  }

  private Exercise<Repair> find(RepairSelection selection) throws IOException {
    if (selection.lab.isPresent()) {
      String id =
          selection.id.orElseThrow(
              () ->
                  new WrongUsage(
                      "which repair of lab %s? './faultlab repair start %1$s' lists them",
                      selection.lab.get()));
      return Repairs.find(tools.labs().read(selection.lab.get()), id);
    }
    String[] words = RepairFolder.current(parent).split(" ");
    return Repairs.find(tools.labs().read(words[0]), words[1]);
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Begin a repair, or list the repairs.",
        "",
        "Describes the problem and puts the files that you may change into repair/LAB/REPAIR/."
      })
  void start(@Mixin RepairSelection selection) throws IOException {
    if (selection.id.isPresent()) {
      print(begin(find(selection)));
      return;
    }
    Table table = new Table("LAB", "REPAIR", "");
    for (String name : selection.lab.map(List::of).orElseGet(() -> tools.labs().names())) {
      for (Exercise<Repair> repair : Repairs.of(tools.labs().read(name))) {
        table.row(name, repair.id(), Repairs.text(repair).title());
      }
    }
    out.print(table);
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Give the next hint, based on the last check. Hints cost nothing.")
  void hint(@Mixin RepairSelection choice) throws IOException {
    out.println(begin(find(choice)).hint().orElse("There is no further hint for the last check."));
  }

  @Command(mixinStandardHelpOptions = true, description = "Put the files back, and begin again.")
  void reset(@Mixin RepairSelection selection) throws IOException {
    Exercise<Repair> repair = find(selection);
    begin(repair).clear();
    print(begin(repair));
  }

  private void print(RepairFolder own) {
    RepairText text = Repairs.text(own.repair());
    out.printf(
        "%s: %s%n%n%s%n%nYours to change:%n",
        own.repair().lab().name(), text.title(), text.story());
    own.repair().task().files().keySet().forEach(f -> out.println("  " + own.folder().resolve(f)));
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
      @Mixin RepairSelection selection,
      @Option(
              names = "--in",
              paramLabel = "SERVICE",
              description = "Open it in this service instead.")
          Optional<String> service,
      @Option(
              names = "--tools",
              description =
                  "Open it next to the service, with tcpdump, ss, strace, dig, jcmd and jstack.")
          boolean sidecar)
      throws IOException, InterruptedException {
    RepairFolder own = begin(find(selection));
    // With a mount of its own, so that a check at the same time changes nothing there.
    Optional<Attempt> attempt = attempt(own.repair(), own.folder(), own.folder().resolve(".shown"));
    if (attempt.isEmpty()) {
      return ExitStatus.CONTRADICTED;
    }
    String where = service.orElse(own.repair().task().shell());
    try (OpenStack open =
        OpenStack.open(labRun.host(), RepairPlan.ownOnly(attempt.get()), own.folder(), ".visits")) {
      // A trial makes settings, such as a guest's sysctl, that the shell should see.
      TrialEvidence trial = open.load(1);
      trial.failure().ifPresent(f -> out.println("the trial failed: " + f));
      out.println("evidence of a trial with your files: " + trial.folder());
      String name = open.stack().service(where).name();
      out.println("a shell " + (sidecar ? "beside " : "in ") + name + "; exit ends the stack");
      Shell one = new Shell(open.folder().id(), tools.provisioning());
      return sidecar ? one.openBeside(where) : one.open(where);
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
      exitCodeList = {
        "0:fixed",
        "1:not fixed, or something else is broken",
        "2:inconclusive",
        "64:wrong usage"
      })
  int check(
      @Mixin RepairSelection choice,
      @Option(
              names = "--solution",
              description =
                  "Check the model solutions instead of your files: for one repair, or for all of "
                      + "a lab in one run.")
          boolean solution)
      throws IOException, InterruptedException {
    if (!solution) {
      return checkOwnFiles(begin(find(choice)));
    }
    boolean all = choice.lab.isPresent() && choice.id.isEmpty();
    return solutions(all ? Repairs.of(tools.labs().read(choice.lab.get())) : List.of(find(choice)));
  }

  private int checkOwnFiles(RepairFolder own) throws IOException, InterruptedException {
    Optional<Attempt> attempt = attempt(own.repair(), own.folder(), own.folder().resolve(".built"));
    if (attempt.isEmpty()) {
      own.note(Optional.of("unusable"));
      return ExitStatus.CONTRADICTED;
    }
    RepairGrade grade = carryOut(List.of(attempt.get()), own.folder().resolve("checks")).get(0);
    own.note(grade.findings().stream().findFirst().map(RepairFinding::key));
    print(grade, false);
    return grade.answer().exitStatus();
  }

  private int solutions(List<Exercise<Repair>> repairs) throws IOException, InterruptedException {
    Path replay = parent.resolve(".replay");
    List<Attempt> attempts = new ArrayList<>();
    for (Exercise<Repair> repair : repairs) {
      Path own = replay.resolve(repair.lab().name()).resolve(repair.id());
      Repairs.solve(repair, tools.workspace().root(), own.resolve("solution"));
      Optional<Attempt> attempt = attempt(repair, own.resolve("solution"), own.resolve("built"));
      if (attempt.isEmpty()) {
        return ExitStatus.CONTRADICTED;
      }
      attempts.add(attempt.get());
    }
    if (attempts.isEmpty()) {
      out.println("the lab has no repairs");
      return ExitStatus.OK;
    }
    int status = ExitStatus.OK;
    for (RepairGrade grade : carryOut(attempts, replay.resolve("checks"))) {
      print(grade, true);
      status = ExitStatus.worse(status, grade.answer().exitStatus());
    }
    return status;
  }

  /** Says why files cannot be used; then it is empty. */
  private Optional<Attempt> attempt(Exercise<Repair> repair, Path files, Path mount)
      throws IOException {
    Path root = tools.workspace().root();
    GoBuild go =
        new GoBuild(
            root,
            tools.workspace().cache().directory("repair-go"),
            tools.commands(),
            () -> tools.provisioning().images().image("go", Map.of()),
            tools.environment());
    Attempt attempt =
        new FileInstaller(
                root,
                (file, code, to) -> go.build(file, code.module(), code.at(), code.binary(), to))
            .install(repair, files, mount);
    attempt.problems().forEach(out::println);
    return Optional.of(attempt).filter(usable -> usable.problems().isEmpty());
  }

  /** In one run; all are of one lab. */
  private List<RepairGrade> carryOut(List<Attempt> attempts, Path results)
      throws IOException, InterruptedException {
    Lab lab = attempts.get(0).repair().lab();
    RunSetup setup =
        labRun
            .host()
            .begin(RepairPlan.of(attempts), GuestStart.FROM_SNAPSHOT, results, Map.of(), Map.of());
    RunResult result = labRun.run(setup);
    Path folder = results.resolve(lab.name()).resolve(result.runId());
    out.println("evidence: " + folder.resolve("evidence"));
    RepairGrader grader = new RepairGrader(result, folder);
    return attempts.stream().map(attempt -> grader.mark(attempt.repair())).toList();
  }

  private void print(RepairGrade grade, boolean solution) {
    Exercise<Repair> repair = grade.repair();
    String lab = repair.lab().name();
    out.printf("%n%s %s: %s%n", lab, repair.id(), grade.word());
    grade.seen().forEach(line -> out.println("  " + line));
    grade.findings().forEach(finding -> out.println("- " + finding.text()));
    if (grade.answer() == Judgement.AS_EXPECTED) {
      out.println(Repairs.text(repair).cured());
      if (!Cures.of(repair.lab()).all().isEmpty()) {
        out.printf("Other fixes, and their price: ./faultlab fixes %s%n", lab);
      }
    } else if (!solution) {
      out.println("A hint: ./faultlab repair hint");
    }
  }
}
