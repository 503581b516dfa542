package dev.faultlab.tools.lint;

import dev.faultlab.cli.CommandCheck;
import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.Toolbox;
import dev.faultlab.docker.ImageException;
import dev.faultlab.exercise.ExerciseChecks;
import dev.faultlab.lab.Cures;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.Places;
import dev.faultlab.lab.Requirement;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.result.RunStore;
import dev.faultlab.run.KeptTrials;
import dev.faultlab.run.Provisioning;
import dev.faultlab.signature.LabSignatures;
import dev.faultlab.stack.LabServices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * {@code ./faultlab dev lint}: declarations and documents.
 *
 * @param commandLine reads the command lines in documents
 */
@Command(
    name = "lint",
    description =
        "Checks every lab (schema and references of lab.yaml, no shell code in it, services, signatures, image roles, a"
            + " short and a full plan, what the signatures say of the trials in its evidence"
            + " folder, the answers of its class), and every document (make targets, ./faultlab command lines, runs).",
    exitCodeList = {"0:nothing to complain of", "1:problems, one line each"})
public record LintCommand(Toolbox tools, BiFunction<Toolbox, List<String>, CommandLine> commandLine)
    implements Callable<Integer> {
  private static final int PROBLEMS = 1;

  /** Shorter lines may be the same by chance. */
  private static final int SENTENCE = 60;

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
            tools.workspace().root(), words -> CommandCheck.misuse(tools, words, commandLine));
    documents.problems().stream().map(Problem::toString).forEach(problems::add);
    problems.forEach(tools.out()::println);
    for (Path lab : reader.all()) {
      templateSentence(lab)
          .ifPresent(old -> tools.out().println("note: " + lab + "/README.md still says: " + old));
    }
    if (problems.isEmpty()) {
      tools.out().printf("lint: %d labs and the documents are fine%n", reader.names().size());
    }
    return problems.isEmpty() ? ExitStatus.OK : PROBLEMS;
  }

  /** A sentence of the page that {@code new} writes; a new lab may have it, a finished one not. */
  private Optional<String> templateSentence(Path lab) throws IOException {
    Path page = lab.resolve("README.md");
    Path template = tools.workspace().root().resolve("harness/new-lab/README.md");
    if (!Files.isRegularFile(page) || !Files.isRegularFile(template)) {
      return Optional.empty();
    }
    List<String> written = Files.readAllLines(template);
    return Files.readAllLines(page).stream()
        .filter(line -> line.length() > SENTENCE && written.contains(line))
        .findFirst();
  }

  /** Unreadable labs are reported elsewhere. */
  private static List<String> mysteries(LabReader reader) {
    List<Lab> labs = new ArrayList<>();
    for (String name : reader.names()) {
      try {
        labs.add(reader.read(name));
      } catch (LabException e) {
        // reported by lab()
      }
    }
    return ExerciseChecks.ofMysteries(labs);
  }

  /** Committed rows in which a fault that is declared deterministic shows in some trials only. */
  private List<String> nondeterministicRows(String lab) throws IOException {
    return new RunStore(tools.workspace().results())
        .bundled().stream()
            .filter(run -> run.lab().equals(lab))
            .flatMap(run -> run.result().outcomes().stream())
            .filter(outcome -> outcome.counts().size() > 1)
            .map(o -> "committed trials of " + o.signature() + " disagree at " + o.point().words())
            .map(what -> "lab " + lab + ": deterministic, but " + what)
            .toList();
  }

  private List<String> lab(LabReader reader, String name) {
    try {
      Lab lab = reader.read(name);
      List<String> problems = new ArrayList<>();
      Path file = lab.folder().resolve("lab.yaml");
      InlineShell.problems(file, Files.readString(file)).stream()
          .map(Problem::toString)
          .forEach(problems::add);
      Places places = Places.of(lab);
      List<LabSignatures.Flaw> flaws = new LabSignatures(lab).problems();
      flaws.forEach(f -> problems.add(f.place(places) + ": " + f));
      problems.addAll(new LabServices(lab, tools.commands()).problems());
      if (lab.readings().deterministic().isPresent()) {
        problems.addAll(nondeterministicRows(name));
      }
      if (flaws.isEmpty()) {
        problems.addAll(new KeptTrials(lab).problems());
      }
      Path foretold = tools.workspace().results().resolve("reference/foretold.json");
      if (lab.folder().startsWith(tools.workspace().labs())) {
        new FaultyRanges(lab, tools.provisioning())
            .problems(foretold).stream()
                .map(flaw -> places.location(List.of("faulty")) + ": " + flaw)
                .forEach(problems::add);
      }
      problems.addAll(
          new LessonLint(tools.workspace().root(), new RunStore(tools.workspace().results()))
              .problems(lab));
      problems.addAll(ExerciseChecks.ofRepairs(lab, tools.workspace().root()));
      Cures.of(lab);
      Provisioning images = tools.provisioning();
      Set<Requirement> requirements = new LinkedHashSet<>();
      for (RunForm form : List.of(RunForm.FULL, RunForm.SHORT)) {
        Plan plan = new Planner(lab).plan(new Choices(Map.of(), List.of(), form));
        requirements.addAll(plan.requirements());
        plan.oneSided().forEach(why -> problems.add(file + ": in the " + form + " form " + why));
      }
      for (Requirement requirement : requirements) {
        try {
          images.check(requirement);
        } catch (ImageException e) {
          problems.add(places.of(requirement) + ": " + e.getMessage());
        }
      }
      return problems.stream().distinct().toList();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of("interrupted");
    } catch (LabException | IOException e) {
      return List.of(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      return List.of("labs/" + name + ": cannot be planned: " + e.getMessage());
    }
  }
}
