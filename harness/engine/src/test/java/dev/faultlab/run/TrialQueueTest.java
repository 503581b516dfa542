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
  private TrialQueue open(Plan trials) {
    TrialQueue queue = new TrialQueue(trials, trial -> null);
    plan.stacks().forEach(queue::open);
    return queue;
  }

  @Test
  void twoTrialsOfOneStackNeverMeet() throws Exception {
    TrialQueue queue = open(plan);
    Set<StackSpec> going = new HashSet<>();
    List<PlannedTrial> begun = new ArrayList<>();
    PlannedTrial first = queue.next().orElseThrow();
    PlannedTrial second = queue.next().orElseThrow();
    assertThat(stack(first)).isNotEqualTo(stack(second));
    WaitingCall<Optional<PlannedTrial>> third = new WaitingCall<>(queue::next);
    queue.ended(second);
    begun.add(third.value().orElseThrow());
    assertThat(stack(begun.get(0))).isEqualTo(stack(second));
    queue.ended(first);
    queue.ended(begun.get(0));
    for (var next = queue.next(); next.isPresent(); next = queue.next()) {
      assertThat(going.add(stack(next.get()))).isTrue();
      begun.add(next.get());
      going.remove(stack(next.get()));
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
    TrialQueue queue = new TrialQueue(plan, trial -> null);
    WaitingCall<Optional<PlannedTrial>> next = new WaitingCall<>(queue::next);
    queue.clear();
    assertThat(next.value()).isEmpty();
  }

  @Test
  void aTrialBeginsWhenItsOwnStackCanBeUsed() throws Exception {
    TrialQueue queue = new TrialQueue(plan, trial -> null);
    PlannedTrial last = plan.trials().get(plan.trials().size() - 1);
    StackSpec stack = stack(last);
    queue.open(stack);
    List<PlannedTrial> there = plan.trials().stream().filter(t -> stack(t).equals(stack)).toList();
    for (PlannedTrial trial : there) {
      assertThat(queue.next()).contains(trial);
      queue.ended(trial);
    }
    WaitingCall<Optional<PlannedTrial>> next = new WaitingCall<>(queue::next);
    plan.stacks().forEach(queue::open);
    assertThat(stack(next.value().orElseThrow())).isNotEqualTo(stack);
  }

  /** Those of the first point are measured; the others are there only for the verdict. */
  @Test
  void beginsNoOtherWhileOneGoesOnThatIsMeasured() throws Exception {
    Plan trials = alone(plan.cells().get(0)::equals);
    TrialQueue queue = open(trials);
    PlannedTrial first = queue.next().orElseThrow();
    PlannedTrial second = queue.next().orElseThrow();
    WaitingCall<Optional<PlannedTrial>> measured =
        new WaitingCall<>(
            () -> {
              queue.awaitAlone();
              return Optional.empty();
            });
    queue.ended(first);
    WaitingCall<Optional<PlannedTrial>> other = new WaitingCall<>(queue::next);
    queue.ended(second);
    assertThat(measured.value()).isEmpty();
    assertThat(other.task.isDone()).as("another beside the one that is measured").isFalse();
    queue.ended(trials.trials().stream().filter(PlannedTrial::alone).findFirst().orElseThrow());
    assertThat(other.value()).isPresent();
  }

  /** Asks in a thread of its own, and is made when that thread waits. */
  private static final class WaitingCall<T> {
    private final FutureTask<T> task;

    WaitingCall(Callable<T> work) {
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

  private StackSpec stack(PlannedTrial trial) {
    return plan.cell(trial.point()).stack();
  }

  private Plan alone(Predicate<Cell> these) {
    return plan.with(
        plan.trials().stream()
            .map(t -> new PlannedTrial(t.point(), t.index(), these.test(plan.cell(t.point()))))
            .toList());
  }
}
