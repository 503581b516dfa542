package dev.faultlab.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.faultlab.lab.Lab;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.plan.Wave;
import dev.faultlab.result.RunStore;
import dev.faultlab.run.Division;
import dev.faultlab.run.Forecast;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** Prints what a run would do, for people and for programs. */
final class PlanPrinter {
  private final PrintStream out;
  private final RunStore earlier;
  private final Map<String, String> environment;

  /**
   * @param earlier runs, by which it is known how long things take here
   * @param environment may say how much memory there is
   */
  PlanPrinter(PrintStream out, RunStore earlier, Map<String, String> environment) {
    this.out = out;
    this.earlier = earlier;
    this.environment = environment;
  }

  /** What the command line asks for. */
  int run(Lab lab, CommandLine.ParseResult given) throws IOException {
    Plan plan = new Planner(lab).plan(LabCommand.choices(lab, given));
    print(plan, given.hasMatchedOption(LabCommand.JSON));
    return ExitStatus.OK;
  }

  private void print(Plan plan, boolean json) throws IOException {
    Division division = Division.of(plan, environment);
    if (json) {
      out.println(json(division));
      return;
    }
    List<StackSpec> stacks = List.copyOf(plan.stacks());
    Table points = new Table("POINT", "TRIALS", "STACK", "EXPECTED");
    for (Cell cell : plan.cells()) {
      points.row(
          cell.id(),
          Integer.toString(plan.trials(cell)),
          Integer.toString(stacks.indexOf(cell.stack()) + 1),
          expected(cell).entrySet().stream()
              .map(e -> e.getKey() + " " + e.getValue())
              .collect(Collectors.joining(", ")));
    }
    out.print(points);
    out.println();
    Table started = new Table("STACK", "IMAGES", "VARIABLES");
    for (StackSpec stack : stacks) {
      started.row(
          Integer.toString(stacks.indexOf(stack) + 1),
          String.join(", ", stack.images().values()),
          stack.variables().toString());
    }
    out.print(started);
    out.printf(
        "%n%s, %s form: %d points, %d trials on %s%n%s%n",
        plan.lab().name(),
        plan.quick() ? "short" : "full",
        plan.cells().size(),
        plan.trials().size(),
        division.sentence(),
        Forecast.sentence(plan, earlier));
  }

  private static String json(Division division) {
    Plan plan = division.plan();
    List<StackSpec> stacks = List.copyOf(plan.stacks());
    List<Map<String, Object>> points = new ArrayList<>();
    for (Cell cell : plan.cells()) {
      Map<String, Object> point = new LinkedHashMap<>();
      point.put("id", cell.id());
      point.put("point", cell.point());
      point.put("title", cell.variant().title());
      point.put("procedure", cell.variant().procedure());
      point.put("trials", plan.trials(cell));
      point.put("stack", stacks.indexOf(cell.stack()) + 1);
      point.put("expected", expected(cell));
      points.add(point);
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("lab", plan.lab().name());
    all.put("quick", plan.quick());
    all.put("minutes", minutes(plan));
    all.put("trials", plan.trials().size());
    all.put("parameters", plan.parameters());
    all.put("points", points);
    all.put("stacks", stacks);
    all.put("waves", division.waves().stream().map(wave -> wave(wave, stacks)).toList());
    try {
      return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(all);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a plan cannot be written as JSON", e);
    }
  }

  private static Map<String, Object> wave(Wave wave, List<StackSpec> stacks) {
    Map<String, Object> said = new LinkedHashMap<>();
    said.put("stacks", wave.stacks().stream().map(stack -> stacks.indexOf(stack) + 1).toList());
    said.put("trials", wave.trials().size());
    said.put("mebibytes", wave.mebibytes());
    return said;
  }

  private static Map<String, String> expected(Cell cell) {
    Map<String, String> expected = new LinkedHashMap<>();
    cell.variant()
        .expect()
        .forEach((signature, e) -> expected.put(signature, e.at(cell.point()).toString()));
    return expected;
  }

  private static int minutes(Plan plan) {
    return plan.quick() ? plan.lab().minutes().quick() : plan.lab().minutes().full();
  }
}
