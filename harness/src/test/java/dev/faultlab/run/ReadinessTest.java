package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.stack.Stack;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ReadinessTest {
  private final Stack stack =
      new Stack(
          "tiny-1", new StackSpec("tiny", Map.of(), Map.of()), "198.18.9", Map.of(), Map.of());

  /** Its procedure writes evidence: a folder that is taken away meanwhile would come back. */
  @Test
  void whoStopsWaitingStillWaitsForTheProcedureToEnd() throws InterruptedException {
    Thread waiting = Thread.currentThread();
    CountDownLatch returned = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    AtomicBoolean tooSoon = new AtomicBoolean();

    Callable<TrialEvidence> procedure =
        () -> {
          waiting.interrupt();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException stop) {
            tooSoon.set(returned.await(300, TimeUnit.MILLISECONDS));
          }
          ended.countDown();
          throw new IllegalStateException("stopped");
        };
    assertThatThrownBy(
            () -> {
              try {
                new Readiness(stack).await(procedure);
              } finally {
                returned.countDown();
              }
            })
        .isInstanceOf(InterruptedException.class);
    ended.await();
    assertThat(tooSoon).isFalse();
  }
}
