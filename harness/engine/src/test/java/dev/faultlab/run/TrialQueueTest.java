package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.Planner;
import dev.faultlab.plan.StackSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Trials of two stacks, with two points each. */
class TrialQueueTest {
  private final Plan plan =
      new Planner(new LabReader(List.of(Path.of("../../labs"))).read("dns-java"))
          .plan(
              Choices.typed(
                  Map.of("jdk", "17,25", "trials", "4"),
                  List.of("shared-name", "name-per-thread"),
                  RunForm.SHORT));

  /** A queue of these trials, whose stacks can be used. */
  private TrialQueue open(List<PlannedTrial> trials) {
    TrialQueue queue = new TrialQueue(trials, trial -> null);
    plan.stacks().forEach(queue::open);
    return queue;
  }

  @Test
  void twoTrialsOfOneStackNeverMeet() throws Exception {
    TrialQueue queue = open(plan.trials());
    Set<StackSpec> going = new HashSet<>();
    List<PlannedTrial> begun = new ArrayList<>();
    PlannedTrial first = queue.next().orElseThrow();
    PlannedTrial second = queue.next().orElseThrow();
    assertThat(first.cell().stack()).isNotEqualTo(second.cell().stack());
    Waiting<Optional<PlannedTrial>> third = new Waiting<>(queue::next);
    queue.ended(second);
    begun.add(third.value().orElseThrow());
    assertThat(begun.get(0).cell().stack()).isEqualTo(second.cell().stack());
    queue.ended(first);
    queue.ended(begun.get(0));
    for (var next = queue.next(); next.isPresent(); next = queue.next()) {
      assertThat(going.add(next.get().cell().stack())).isTrue();
      begun.add(next.get());
      going.remove(next.get().cell().stack());
      queue.ended(next.get());
    }
    begun.addAll(List.of(first, second));
    assertThat(begun).containsExactlyInAnyOrderElementsOf(plan.trials());
  }

  @Test
  void oneThatIsMeasuredDoesNotBeginByItself() throws InterruptedException {
    assertThat(open(alone(cell -> true)).next()).isEmpty();
  }

  @Test
  void clearedMeansThatNoTrialBeginsAnyMore() throws Exception {
    TrialQueue queue = new TrialQueue(plan.trials(), trial -> null);
    Waiting<Optional<PlannedTrial>> next = new Waiting<>(queue::next);
    queue.clear();
    assertThat(next.value()).isEmpty();
  }

  @Test
  void aTrialBeginsWhenItsOwnStackCanBeUsed() throws Exception {
    TrialQueue queue = new TrialQueue(plan.trials(), trial -> null);
    PlannedTrial last = plan.trials().get(plan.trials().size() - 1);
    StackSpec stack = last.cell().stack();
    queue.open(stack);
    List<PlannedTrial> there =
        plan.trials().stream().filter(t -> t.cell().stack().equals(stack)).toList();
    for (PlannedTrial trial : there) {
      assertThat(queue.next()).contains(trial);
      queue.ended(trial);
    }
    Waiting<Optional<PlannedTrial>> next = new Waiting<>(queue::next);
    plan.stacks().forEach(queue::open);
    assertThat(next.value().orElseThrow().cell().stack()).isNotEqualTo(stack);
  }

  /** Those of the first point are measured; the others are there only for the verdict. */
  @Test
  void beginsNoOtherWhileOneGoesOnThatIsMeasured() throws Exception {
    List<PlannedTrial> trials = alone(plan.cells().get(0)::equals);
    TrialQueue queue = open(trials);
    PlannedTrial first = queue.next().orElseThrow();
    PlannedTrial second = queue.next().orElseThrow();
    Waiting<Optional<PlannedTrial>> measured =
        new Waiting<>(
            () -> {
              queue.awaitAlone();
              return Optional.empty();
            });
    queue.ended(first);
    Waiting<Optional<PlannedTrial>> other = new Waiting<>(queue::next);
    queue.ended(second);
    assertThat(measured.value()).isEmpty();
    assertThat(other.task.isDone()).as("another beside the one that is measured").isFalse();
    queue.ended(trials.stream().filter(PlannedTrial::alone).findFirst().orElseThrow());
    assertThat(other.value()).isPresent();
  }

  /** Asks in a thread of its own, and is made when that thread waits. */
  private static final class Waiting<T> {
    private final FutureTask<T> task;

    Waiting(Callable<T> work) {
      task = new FutureTask<>(work);
      Thread thread = new Thread(task, "asks");
      thread.setDaemon(true);
      thread.start();
      while (thread.getState() != Thread.State.WAITING && !task.isDone()) {
        Thread.onSpinWait();
      }
      assertThat(task.isDone()).as("waits").isFalse();
    }

    T value() throws ExecutionException, InterruptedException {
      return task.get();
    }
  }

  private List<PlannedTrial> alone(Predicate<Cell> these) {
    return plan.trials().stream()
        .map(t -> new PlannedTrial(t.cell(), t.index(), these.test(t.cell())))
        .toList();
  }
}
