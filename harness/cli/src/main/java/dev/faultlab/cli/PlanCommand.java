package dev.faultlab.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.files.Json;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.plan.Wave;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.TrialDurations;
import dev.faultlab.run.Division;
import dev.faultlab.run.Plans;
import dev.faultlab.run.TimeEstimate;
import dev.faultlab.shard.ShardNumber;
import dev.faultlab.shard.Split;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ./faultlab plan}: shows what a run would do, for people and for programs. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description =
        "Lists what a run would do: points, stacks, trials, expectations and the time that it"
            + " takes. Starts nothing. It takes the options of ./faultlab run LAB.")
final class PlanCommand implements Callable<Integer> {
  @Parameters(index = "0", arity = "0..1", paramLabel = "LAB", hidden = true)
  private Optional<String> lab = Optional.empty();

  private final LabReader labs;
  private final PrintStream out;
  private final RunStore earlier;
  private final Plans plans;
  private final Map<String, String> environment;

  /**
   * @param earlier runs, from which durations are estimated
   * @param runs whose plans these are
   * @param environment may set how much memory there is
   */
  PlanCommand(
      LabReader labs,
      PrintStream out,
      RunStore earlier,
      LabRun runs,
      Map<String, String> environment) {
    this.labs = labs;
    this.out = out;
    this.earlier = earlier;
    this.plans = runs.plans();
    this.environment = environment;
  }

  /** Without a lab. */
  @Override
  public Integer call() {
    throw LabCommand.noLab(lab, labs.names());
  }

  /** The choices on the command line. */
  int run(Lab lab, CommandLine.ParseResult given) throws IOException {
    Plan plan = new Planner(lab).plan(LabCommand.choices(lab, given));
    Optional<Integer> machines =
        Optional.ofNullable(given.matchedOptionValue(LabCommand.SHARDS, (Integer) null));
    if (machines.filter(n -> n < 1).isPresent()) {
      throw new WrongUsage(LabCommand.SHARDS + ": expected at least 1");
    }
    Optional<String> notHere = notHere(plan);
    TrialDurations effort = ShardedRun.effort(earlier, lab);
    if (given.hasMatchedOption(LabCommand.JSON)) {
      Split split =
          machines.map(n -> Split.of(plan, n, effort)).orElseGet(() -> Split.finest(plan, effort));
      out.println(json(Division.of(plan, environment), split));
    } else {
      print(plan);
      notHere.ifPresent(out::println);
      plan.oneSided().forEach(why -> out.println("no verdict on this: " + why));
      machines.ifPresent(n -> print(Split.of(plan, n, effort)));
    }
    return ExitStatus.OK;
  }

  /** A plan is useful even without an engine. */
  private Optional<String> notHere(Plan plan) {
    try {
      return plans.missing(plan);
    } catch (NoSuchImageException e) {
      throw e;
    } catch (ImageException e) {
      return Optional.of("which of its images are missing is unknown: " + e.getMessage());
    }
  }

  private void print(Split split) {
    Table table = new Table("SHARD", "TRIALS", "STACKS", "POINTS");
    for (int i = 1; i <= split.shards().size(); i++) {
      Plan shard = split.shard(new ShardNumber(i, split.shards().size()));
      table.row(
          i + "/" + split.shards().size(),
          Integer.toString(shard.trials().size()),
          Integer.toString(shard.stacks().size()),
          String.join(", ", shard.cells().stream().map(Cell::id).toList()));
    }
    out.println();
    out.print(table);
  }

  private void print(Plan plan) throws IOException {
    Division division = Division.of(plan, environment);
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
          String.join(", ", plan.images(stack).values().stream().map(Object::toString).toList()),
          stack.variables().toString());
    }
    out.print(started);
    out.printf(
        "%n%s, %s form: %s%n%s%n",
        plan.lab().name(),
        plan.form(),
        division.sentence(),
        TimeEstimate.of(plan, plan.trials(), earlier).sentence());
  }

  private static String json(Division division, Split split) {
    Plan plan = division.plan();
    List<StackSpec> stacks = List.copyOf(plan.stacks());
    List<Map<String, Object>> points = new ArrayList<>();
    for (Cell cell : plan.cells()) {
      Map<String, Object> point = new LinkedHashMap<>();
      point.put("id", cell.id());
      point.put("point", cell.point());
      point.put("title", cell.variant().title());
      point.put("procedure", cell.variant().trial().procedure());
      point.put("trials", plan.trials(cell));
      point.put("stack", stacks.indexOf(cell.stack()) + 1);
      point.put("expected", expected(cell));
      points.add(point);
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("lab", plan.lab().name());
    all.put("quick", plan.form());
    all.put("trials", plan.trials().size());
    all.put("parameters", plan.parameters());
    all.put("points", points);
    all.put("stacks", stacks.stream().map(stack -> stack(plan, stack)).toList());
    all.put("waves", division.waves().stream().map(wave -> wave(wave, stacks)).toList());
    all.put("shards", shards(split));
    try {
      return Json.INDENTED.writeValueAsString(all);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a plan cannot be written as JSON", e);
    }
  }

  /** The shards with trials: the entries of a matrix of jobs. */
  private static List<Map<String, Object>> shards(Split split) {
    List<Map<String, Object>> shards = new ArrayList<>();
    for (int i = 1; i <= split.shards().size(); i++) {
      ShardNumber number = new ShardNumber(i, split.shards().size());
      Plan plan = split.shard(number);
      if (!plan.cells().isEmpty()) {
        Map<String, Object> shard = new LinkedHashMap<>();
        shard.put("shard", number.toString());
        shard.put("points", plan.cells().stream().map(Cell::id).toList());
        shard.put("trials", plan.trials().size());
        shard.put("stacks", plan.stacks().size());
        shards.add(shard);
      }
    }
    return shards;
  }

  private static Map<String, Object> stack(Plan plan, StackSpec stack) {
    Map<String, Object> said = new LinkedHashMap<>();
    said.put("profile", stack.profile());
    said.put("variables", stack.variables());
    said.put("images", plan.images(stack));
    said.put("idle", plan.idle(stack));
    return said;
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
        .forEach(
            (signature, e) ->
                expected.put(
                    signature,
                    e.possible(cell.point(), Map.of()).stream()
                        .map(Object::toString)
                        .collect(Collectors.joining(" or "))));
    return expected;
  }
}
