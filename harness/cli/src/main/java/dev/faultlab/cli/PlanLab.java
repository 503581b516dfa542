package dev.faultlab.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.PlannedRuns;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.files.Json;
import dev.faultlab.lab.Lab;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.TrialDurations;
import dev.faultlab.run.TimeEstimate;
import dev.faultlab.run.Waves;
import dev.faultlab.shard.ShardNumber;
import dev.faultlab.shard.Split;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./faultlab plan LAB}: shows what a run would do, for people and for programs. */
@Command
final class PlanLab extends LabCommand {
  @Option(names = "--json", description = "as JSON")
  private boolean json;

  @Option(
      names = SHARDS,
      paramLabel = "N",
      description =
          "which shard measures what on N machines (in JSON without this: on as many as are"
              + " useful)")
  private Optional<Integer> shards = Optional.empty();

  private final PlannedRuns runs;
  private final PrintStream out;
  private final RunStore earlier;

  /**
   * @param runs whose plans these are; from earlier ones, durations are estimated
   */
  PlanLab(Lab lab, PlannedRuns runs) {
    super(lab);
    this.runs = runs;
    this.out = runs.out();
    this.earlier = new RunStore(runs.host().results());
  }

  @Override
  public Integer call() throws IOException {
    Plan plan = new Planner(lab()).plan(choices());
    shards.ifPresent(n -> WrongUsage.requireBetween(SHARDS, n, 1, 9999));
    Optional<String> missingImages = missingImages(plan);
    TrialDurations effort = runs.effort(lab());
    Waves waves = Waves.of(plan, runs.host().environment());
    if (json) {
      Split split =
          shards.map(n -> Split.of(plan, n, effort)).orElseGet(() -> Split.finest(plan, effort));
      out.print(json(plan, split));
    } else {
      print(waves);
      missingImages.ifPresent(out::println);
      plan.oneSided().forEach(why -> out.println("no verdict on this: " + why));
      shards.ifPresent(n -> print(Split.of(plan, n, effort)));
    }
    return ExitStatus.OK;
  }

  /** A plan is useful even without an engine. */
  private Optional<String> missingImages(Plan plan) {
    try {
      return runs.host().missing(plan);
    } catch (NoSuchImageException e) {
      throw e;
    } catch (ImageException e) {
      return Optional.of("which of its images are missing is unknown: " + e.getMessage());
    }
  }

  private void print(Split split) {
    Table table = new Table("SHARD", "TRIALS", "STACKS", "POINTS");
    for (ShardNumber number : numbers(split)) {
      Plan shard = split.shard(number);
      String points = String.join(", ", shard.cells().stream().map(Cell::id).toList());
      table.row(number, shard.trials().size(), shard.stacks().size(), points);
    }
    out.println();
    out.print(table);
  }

  private void print(Waves waves) throws IOException {
    Plan plan = waves.plan();
    List<StackSpec> stacks = List.copyOf(plan.stacks());
    Table points = new Table("POINT", "TRIALS", "STACK", "EXPECTED");
    for (Cell cell : plan.cells()) {
      points.row(cell.id(), plan.trials(cell), stacks.indexOf(cell.stack()) + 1, expected(cell));
    }
    out.print(points);
    out.println();
    Table started = new Table("STACK", "IMAGES", "VARIABLES");
    for (StackSpec stack : stacks) {
      started.row(
          stacks.indexOf(stack) + 1,
          String.join(", ", plan.images(stack).values().stream().map(Object::toString).toList()),
          stack.variables());
    }
    out.print(started);
    out.printf(
        "%n%s, %s form: %s%n%s%n",
        plan.lab().name(),
        plan.form(),
        waves.sentence(),
        TimeEstimate.of(plan, plan.trials(), earlier).sentence());
  }

  /** What programs need to distribute a run: its points, images, and parts. */
  private static String json(Plan plan, Split split) {
    ObjectNode json = Json.MAPPER.createObjectNode();
    json.put("lab", plan.lab().name()).put("trials", plan.trials().size());
    json.putPOJO("points", plan.cells().stream().map(Cell::id).toList());
    ArrayNode stacks = json.putArray("stacks");
    plan.stacks().forEach(stack -> stacks.addObject().putPOJO("images", plan.images(stack)));
    // Only shards with trials: the entries of a matrix of jobs.
    ArrayNode shards = json.putArray("shards");
    for (ShardNumber number : numbers(split)) {
      Plan shard = split.shard(number);
      if (!shard.cells().isEmpty()) {
        shards
            .addObject()
            .put("shard", number.toString())
            .putPOJO("points", shard.cells().stream().map(Cell::id).toList())
            .put("trials", shard.trials().size());
      }
    }
    return Json.text(Json.INDENTED, json);
  }

  private static List<ShardNumber> numbers(Split split) {
    int machines = split.shards().size();
    return IntStream.rangeClosed(1, machines).mapToObj(i -> new ShardNumber(i, machines)).toList();
  }

  private static String expected(Cell cell) {
    return cell.variant().expect().entrySet().stream()
        .map(
            e ->
                e.getValue().possible(cell.point(), Map.of()).stream()
                    .map(Object::toString)
                    .collect(Collectors.joining(" or ", e.getKey() + " ", "")))
        .collect(Collectors.joining(", "));
  }
}
