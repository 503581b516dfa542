package dev.faultlab.cli;

import dev.faultlab.challenge.Challenge;
import dev.faultlab.challenge.ChallengeReader;
import dev.faultlab.challenge.ChallengeText;
import dev.faultlab.challenge.RepairFinding;
import dev.faultlab.challenge.RepairFolder;
import dev.faultlab.challenge.RepairGrade;
import dev.faultlab.challenge.RepairGrade.Answer;
import dev.faultlab.challenge.RepairGrader;
import dev.faultlab.challenge.RepairPlan;
import dev.faultlab.challenge.UnusableFiles;
import dev.faultlab.lab.Cures;
import dev.faultlab.lab.Lab;
import dev.faultlab.result.RunResult;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./faultlab check}: whether a learner's files cure the fault. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Carries out the lab's trials with your files and without them, and says whether they cure the"
          + " fault, for the right reason, and without breaking something else. Without names: the"
          + " repair that was begun last.",
      "",
      "Example: ./faultlab check charset mix"
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:cured",
      "1:not cured, or something else is broken",
      "2:cannot tell",
      "64:wrong usage"
    })
final class CheckCommand implements Callable<Integer> {
  @Parameters(index = "0", arity = "0..1", paramLabel = "LAB", description = "The lab.")
  private Optional<String> lab = Optional.empty();

  @Parameters(index = "1", arity = "0..1", paramLabel = "REPAIR", description = "The repair.")
  private Optional<String> id = Optional.empty();

  @Option(
      names = "--solution",
      description =
          "Check the model solutions instead of your files: of one repair, or in one run of all of"
              + " a lab.")
  private boolean solution;

  @Spec private picocli.CommandLine.Model.CommandSpec spec;

  private final Toolbox tools;
  private final LabRun labRun;
  private final Repairs repairs;

  CheckCommand(Toolbox tools, LabRun labRun) {
    this.tools = tools;
    this.labRun = labRun;
    this.repairs = new Repairs(tools);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (lab.isPresent() && id.isEmpty()) {
      if (!solution) {
        throw new ParameterException(spec.commandLine(), "which repair of lab " + lab.get() + "?");
      }
      Lab read = tools.labs().read(lab.get());
      return solutions(read, ChallengeReader.challenges(read));
    }
    Repairs.Found found = lab.isPresent() ? repairs.find(lab.get(), id.get()) : repairs.current();
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
      e.problems().forEach(tools.out()::println);
      workplace.note(Optional.of("unusable"));
      return Answer.NOT_CURED.exitStatus();
    }
    RepairGrade marked = carryOut(of, List.of(attempt), workplace.checks()).get(0);
    workplace.note(marked.findings().stream().findFirst().map(RepairFinding::key));
    tell(marked);
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
        e.problems().forEach(tools.out()::println);
        return Answer.NOT_CURED.exitStatus();
      }
    }
    if (attempts.isEmpty()) {
      tools.out().println("lab " + of.name() + " has no repairs");
      return ExitStatus.OK;
    }
    int status = ExitStatus.OK;
    for (RepairGrade marked : carryOut(of, attempts, replay.resolve("checks"))) {
      tell(marked);
      status = Math.max(status, marked.answer().exitStatus());
    }
    return status;
  }

  private List<RepairGrade> carryOut(Lab of, List<RepairPlan.Attempt> attempts, Path results)
      throws IOException, InterruptedException {
    RepairPlan exam = new RepairPlan(of, attempts);
    RunResult result = labRun.run(exam.plan(), results);
    Path folder = results.resolve(of.name()).resolve(result.runId());
    tools.out().println("evidence: " + folder.resolve("evidence"));
    List<RepairGrade> marked = new ArrayList<>();
    for (RepairPlan.Attempt attempt : attempts) {
      ChallengeText text = ChallengeReader.text(attempt.challenge());
      marked.add(new RepairGrader(exam, result, folder).mark(attempt.challenge(), text));
    }
    return marked;
  }

  private void tell(RepairGrade marked) {
    PrintStream out = tools.out();
    Challenge challenge = marked.challenge();
    out.printf("%n%s %s: %s%n", challenge.lab(), challenge.id(), word(marked.answer()));
    marked.seen().forEach(line -> out.println("  " + line));
    marked.findings().forEach(finding -> out.println("- " + finding.said()));
    if (marked.answer() == Answer.CURED) {
      out.println(ChallengeReader.text(challenge).cured());
      if (!Cures.of(tools.labs().read(challenge.lab())).all().isEmpty()) {
        out.printf("What else helps, and its price: ./faultlab cures %s%n", challenge.lab());
      }
    } else if (!solution) {
      out.println("A hint: ./faultlab repair --hint");
    }
  }

  private static String word(Answer answer) {
    return switch (answer) {
      case CURED -> "cured";
      case NOT_CURED -> "not cured";
      case CANNOT_TELL -> "cannot tell";
    };
  }
}
