package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.Planner;
import dev.faultlab.plan.StackSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Trials of two stacks, with two points each. */
class TrialQueueTest {
  private static final RunListener NOBODY =
      new RunListener() {
        @Override
        public void phase(String title, int steps) {}

        @Override
        public void say(String message) {}

        @Override
        public void step(String what) {}
      };

  private final Lab lab = new LabReader(List.of(Path.of("../../labs"))).read("dns-java");
  private final Plan plan =
      new Planner(lab)
          .plan(
              Choices.typed(
                  Map.of("jdk", "17,25", "trials", "4"),
                  List.of("shared-name", "name-per-thread"),
                  true));
  private StackSet stacks;

  @BeforeEach
  void start() throws InterruptedException {
    stacks =
        new StackSet(
            plan,
            new FakeEngine().stacks(lab, "run", GuestStart.COLD),
            plan.stacks().stream()
                .flatMap(spec -> plan.images(spec).values().stream())
                .distinct()
                .collect(
                    Collectors.toMap(
                        r -> r, r -> new ImageSource.Image(r.toString(), r.toString()))),
            stack -> {},
            NOBODY);
    stacks.start(plan.stacks(), stack -> {});
    assertThat(plan.stacks()).hasSize(2).allMatch(spec -> stacks.find(spec).isPresent());
  }

  /** A queue of all trials, whose stacks can be used. */
  private TrialQueue open(int atOnce, TrialQueue.Carrier carrier) {
    TrialQueue queue = new TrialQueue(plan.trials(), stacks, atOnce, carrier);
    plan.stacks().forEach(queue::open);
    return queue;
  }

  @Test
  void twoTrialsOfOneStackNeverMeet() throws InterruptedException, IOException {
    Set<StackSpec> going = ConcurrentHashMap.newKeySet();
    List<String> met = new CopyOnWriteArrayList<>();
    CountDownLatch bothStacks = new CountDownLatch(2);
    try (TrialQueue queue =
        open(
            4,
            (trial, stack) -> {
              if (!going.add(stack.spec())) {
                met.add(stack.name());
              }
              bothStacks.countDown();
              bothStacks.await();
              going.remove(stack.spec());
              return evidence(trial);
            })) {
      for (PlannedTrial trial : plan.trials()) {
        assertThat(queue.take(trial).name()).isEqualTo(name(trial));
      }
    }
    assertThat(met).isEmpty();
  }

  @Test
  void oneThatIsMeasuredBeginsWhenItIsTaken() throws InterruptedException, IOException {
    List<String> begun = new CopyOnWriteArrayList<>();
    List<PlannedTrial> trials = alone(cell -> true);
    try (TrialQueue queue =
        new TrialQueue(
            trials,
            stacks,
            2,
            (trial, stack) -> {
              begun.add(name(trial));
              return evidence(trial);
            })) {
      plan.stacks().forEach(queue::open);
      assertThat(begun).isEmpty();
      queue.take(trials.get(0));
      assertThat(begun).containsExactly(name(trials.get(0)));
    }
  }

  @Test
  void whatATrialThrowsIsThrownWhereItIsTaken() {
    try (TrialQueue queue =
        open(
            2,
            (trial, stack) -> {
              throw new IOException("disk full at " + name(trial));
            })) {
      PlannedTrial last = plan.trials().get(plan.trials().size() - 1);
      assertThatThrownBy(() -> queue.take(last))
          .isInstanceOf(IOException.class)
          .hasMessage("disk full at " + name(last));
    }
  }

  @Test
  void closedMeansThatNoTrialBeginsAnyMore() throws InterruptedException {
    List<String> begun = new CopyOnWriteArrayList<>();
    CountDownLatch going = new CountDownLatch(2);
    CountDownLatch never = new CountDownLatch(1);
    try (TrialQueue queue =
        open(
            2,
            (trial, stack) -> {
              begun.add(name(trial));
              going.countDown();
              never.await();
              return evidence(trial);
            })) {
      going.await();
    }
    assertThat(begun).hasSize(2);
  }

  @Test
  void aTrialBeginsWhenItsOwnStackCanBeUsed() throws InterruptedException, IOException {
    List<String> begun = new CopyOnWriteArrayList<>();
    StackSpec first = plan.trials().get(0).cell().stack();
    List<PlannedTrial> there =
        plan.trials().stream().filter(t -> t.cell().stack().equals(first)).toList();
    try (TrialQueue queue =
        new TrialQueue(
            plan.trials(),
            stacks,
            2,
            (trial, stack) -> {
              begun.add(name(trial));
              return evidence(trial);
            })) {
      queue.open(first);
      for (PlannedTrial trial : there) {
        queue.take(trial);
      }
      assertThat(begun).containsExactlyElementsOf(there.stream().map(t -> name(t)).toList());
      plan.stacks().forEach(queue::open);
      for (PlannedTrial trial : plan.trials()) {
        queue.take(trial);
      }
      assertThat(begun).hasSameSizeAs(plan.trials());
    }
  }

  /** Those of the first point are measured; the others are there only for the verdict. */
  @Test
  void beginsNoOtherWhileOneGoesOnThatIsMeasured() throws InterruptedException, IOException {
    List<PlannedTrial> trials = alone(plan.cells().get(0)::equals);
    Thread main = Thread.currentThread();
    Set<Thread> workers = ConcurrentHashMap.newKeySet();
    Set<PlannedTrial> going = ConcurrentHashMap.newKeySet();
    List<String> met = new CopyOnWriteArrayList<>();
    List<PlannedTrial> begun = new CopyOnWriteArrayList<>();
    CountDownLatch two = new CountDownLatch(2);
    AtomicBoolean taking = new AtomicBoolean();
    try (TrialQueue queue =
        new TrialQueue(
            trials,
            stacks,
            2,
            (trial, stack) -> {
              boolean first = going.isEmpty();
              going.add(trial);
              begun.add(trial);
              if (!trial.alone()) {
                workers.add(Thread.currentThread());
                two.countDown();
                two.await();
                // Until somebody waits: for this one to end, or for nothing to go on.
                while (!taking.get() || main.getState() != Thread.State.WAITING) {
                  Thread.onSpinWait();
                }
              } else if (first) {
                // Until the others have had their chance to begin.
                while (going.size() == 1
                    && workers.stream().anyMatch(w -> w.getState() != Thread.State.WAITING)) {
                  Thread.onSpinWait();
                }
              }
              if (trial.alone() && (!first || going.size() > 1)) {
                met.add(name(trial));
              }
              going.remove(trial);
              return evidence(trial);
            })) {
      plan.stacks().forEach(queue::open);
      two.await();
      assertThat(begun).noneMatch(PlannedTrial::alone);
      taking.set(true);
      for (PlannedTrial trial : trials) {
        assertThat(queue.take(trial).name()).isEqualTo(name(trial));
      }
    }
    assertThat(met).isEmpty();
    assertThat(begun.get(2)).as("behind the two that went on").isEqualTo(trials.get(0));
    assertThat(begun).containsExactlyInAnyOrderElementsOf(trials);
  }

  private List<PlannedTrial> alone(Predicate<Cell> these) {
    return plan.trials().stream()
        .map(t -> new PlannedTrial(t.cell(), t.index(), these.test(t.cell()), false))
        .toList();
  }

  private static String name(PlannedTrial trial) {
    return trial.cell().id() + " #" + trial.index();
  }

  private static TrialEvidence evidence(PlannedTrial trial) {
    Path folder = Path.of("");
    return new TrialEvidence(
        folder,
        folder,
        name(trial),
        trial.index(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        "",
        0);
  }
}
