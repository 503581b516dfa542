package dev.faultlab.cli;

import dev.faultlab.challenge.ChallengeChecks;
import dev.faultlab.challenge.mystery.MysteryChecks;
import dev.faultlab.docker.ImageException;
import dev.faultlab.lab.Cures;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lint.Documents;
import dev.faultlab.lint.Problem;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.StoredRun;
import dev.faultlab.run.KeptTrials;
import dev.faultlab.run.LabServices;
import dev.faultlab.run.LabSignatures;
import dev.faultlab.run.RoleImages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code ./faultlab lint}: declarations and documents. */
@Command(
    name = "lint",
    mixinStandardHelpOptions = true,
    description =
        "Checks every lab (schema and references of lab.yaml, services, signatures, image roles, a"
            + " short and a full plan, what the signatures say of the trials in its evidence"
            + " folder, the answers of its class), every document (relative links, make targets, ./faultlab command"
            + " lines), and that the evidence committed with results is as it was.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:nothing to complain of", "1:problems, one line each"})
final class LintCommand implements Callable<Integer> {
  private static final int PROBLEMS = 1;

  private final Toolbox tools;

  LintCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    LabReader reader = tools.labs();
    List<String> problems = new ArrayList<>();
    for (String name : reader.names()) {
      problems.addAll(lab(reader, name));
    }
    problems.addAll(mysteries(reader));
    Documents documents =
        new Documents(
            tools.workspace().root(), Set.copyOf(reader.names()), words -> misuse(reader, words));
    documents.problems().stream().map(Problem::toString).forEach(problems::add);
    problems.addAll(bundles());
    problems.forEach(tools.out()::println);
    return problems.isEmpty() ? ExitStatus.OK : PROBLEMS;
  }

  /** What is wrong with the evidence that is committed with results. */
  private List<String> bundles() throws IOException {
    List<String> problems = new ArrayList<>();
    for (StoredRun.Finished run : new RunStore(tools.workspace().results()).bundled()) {
      problems.addAll(run.bundle().orElseThrow().problems());
    }
    return problems;
  }

  /** Those labs that cannot be read say so themselves. */
  private static List<String> mysteries(LabReader reader) {
    List<Lab> labs = new ArrayList<>();
    for (String name : reader.names()) {
      try {
        labs.add(reader.read(name));
      } catch (LabException e) {
        // said by lab()
      }
    }
    return MysteryChecks.problems(labs);
  }

  private List<String> lab(LabReader reader, String name) {
    try {
      Lab lab = reader.read(name);
      List<String> problems = new ArrayList<>();
      new LabSignatures(lab)
          .problems()
          .forEach(problem -> problems.add(lab.folder().resolve("lab.yaml") + ": " + problem));
      problems.addAll(new LabServices(lab, tools.commands()).problems());
      problems.addAll(new KeptTrials(lab).problems());
      problems.addAll(
          new LessonLint(tools.workspace().root(), tools.workspace().results()).problems(lab));
      problems.addAll(new ChallengeChecks(lab, tools.workspace().root()).problems());
      Cures.of(lab);
      RoleImages images = new RoleImages(tools.provisioning());
      Set<String> roles = new LinkedHashSet<>();
      for (boolean quick : new boolean[] {false, true}) {
        Plan plan = new Planner(lab).plan(new Choices(Map.of(), List.of(), quick));
        for (StackSpec stack : plan.stacks()) {
          roles.addAll(plan.images(stack).values());
        }
        for (String why : plan.oneSided()) {
          problems.add(
              lab.folder().resolve("lab.yaml")
                  + (quick ? ": in the short form " : ": in the full form ")
                  + why);
        }
      }
      for (String role : roles) {
        try {
          images.check(role);
        } catch (ImageException e) {
          problems.add(lab.folder() + ": " + e.getMessage());
        }
      }
      return problems;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of("interrupted");
    } catch (LabException | IOException e) {
      return List.of(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      return List.of("labs/" + name + ": cannot be planned: " + e.getMessage());
    }
  }

  /** What a command line would be refused for, its variants and values included. */
  Optional<String> misuse(LabReader reader, List<String> arguments) {
    try {
      List<String> words = LabFolders.of(arguments, Map.of()).words();
      CommandLine.ParseResult command =
          Main.commandLine(tools, words).parseArgs(words.toArray(String[]::new)).subcommand();
      if (command != null
          && command.hasSubcommand()
          && Main.LAB_COMMANDS.contains(command.commandSpec().name())) {
        CommandLine.ParseResult given = command.subcommand();
        Lab lab = reader.read(given.commandSpec().name());
        new Planner(lab).plan(LabCommand.choices(lab, given));
      }
      return Optional.empty();
    } catch (CommandLine.ParameterException | Parameter.BadParameter | IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }
}
