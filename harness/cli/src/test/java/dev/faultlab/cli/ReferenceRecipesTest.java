package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.command.Toolbox;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.RunForm;
import dev.faultlab.machine.Command;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Point;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
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

  private final Map<String, Plan> plans = new LinkedHashMap<>();
  private final Toolbox tools = CommandListTest.tools();

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
  void togetherTheyAreTheFullForms(String name) throws Exception {
    Lab lab = tools.labs().read(name);
    Plan full = new Planner(lab).plan(new Choices(Map.of(), List.of(), RunForm.FULL));
    Map<Point, Integer> planned = new HashMap<>();
    plans.values().stream()
        .filter(plan -> plan.lab().name().equals(name))
        .forEach(
            plan -> plan.cells().forEach(c -> planned.merge(c.point(), plan.trials(c), Math::max)));
    assertThat(full.cells())
        .as("in no recipe with so many trials")
        .noneMatch(cell -> planned.getOrDefault(cell.point(), 0) < full.trials(cell));
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
