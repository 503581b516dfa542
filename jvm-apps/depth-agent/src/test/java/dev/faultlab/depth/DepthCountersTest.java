package dev.faultlab.depth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DepthCountersTest {
  @Test
  void callsThatAreNotNestedAreNoRecursion() {
    DepthCounters counters = new DepthCounters(0);
    counters.entered(1);
    counters.entered(1);

    assertThat(counters.calls()).isEqualTo(2);
    assertThat(counters.recursiveCalls()).isZero();
    assertThat(counters.deepest()).isEqualTo(1);
    assertThat(counters.firstRecursion()).isEmpty();
  }

  @Test
  void everyNestedCallCountsAndTheFirstLeavesItsStack() {
    DepthCounters counters = new DepthCounters(0);
    counters.entered(1);
    theFirstNestedOne(counters);
    StackTraceElement[] first = counters.firstRecursion();
    counters.entered(3);
    counters.entered(1);

    assertThat(counters.calls()).isEqualTo(4);
    assertThat(counters.recursiveCalls()).isEqualTo(2);
    assertThat(counters.deepest()).isEqualTo(3);
    assertThat(first).extracting(StackTraceElement::getMethodName).contains("theFirstNestedOne");
    assertThat(counters.firstRecursion()).isEqualTo(first);
  }

  @Test
  void theHighWaterMarkStartsAtTheThreadsThatAreInsideAlready() {
    DepthCounters counters = new DepthCounters(3);
    counters.insideNow(2);
    assertThat(counters.maxInside()).isEqualTo(3);
    counters.insideNow(5);
    assertThat(counters.maxInside()).isEqualTo(5);
  }

  private static void theFirstNestedOne(DepthCounters counters) {
    counters.entered(2);
  }
}
