package dev.faultlab.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.faultlab.effect.Effect;
import dev.faultlab.evidence.TrialRole;
import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.Requirement;
import dev.faultlab.lab.RunForm;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plans the real lab dns-java, whose declaration exercises every feature of the planner. */
class PlannerTest {
  private final Lab lab = lab("dns-java");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // lab, form, choices, variants; cells
        "dns-java | FULL | jdk=17,25 | shared-name jep418-provider | shared-name@jdk=17 shared-name@jdk=25 jep418-provider@jdk=25",
        // A candidate is put under every variant, and seen in its name.
        "dns-java | FULL | jdk=17 coredns=1.15.0,1.16.0 | shared-name ttl-30 | shared-name@jdk=17 shared-name@jdk=17@coredns=1.16.0 ttl-30@jdk=17 ttl-30@jdk=17@coredns=1.16.0",
        "dns-java | FULL | jdk=25 | lost-reply | lost-reply@jdk=25",
        // The name of an image makes no folders.
        "dns-java | FULL | jdk=image:registry.example/jre:25-vendor | shared-name | shared-name@jdk=image:registry.example_jre:25-vendor",
        // Below the service's JDK only the program that needs no Spring runs.
        "dns-java | FULL | jdk=8 | - | old-shared@jdk=8 old-names@jdk=8",
        // Several products of values.
        "syncookie | FULL | - | cookies | cookies@kernel=unfixed@listener=v4 cookies@kernel=unfixed@listener=v6 cookies@kernel=fixed@listener=v4 cookies@kernel=fixed@listener=v6 cookies@kernel=debian:bullseye@listener=v4 cookies@kernel=debian:bookworm@listener=v4 cookies@kernel=debian:trixie@listener=v4 cookies@kernel=debian:sid@listener=v4",
        "syncookie | SHORT | - | cookies | cookies@kernel=unfixed@listener=v4 cookies@kernel=fixed@listener=v4",
        // A value is taken where a block of the variant leaves it open or has it anyway.
        "dns-go | FULL | netdns=go go=1.26.8 | record-ttl | record-ttl",
        "syncookie | FULL | delay=10,1 kernel=fixed | delayed | delayed@kernel=fixed@delay=1 delayed@kernel=fixed@delay=10",
        "syncookie | SHORT | listener=v6 | cookies | cookies@kernel=unfixed@listener=v6 cookies@kernel=fixed@listener=v6",
        "dns-java | FULL | delays=5 jdk=17 | shared-name delays-serialised | shared-name@jdk=17 delays-serialised@jdk=17@delays=5",
        "dns-java | SHORT | delays=5 jdk=17 | delays-serialised | delays-serialised@jdk=17@delays=5",
      })
  void theCellsOfChoices(String labName, RunForm form, String given, String variants, String ids) {
    assertThat(new Planner(lab(labName)).plan(choices(given, variants, form)).cells())
        .extracting(Cell::id)
        .containsExactly(ids.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "dns-go | FULL | netdns=cgo | record-ttl keep-alive-off | --netdns cgo: 'record-ttl' is run at go whatever is typed; these variants take it: ",
        "syncookie | FULL | delay=1 | delayed | --delay-ms 1: 'delayed' is run at 1,10 whatever is typed; these",
        "dns-java | FULL | cure=ttl-1 | eight-threads-agent | whatever is typed",
        "dns-java | SHORT | delays=5 | - | --delays 5: no variant of this run takes it; these variants take it: delays-serialised",
        "dns-java | FULL | delays=5 | shared-name | --delays 5: no variant of this run takes it",
        "dns-java | FULL | threads=2 | eight-threads | --threads 2: no variant of this run takes it",
        "dns-java | FULL | cure=none | dnsjava | --cure none: no variant of this run takes it",
        "dns-java | FULL | delays=7 | - | --delays '7'",
        "dns-java | FULL | jdk=7 | - | --jdk '7': expected a version from 8 on",
        "dns-java | FULL | - | shared-nam | no variant 'shared-nam'",
        "dns-java | FULL | color=red | - | no parameter 'color'",
        "dns-java | FULL | jdk=17 | jep418-provider | nothing to run",
      })
  void whatCannotBeOrWouldChangeNothingIsRefused(
      String labName, RunForm form, String given, String variants, String message) {
    assertThatThrownBy(() -> new Planner(lab(labName)).plan(choices(given, variants, form)))
        .isInstanceOf(BadQuestion.class)
        .hasMessageContaining(message);
  }

  private static Choices choices(String given, String variants, RunForm form) {
    Map<String, String> typed = new LinkedHashMap<>();
    for (String choice : words(given)) {
      typed.put(choice.split("=", 2)[0], choice.split("=", 2)[1]);
    }
    return Choices.typed(typed, words(variants), form);
  }

  private static List<String> words(String text) {
    return text == null ? List.of() : List.of(text.split(" "));
  }

  @Test
  void sharesAStackBetweenCellsThatNeedTheSame() {
    Plan plan = plan(Map.of("jdk", "17"), List.of("shared-name", "name-per-thread", "ttl-30"));

    assertThat(plan.stacks()).hasSize(2);
    assertThat(plan.stacks())
        .allSatisfy(
            stack ->
                assertThat(stack.images())
                    .containsEntry("JRE_IMAGE", Requirement.parse("jre:JDK=17")));
  }

  @Test
  void everyComponentThatHasAPartIsInThePoint() {
    Plan plan = plan(Map.of("jdk", "17"), List.of("shared-name", "delays-serialised"));

    assertThat(plan.cells().get(0).point())
        .isEqualTo(
            new Point("shared-name", Map.of("jdk", Value.of(17), "coredns", Value.of("1.15.0"))));
    assertThat(plan.cells()).filteredOn(c -> c.point().on("delays").isPresent()).hasSize(4);
  }

  @Test
  void aPlanIsAskedByPointByStackAndForSomeOfItsCells() {
    Plan plan = plan(Map.of("jdk", "17,25"), List.of("shared-name", "ttl-30"));

    assertThat(plan.cells())
        .allSatisfy(
            cell -> {
              assertThat(plan.cell(cell.point())).isEqualTo(cell);
              assertThat(plan.anyOn(cell.stack()).stack()).isEqualTo(cell.stack());
              assertThat(plan.only(List.of(cell)).trials())
                  .hasSize(plan.trials(cell))
                  .allMatch(trial -> trial.point().equals(cell.point()));
            });
    assertThat(plan.requirements())
        .contains(Requirement.parse("jre:JDK=17"), Requirement.parse("jre:JDK=25"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dns-java | jdk=17 | shared-name name-per-thread | ''",
        "dns-java | jdk=17 | name-per-thread | serialised-lookups at name-per-thread@jdk=17: nothing there expects present, but a verdict needs a control; add a variant that expects present at jdk 17, coredns 1.15.0",
        "dns-java | jdk=17 | shared-name | serialised-lookups at shared-name@jdk=17: nothing there expects absent, but a verdict needs a control; add a variant that expects absent at jdk 17, coredns 1.15.0, or run a value of cure that changes what is expected",
        // A sentence for each signature and place.
        "syncookie | kernel=fixed listener=v4 | cookies | lost-window-scale at cookies@kernel=fixed@listener=v4: nothing there expects present, but a verdict needs a control; add a variant that expects present at kernel fixed, kafka 4.3.1, listener v4, delay 0, or run a value of kernel that changes what is expected; window-scale-on-the-wire at cookies@kernel=fixed@listener=v4: nothing there expects present, but a verdict needs a control; add a variant that expects present at kernel fixed, kafka 4.3.1, listener v4, delay 0, or run a value of kernel that changes what is expected",
      })
  void saysWhatWouldBeAControlWhereThereIsNone(
      String labName, String given, String variants, String sentences) {
    Plan plan = new Planner(lab(labName)).plan(choices(given, variants, RunForm.FULL));
    assertThat(String.join("; ", plan.oneSided())).isEqualTo(sentences);
  }

  @Test
  void aServiceOnDemandIsIdleWhereNoTrialOfTheStackNeedsIt() {
    Plan service = plan(Map.of("jdk", "17"), List.of("shared-name"));
    Plan near =
        plan(Map.of("jdk", "17", "cure", "none,dnsmasq"), List.of("shared-name", "near-resolver"));
    Plan bare = near.only(near.cells().stream().filter(this::asksDnsmasq).toList());

    assertThat(idle(service)).containsExactly("resolver-dns-java", "near-dns-java");
    assertThat(images(service)).containsKey("K6_IMAGE").doesNotContainKey("NEAR_RESOLVER_IMAGE");
    // They share a stack: what one of them needs is there for all.
    assertThat(idle(near)).containsExactly("resolver-dns-java");
    assertThat(images(near)).containsKeys("K6_IMAGE", "NEAR_RESOLVER_IMAGE");
    assertThat(idle(bare)).containsExactly("k6-dns-java", "resolver-dns-java");
    assertThat(images(bare)).doesNotContainKey("K6_IMAGE").containsKey("NEAR_RESOLVER_IMAGE");
    // A step runs in it at every cure; what counts is the points at which the declaration says so.
    assertThat(idle(plan(Map.of("jdk", "17", "cure", "none"), List.of("near-resolver"))))
        .containsExactly("k6-dns-java", "resolver-dns-java", "near-dns-java");
    assertThat(idle(plan(Map.of("jdk", "17", "cure", "caching-resolver"), List.of("shared-name"))))
        .containsExactly("near-dns-java");
    assertThat(near.mebibytes(near.stacks()))
        .isEqualTo(service.mebibytes(service.stacks()) + 50)
        .isEqualTo(bare.mebibytes(bare.stacks()) + 200);
  }

  /** Twice what the lab declares; what it declares is what a plan asks for. */
  @Test
  void theKernelEndsWhatTakesTwiceWhatItsLabDeclares() {
    Plan plan = plan(Map.of("jdk", "17"), List.of("shared-name"));
    assertThat(plan.memoryLimits(only(plan.stacks())))
        .containsEntry("app", 500)
        .containsEntry("sniffer", 100)
        .containsOnlyKeys(lab.stack().memory().keySet());
    Plan random =
        new Planner(lab("random"))
            .plan(new Choices(Map.of(), List.of("ramp-same-size"), RunForm.FULL));
    assertThat(random.memoryLimits(only(random.stacks())))
        .as("the most that a trial of the stack takes")
        .containsEntry("token", 1500)
        .containsEntry("k6-random", 12000);
    Plan syncookie =
        new Planner(lab("syncookie")).plan(new Choices(Map.of(), List.of(), RunForm.SHORT));
    assertThat(syncookie.stacks())
        .allSatisfy(
            stack ->
                assertThat(syncookie.memoryLimits(stack))
                    .containsEntry("broker", 2 * (1280 + 200))
                    .as("a service that there is none of")
                    .doesNotContainEntry("broker-2", 0));
  }

  private boolean asksDnsmasq(Cell cell) {
    return cell.point().on("cure").filter(Value.of("dnsmasq")::equals).isPresent();
  }

  private static Set<String> idle(Plan plan) {
    return plan.idle(only(plan.stacks()));
  }

  private static Map<String, Requirement> images(Plan plan) {
    return plan.images(only(plan.stacks()));
  }

  private static StackSpec only(Set<StackSpec> stacks) {
    assertThat(stacks).hasSize(1);
    return stacks.iterator().next();
  }

  @Test
  void aSettingThatMakesAVariantWhatItIsStays() {
    Plan plan = new Planner(lab("dns-go")).plan(choices("netdns=cgo", null, RunForm.FULL));

    assertThat(plan.cells())
        .extracting(Cell::id)
        .contains("record-ttl", "keep-alive-off@netdns=cgo")
        .doesNotContain("record-ttl@netdns=cgo");
    assertThat(plan.cells())
        .filteredOn(cell -> cell.id().equals("record-ttl"))
        .allSatisfy(cell -> assertThat(cell.point().on("netdns")).contains(Value.of("go")));
  }

  private static Lab lab(String name) {
    return new LabReader(List.of(Path.of("../../labs"))).read(name);
  }

  @Test
  void aPointOfAnEarlierRunIsPlannedAgain() {
    for (Cell cell : plan(Map.of("jdk", "17,image:x"), List.of()).cells()) {
      assertThat(new Planner(lab).cell(cell.point(), Map.of(), RunForm.FULL).id())
          .isEqualTo(cell.id());
    }
    assertThatThrownBy(
            () -> new Planner(lab).cell(new Point("gone", Map.of()), Map.of(), RunForm.FULL))
        .isInstanceOf(BadQuestion.class)
        .hasMessageContaining("no variant 'gone'");
  }

  @Test
  void interleavesTrialsAndChangesTheOrderFromRoundToRound() {
    Plan plan = plan(Map.of("jdk", "17", "trials", "2"), List.of("shared-name", "ttl-30"));

    assertThat(plan.trials())
        .extracting(t -> plan.cell(t.point()).id() + "#" + t.index())
        .containsExactly(
            "shared-name@jdk=17#1", "ttl-30@jdk=17#1", "ttl-30@jdk=17#2", "shared-name@jdk=17#2");
  }

  @Test
  void whatDecidesComesFirstInTheFirstRound() {
    Plan plan = plan(Map.of(), List.of());
    List<Cell> backwards = new ArrayList<>(plan.cells());
    Collections.reverse(backwards);
    List<Cell> first =
        Planner.interleave(backwards, 1, 2, true).subList(0, backwards.size()).stream()
            .map(trial -> plan.cell(trial.point()))
            .toList();
    int judged = plan.judged().size();

    assertThat(judged).isPositive().isLessThan(backwards.size());
    assertThat(first).containsExactlyInAnyOrderElementsOf(backwards);
    assertThat(first.subList(0, judged)).noneMatch(cell -> cell.variant().expect().isEmpty());
    assertThat(first.subList(judged, first.size())).noneMatch(Cell::judged);
  }

  @Test
  void theShortFormMeasuresOnePairBehindWhatDecides() {
    Plan plan = new Planner(lab).plan(new Choices(Map.of(), List.of(), RunForm.SHORT));
    int decide = plan.cells().size();
    List<PlannedTrial> measured = plan.trials().subList(decide, plan.trials().size());

    assertThat(plan.trials().subList(0, decide))
        .noneMatch(PlannedTrial::alone)
        .extracting(trial -> plan.cell(trial.point()))
        .containsExactlyElementsOf(plan.cells());
    assertThat(measured)
        .hasSize(2 * Effect.MINIMUM_SAMPLES)
        .allMatch(PlannedTrial::alone)
        .extracting(trial -> plan.cell(trial.point()).id() + "#" + trial.index())
        .startsWith("shared-name@jdk=17#2", "name-per-thread@jdk=17#2")
        .endsWith("shared-name@jdk=17#6", "name-per-thread@jdk=17#6");
  }

  @Test
  void aNumberOfTrialsThatIsAskedForIsThatOfAllPoints() {
    Planner planner = new Planner(lab);
    Plan two = planner.plan(Choices.typed(Map.of("trials", "2"), List.of(), RunForm.SHORT));
    Plan five = planner.plan(Choices.typed(Map.of("trials", "5"), List.of(), RunForm.SHORT));

    assertThat(two.cells()).allMatch(cell -> two.trials(cell) == 2);
    assertThat(two.trials()).noneMatch(PlannedTrial::alone);
    assertThat(five.cells()).allMatch(cell -> five.trials(cell) == 5);
    assertThat(five.trials()).allMatch(PlannedTrial::alone);
  }

  @Test
  void withoutItsControlAPointIsNotMeasuredInTheShortForm() {
    Plan plan = new Planner(lab).plan(new Choices(Map.of(), List.of("shared-name"), RunForm.SHORT));
    Plan full = plan(Map.of(), List.of());

    assertThat(plan.trials()).noneMatch(PlannedTrial::alone);
    assertThat(full.trials()).allMatch(PlannedTrial::alone);
  }

  @Test
  void anExhibitRunsOnce() {
    Plan plan = plan(Map.of("jdk", "17"), List.of("flame-one-thread", "shared-name"));

    assertThat(plan.trials())
        .filteredOn(t -> t.point().variant().equals("flame-one-thread"))
        .hasSize(1);
    assertThat(plan.trials()).hasSize(1 + 5);
  }

  @Test
  void quickTakesItsOwnDefaultsUnlessTheyAreGiven() {
    Plan quick =
        new Planner(lab).plan(Choices.typed(Map.of("trials", "7"), List.of(), RunForm.SHORT));

    assertThat(quick.parameters().get("jdk")).containsExactly(Value.of(17), Value.of(25));
    assertThat(quick.parameters().get("trials")).containsExactly(Value.of(7));
    assertThat(quick.cells()).noneMatch(c -> c.variant().id().equals("dnsjava"));
  }

  @Test
  void fillsWhatAVariantSetsForItself() {
    Plan plan = plan(Map.of("jdk", "17", "delays", "5"), List.of("delays-serialised"));

    assertThat(plan.cells().get(0).settings())
        .containsEntry("host", "backend.d5.lab")
        .containsEntry("workers", "8");
  }

  @Test
  void anAxisFillsWhatOtherVariantsSetThemselves() {
    Plan plan = plan(Map.of("jdk", "17", "threads", "2,32"), List.of("threads"));

    assertThat(plan.cells())
        .extracting(Cell::id, cell -> cell.settings().get("workers"))
        .containsExactly(
            tuple("threads@jdk=17@threads=2", "2"), tuple("threads@jdk=17@threads=32", "32"));
  }

  @Test
  void everyPlanIsTheSameForTheSameChoices() {
    Choices choices = new Choices(Map.of(), List.of(), RunForm.FULL);
    assertThat(new Planner(lab).plan(choices)).isEqualTo(new Planner(lab).plan(choices));
    assertThat(
            new HashSet<>(new Planner(lab).plan(choices).cells().stream().map(Cell::id).toList()))
        .hasSameSizeAs(new Planner(lab).plan(choices).cells());
  }

  private Plan plan(Map<String, String> given, List<String> variants) {
    return new Planner(lab).plan(Choices.typed(given, variants, RunForm.FULL));
  }

  @Test
  void anAxisOnWhichNothingIsAppliedIsNotInThePoint() {
    Plan plan = plan(Map.of("jdk", "17", "cure", "none,ttl-1"), List.of("shared-name"));

    assertThat(plan.cells())
        .extracting(c -> c.point().on("cure"), c -> c.stack().variables().get("LOOKUP_CURE"))
        .containsExactly(
            tuple(Optional.empty(), "none"), tuple(Optional.of(Value.of("ttl-1")), "ttl-1"));
    assertThat(plan(Map.of("cure", "none"), List.of("shared-name")).cells()).isNotEmpty();
  }

  @Test
  void allAsksForWhateverEachVariantHas() {
    Plan plan = plan(Map.of("cure", "all"), List.of("shared-name", "eight-threads-agent"));

    assertThat(plan.cells())
        .filteredOn(c -> c.point().variant().equals("shared-name"))
        .hasSizeGreaterThan(4);
    assertThat(plan.cells())
        .filteredOn(c -> c.point().variant().equals("eight-threads-agent"))
        .allSatisfy(c -> assertThat(c.point().on("cure")).contains(Value.of("agent-concurrent")));
  }

  @Test
  void untilDecidedEndsThePointsThatWereNamedOrAll() {
    Choices trials = Choices.trials(29, List.of("shared-name"), RunForm.FULL);
    Plan some = new Planner(lab).plan(trials.untilDecided(List.of(Value.of("jdk=25"))));
    Plan all = new Planner(lab).plan(trials.untilDecided(List.of()));

    assertThat(new Planner(lab).plan(trials).cells().stream().map(Cell::point))
        .noneMatch(new Planner(lab).plan(trials)::endsEarly);
    assertThat(some.cells())
        .anyMatch(PlannerTest::at25)
        .allMatch(cell -> some.trials(cell) == 29)
        .allMatch(cell -> some.endsEarly(cell.point()) == at25(cell));
    assertThat(all.cells()).hasSameSizeAs(some.cells()).allMatch(c -> all.endsEarly(c.point()));
    assertThat(all.trials()).allMatch(trial -> trial.role() == TrialRole.MEASURED);
    assertThat(new Planner(lab).plan(new Choices(Map.of(), List.of(), RunForm.SHORT)).trials())
        .allMatch(trial -> (trial.role() == TrialRole.COUNTED) == !trial.alone());
  }

  private static boolean at25(Cell cell) {
    return cell.point().on("jdk").equals(Optional.of(Value.of(25)));
  }

  @Test
  void whatNoVariantAppliesIsNoneAndOtherSettingsKeepTheirDefaults() {
    Plan plan = plan(Map.of("jdk", "17", "cure", "none,ttl-1"), List.of("shared-name"));
    Plan points =
        new Planner(lab)
            .plan(
                List.of(plan.cells().get(0).point()), choices(null, null, RunForm.FULL), List.of());

    assertThat(plan.cells().get(0).settings())
        .containsEntry("cure", "none")
        .doesNotContainEntry("workers", "none")
        .doesNotContainEntry("delays", "none");
    assertThat(points.cells().get(0).settings())
        .containsEntry("delays", plan.cells().get(0).settings().get("delays"));
    assertThat(points.parameters().get("jdk")).containsExactly(Value.of(17));
    assertThat(points.parameters().get("delays")).isEqualTo(plan.parameters().get("delays"));
  }

  @Test
  void theVersionIsTheControlOfOneVariantAndOfNoOther() {
    List<PointExpectation> sides =
        new Planner(lab("syncookie"))
                .plan(choices("kernel=fixed,unfixed listener=v4", "cookies", RunForm.FULL))
                .cells()
                .stream()
                .flatMap(cell -> PointExpectation.of(cell).stream())
                .toList();
    PointExpectation one = sides.get(0);
    List<PointExpectation> against = sides.stream().filter(one::opposes).toList();

    assertThat(against).isNotEmpty().allMatch(other -> other.presence() != one.presence());
    PointExpectation other = against.get(0);
    assertThat(
            one.opposes(
                new PointExpectation(
                    new Point("another", other.point().at()),
                    other.signature(),
                    other.presence(),
                    other.dependsOn())))
        .isFalse();
  }
}
