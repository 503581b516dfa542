package dev.faultlab.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Effects;
import dev.faultlab.effect.Estimate;
import dev.faultlab.effect.Measurement;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.Metric;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lab.Variant;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.plan.PointExpectation;
import dev.faultlab.point.Point;
import dev.faultlab.result.TrialDurations;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * What holds of every split of every plan: of each lab in both forms, and of some of its variants.
 */
class SplitTest {
  private static final LabReader LABS = new LabReader(List.of(Path.of("../../labs")));

  private static final List<Plan> PLANS = everyPlan();

  /** Those of each plan: to make them takes longer than to look at them. */
  private static final Map<Plan, List<Split>> SPLITS = new IdentityHashMap<>();

  private static List<Plan> everyPlan() {
    Random random = new Random(11);
    List<Plan> plans = new ArrayList<>();
    for (String name : LABS.names()) {
      Lab lab = LABS.read(name);
      for (RunForm form : RunForm.values()) {
        plans.add(new Planner(lab).plan(new Choices(Map.of(), List.of(), form)));
      }
      for (int i = 0; i < 3; i++) {
        List<String> some =
            lab.variants().stream().map(Variant::id).filter(v -> random.nextBoolean()).toList();
        if (!some.isEmpty()) {
          plans.add(new Planner(lab).plan(new Choices(Map.of(), some, RunForm.FULL)));
        }
      }
    }
    return plans;
  }

  @ParameterizedTest
  @FieldSource("PLANS")
  void shardsPartitionThePointsAndTheirTrials(Plan plan) {
    forEverySplit(
        plan,
        split -> {
          assertThat(split.shards().stream().flatMap(shard -> shard.cells().stream()))
              .containsExactlyInAnyOrderElementsOf(plan.cells());
          assertThat(split.shards().stream().flatMap(shard -> shard.trials().stream()))
              .containsExactlyInAnyOrderElementsOf(plan.trials());
        });
  }

  @ParameterizedTest
  @FieldSource("PLANS")
  void noEffectHasItsSidesOnTwoMachines(Plan plan) {
    List<Effect> effects = Effects.of(plan.lab().effects(), measured(plan), (a, b) -> true);
    forEverySplit(
        plan,
        split -> {
          Map<Point, Integer> at = machines(split);
          assertThat(effects)
              .allSatisfy(e -> assertThat(at.get(e.fault())).isEqualTo(at.get(e.control())));
        });
  }

  @ParameterizedTest
  @FieldSource("PLANS")
  void whatHasAnotherSideInTheWholeHasOneOnItsMachine(Plan plan) {
    Set<PointExpectation> alone = Set.copyOf(missesSide(plan.cells()));
    forEverySplit(
        plan,
        split ->
            assertThat(split.shards().stream().flatMap(shard -> missesSide(shard.cells()).stream()))
                .containsExactlyInAnyOrderElementsOf(alone));
  }

  @ParameterizedTest
  @FieldSource("PLANS")
  void trialsKeepTheOrderOfTheWhole(Plan plan) {
    forEverySplit(
        plan,
        split ->
            split
                .shards()
                .forEach(
                    shard ->
                        assertThat(plan.trials().stream().filter(shard.trials()::contains))
                            .containsExactlyElementsOf(shard.trials())));
  }

  @ParameterizedTest
  @FieldSource("PLANS")
  void theLongestMachineHasAtMostItsFairShareAndOnePart(Plan plan) {
    int longest =
        splits(plan).get(0).shards().stream()
            .mapToInt(part -> part.trials().size())
            .max()
            .orElseThrow();
    forEverySplit(
        plan,
        split ->
            assertThat(split.shards())
                .allSatisfy(
                    shard ->
                        assertThat(shard.trials().size())
                            .isLessThanOrEqualTo(
                                plan.trials().size() / split.shards().size() + longest)));
  }

  /** As an upgrade does. */
  @Test
  void pointsThatAPlanComparesStayTogether() {
    Lab lab = LABS.read("charset");
    Plan plan = new Planner(lab).plan(new Choices(Map.of(), List.of(), RunForm.FULL));
    Set<Point> ends =
        Set.of(plan.cells().get(0).point(), plan.cells().get(plan.cells().size() - 1).point());
    Plan comparing =
        new Plan(lab, plan.parameters(), plan.form(), plan.cells(), plan.trials(), List.of(ends));
    assertThat(ends.stream().map(machines(splits(plan).get(0))::get).distinct()).hasSize(2);
    assertThat(ends.stream().map(machines(splits(comparing).get(0))::get).distinct()).hasSize(1);
  }

  private static void forEverySplit(Plan plan, Consumer<Split> property) {
    splits(plan).forEach(property);
  }

  private static List<Split> splits(Plan plan) {
    return SPLITS.computeIfAbsent(plan, SplitTest::split);
  }

  private static List<Split> split(Plan plan) {
    Stream<Split> coarser =
        IntStream.of(1, 2, 3, 4, 7).mapToObj(n -> Split.of(plan, n, TrialDurations.unknown()));
    return Stream.concat(Stream.of(Split.finest(plan, TrialDurations.unknown())), coarser).toList();
  }

  private static Map<Point, Integer> machines(Split split) {
    Map<Point, Integer> machines = new HashMap<>();
    for (int i = 0; i < split.shards().size(); i++) {
      for (Cell cell : split.shards().get(i).cells()) {
        machines.put(cell.point(), i);
      }
    }
    return machines;
  }

  /** Every metric at every point, which is more than a run has. */
  private static List<Measurement> measured(Plan plan) {
    List<Measurement> all = new ArrayList<>();
    for (Metric metric : plan.lab().metrics()) {
      for (Cell cell : plan.cells()) {
        all.add(
            new Measurement(
                cell.point(),
                metric.id(),
                "",
                Map.of(),
                "",
                false,
                List.of(1.0),
                new Estimate(1, 1, 1, 1)));
      }
    }
    return all;
  }

  /** As the judge of a run finds them. */
  private static List<PointExpectation> missesSide(Collection<Cell> cells) {
    List<PointExpectation> claims =
        cells.stream().flatMap(c -> PointExpectation.of(c).stream()).toList();
    return claims.stream().filter(c -> claims.stream().noneMatch(o -> o.opposes(c))).toList();
  }
}
