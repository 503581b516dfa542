package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.RunForm;
import dev.faultlab.machine.Command;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Point;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * The recipes of {@code make reference} take hours, so nobody notices soon that one names a variant
 * that is gone, or lacks the other side that a verdict needs, or that a variant is in none.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ReferenceRecipesTest {
  private static final Pattern RUN = Pattern.compile("(?m)^(\\S+) .*\\./faultlab run (.*)$");

  /** The fewest trials that tell how far they lie apart. */
  private static final int ENOUGH = 5;

  private final Map<String, Plan> plans = new LinkedHashMap<>();
  private final Toolbox tools = OverviewTest.tools();

  @BeforeAll
  void recipes() throws InterruptedException {
    RUN.matcher(tools.commands().run(Command.of("../../harness/scripts/reference", "--list")).out())
        .results()
        .forEach((MatchResult recipe) -> plans.put(recipe.group(1), plan(recipe.group(2))));
    assertThat(plans).isNotEmpty();
  }

  @Test
  void eachCanBeCarriedOutAndEndWithAVerdict() {
    assertThat(plans.values().stream().flatMap(plan -> plan.oneSided().stream())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"charset", "dns-go", "dns-java", "random", "syncookie"})
  void togetherTheyAreTheFullFormsAndHaveBeenCarriedOut(String name) throws Exception {
    Lab lab = tools.labs().read(name);
    Plan full = new Planner(lab).plan(new Choices(Map.of(), List.of(), RunForm.FULL));
    Map<Point, Integer> planned = new HashMap<>();
    plans.values().stream()
        .filter(plan -> plan.lab().name().equals(name))
        .forEach(
            plan -> plan.cells().forEach(c -> planned.merge(c.point(), plan.trials(c), Math::max)));
    Map<Point, Integer> measured = measured(name);

    assertThat(lacking(full, planned, Integer.MAX_VALUE)).as("in no recipe").isEmpty();
    assertThat(lacking(full, measured, ENOUGH)).as("in no committed result").isEmpty();
  }

  /** Points of the full form that have fewer trials than that has, and than are enough. */
  private static List<String> lacking(Plan full, Map<Point, Integer> there, int enough) {
    return full.cells().stream()
        .filter(cell -> there.getOrDefault(cell.point(), 0) < Math.min(full.trials(cell), enough))
        .map(Cell::id)
        .toList();
  }

  /** The most trials that a committed result has of each point. */
  private static Map<Point, Integer> measured(String lab) throws Exception {
    Map<Point, Integer> most = new HashMap<>();
    try (Stream<Path> files = Files.list(Path.of("../../results/reference"))) {
      for (Path file :
          files
              .filter(path -> path.getFileName().toString().matches(lab + "(-.*)?\\.json"))
              .toList()) {
        RunResult result = new ResultJson().read(file);
        if (result.lab().equals(lab)) {
          result.trials().stream()
              .filter(trial -> trial.failure().isEmpty())
              .collect(Collectors.groupingBy(TrialRecord::point, Collectors.summingInt(t -> 1)))
              .forEach((point, trials) -> most.merge(point, trials, Math::max));
        }
      }
    }
    return most;
  }

  private Plan plan(String words) {
    CommandLine.ParseResult given =
        Main.commandLine(tools, true)
            .parseArgs(("run " + words).split(" "))
            .subcommand()
            .subcommand();
    Lab lab = tools.labs().read(given.commandSpec().name());
    return new Planner(lab).plan(LabCommand.choices(lab, given));
  }
}
