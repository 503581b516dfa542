package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.lab.EffectSpec;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.Requirement;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Point;
import dev.faultlab.stack.StackException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WavesTest {
  private static final LabReader LABS = new LabReader(List.of(Path.of("../../labs")));

  private static Plan full(String lab) {
    return new Planner(LABS.read(lab)).plan(new Choices(Map.of(), List.of(), RunForm.FULL));
  }

  @Test
  void aStackNeedsWhatItsServicesNeed() {
    Plan plan = full("syncookie");
    Plan larger =
        new Planner(plan.lab())
            .plan(Choices.typed(Map.of("memory", "3072"), List.of(), RunForm.FULL));

    // Two of them have a second broker.
    assertThat(plan.mebibytes(plan.stacks())).isEqualTo(10 * (1280 + 200 + 500 + 50) + 2 * 450);
    assertThat(larger.mebibytes(larger.stacks())).isEqualTo(10 * (3072 + 200 + 500 + 50) + 2 * 450);
  }

  @Test
  void whatFitsIsOneWaveAsItWasPlanned() {
    Plan plan = full("syncookie");

    assertThat(Waves.fit(plan.mebibytes(plan.stacks()), plan))
        .isEqualTo(Waves.fit(Integer.MAX_VALUE, plan))
        .containsExactly(plan);
  }

  @ParameterizedTest
  @CsvSource({
    "syncookie, 8192",
    "syncookie, 6000",
    "charset, 2048",
    "dns-java, 4096",
    "random, 8192"
  })
  void everyTrialIsCarriedOutOnceAndNoWaveNeedsMoreThanThereIs(String lab, int room) {
    Plan plan = full(lab);
    List<Plan> waves = Waves.fit(room, plan);

    assertThat(waves).hasSizeGreaterThan(1);
    assertThat(waves)
        .allSatisfy(
            wave -> {
              assertThat(wave.mebibytes(wave.stacks())).isBetween(1, room);
              assertThat(wave.trials())
                  .allMatch(trial -> wave.stacks().contains(plan.cell(trial.point()).stack()));
            });
    List<PlannedTrial> planned = waves.stream().flatMap(wave -> wave.trials().stream()).toList();
    assertThat(planned).containsExactlyInAnyOrderElementsOf(plan.trials());
    whatARatioIsMadeOfIsInOneWave(plan, waves);
  }

  private static void whatARatioIsMadeOfIsInOneWave(Plan plan, List<Plan> waves) {
    Map<Cell, Plan> wave = new HashMap<>();
    waves.forEach(one -> one.trials().forEach(trial -> wave.put(plan.cell(trial.point()), one)));
    int pairs = 0;
    for (EffectSpec effect : plan.lab().effects()) {
      for (Cell fault : plan.cells()) {
        for (Cell control : plan.cells()) {
          if (effect.sets(fault.point(), control.point())) {
            pairs++;
            assertThat(wave.get(fault)).as(fault.id()).isEqualTo(wave.get(control));
          }
        }
      }
    }
    assertThat(pairs).isPositive();
  }

  @Test
  void sidesOfAnUpgradeStayTogether() {
    Lab lab = LABS.read("dns-java");
    Planner planner = new Planner(lab);
    List<Cell> cells =
        planner.cells(
            Choices.typed(
                Map.of("jdk", "17,21,25,26", "coredns", "1.13.0,1.14.0,1.15.0"),
                List.of("shared-name", "name-per-thread"),
                RunForm.FULL));
    Plan separate =
        planner.plan(points(cells), new Choices(Map.of(), List.of(), RunForm.FULL), List.of());
    Set<Set<Point>> pairs =
        cells.stream()
            .collect(
                Collectors.groupingBy(
                    cell -> cell.point().without(Set.of("jdk")),
                    Collectors.mapping(Cell::point, Collectors.toSet())))
            .values()
            .stream()
            .collect(Collectors.toSet());
    Plan together =
        planner.plan(points(cells), new Choices(Map.of(), List.of(), RunForm.FULL), pairs);
    int room = 4 * separate.mebibytes(List.of(cells.get(0).stack()));

    assertThat(Waves.fit(room, together))
        .hasSize(3)
        .allSatisfy(w -> assertThat(jdks(w)).containsExactlyInAnyOrder("17", "21", "25", "26"));
    assertThat(Waves.fit(room, separate))
        .anySatisfy(wave -> assertThat(jdks(wave)).hasSizeLessThan(4));
  }

  @Test
  void whatDoesNotFitIsRefusedWithWhatItNeeds() {
    Plan plan = full("syncookie");

    assertThatThrownBy(() -> Waves.fit(2000, plan))
        .isInstanceOf(StackException.class)
        .hasMessageContaining("must run at the same time (2, including")
        .hasMessageContaining("2000 MiB are available");
  }

  private static List<Point> points(List<Cell> cells) {
    return cells.stream().map(Cell::point).toList();
  }

  private static Set<String> jdks(Plan wave) {
    return wave.stacks().stream()
        .map(stack -> ((Requirement.Image) stack.images().get("JRE_IMAGE")).arguments().get("JDK"))
        .collect(Collectors.toSet());
  }
}
