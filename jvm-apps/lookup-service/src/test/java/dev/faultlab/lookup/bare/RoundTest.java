package dev.faultlab.lookup.bare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lookup.resolve.NameResolver;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@Timeout(60)
class RoundTest {
  /** The resolver answers only when all threads are inside: they start together or never end. */
  @Test
  void allThreadsAreInsideAtOnce() throws Exception {
    CyclicBarrier together = new CyclicBarrier(4);
    NameResolver resolver =
        name -> {
          meet(together);
          return InetAddress.getLoopbackAddress();
        };
    RoundResult result = round("--lookups 12", resolver, 4).run();

    assertThat(result.maxConcurrentCallers()).isEqualTo(4);
    assertThat(result.maxConcurrentCallersOfOneName()).isEqualTo(4);
    assertThat(result.lookups()).isEqualTo(12);
    assertThat(result.errors()).isEmpty();
  }

  /**
   * Each lets others run while it is inside, so that without the lock there would be two at times.
   */
  @Test
  void behindALockOfTheirOwnNoTwoAreInside() throws Exception {
    for (String kind : List.of("fair", "unfair")) {
      AtomicInteger inside = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      NameResolver resolver =
          name -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            Thread.yield();
            inside.decrementAndGet();
            return InetAddress.getLoopbackAddress();
          };
      RoundResult result = round("--lookups 2000 --own-lock " + kind, resolver, 4).run();

      assertThat(most).hasValue(1);
      assertThat(result.maxConcurrentCallers()).isEqualTo(1);
      assertThat(result.lookups()).isEqualTo(2000);
    }
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void virtualThreadsAreInsideAtOnceAsWell() throws Exception {
    CyclicBarrier together = new CyclicBarrier(4);
    ConcurrentLinkedQueue<String> threads = new ConcurrentLinkedQueue<>();
    NameResolver resolver =
        name -> {
          threads.add(Thread.currentThread().getName());
          meet(together);
          return InetAddress.getLoopbackAddress();
        };
    RoundResult result = round("--lookups 12 --thread-kind virtual", resolver, 4).run();

    assertThat(result.maxConcurrentCallers()).isEqualTo(4);
    // A virtual thread has no name unless it is given one.
    assertThat(threads).hasSize(12).containsOnly("");
  }

  @Test
  void whatIsCountedBeginsBehindTheWarmUp() throws Exception {
    List<Long> moments = Collections.synchronizedList(new ArrayList<>());
    NameResolver resolver =
        name -> {
          moments.add(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
          return InetAddress.getLoopbackAddress();
        };
    RoundResult result =
        new Round(
                BareOptionsTest.parse("--host a.lab --warm-up 3 --threads 2 --lookups 4"),
                resolver,
                2)
            .run();

    assertThat(moments.subList(0, 3)).allMatch(moment -> moment <= result.beganMicros());
    assertThat(moments.subList(3, moments.size()))
        .hasSize(4)
        .allMatch(moment -> moment >= result.beganMicros() && moment <= result.endedMicros());
  }

  @Test
  void aPercentileThatFewLookUpsAreBeyondIsNotTold() throws Exception {
    NameResolver resolver = name -> InetAddress.getLoopbackAddress();

    assertThat(round("--lookups 9999", resolver, 1).run().p999Micros()).isNull();
    assertThat(round("--lookups 10000", resolver, 1).run().p999Micros()).isNotNull();
  }

  @Test
  void everyLookUpIsDoneOnceAlsoWhereItDoesNotComeOutEven() throws Exception {
    ConcurrentLinkedQueue<String> names = new ConcurrentLinkedQueue<>();
    NameResolver resolver =
        name -> {
          names.add(name);
          return InetAddress.getLoopbackAddress();
        };
    RoundResult result = round("--lookups 10 --names per-thread", resolver, 4).run();

    assertThat(result.lookups()).isEqualTo(10);
    assertThat(result.maxConcurrentCallersOfOneName()).isEqualTo(1);
    assertThat(result.nanos().getTotalCount()).isEqualTo(10);
    assertThat(names).hasSize(10);
    assertThat(names.stream().distinct()).hasSize(4).allMatch(n -> n.matches("w[0-3]\\.a\\.lab"));
  }

  /** Two calls of 50 ms, one after the other. */
  @Test
  void theCallAfterALookUpIsInTheRoundsTime() throws Exception {
    NameResolver resolver = name -> InetAddress.getLoopbackAddress();
    RoundResult result = round("--lookups 2 --call 50", resolver, 1).run();

    assertThat(result.wallNanos()).isGreaterThanOrEqualTo(100_000_000);
  }

  @Test
  void failuresAreCountedByKindAndTimedAsWell() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    NameResolver resolver =
        name -> {
          if (calls.incrementAndGet() % 2 == 0) {
            throw new UnknownHostException(name);
          }
          return InetAddress.getLoopbackAddress();
        };
    RoundResult result = round("--lookups 10", resolver, 1).run();

    assertThat(result.errors()).isEqualTo(Map.of("java.net.UnknownHostException", 5L));
    assertThat(result.lookups()).isEqualTo(10);
  }

  @Test
  void theReportSurvivesItsWayBetweenProcesses() throws Exception {
    NameResolver resolver = name -> InetAddress.getLoopbackAddress();
    RoundResult result = round("--lookups 10", resolver, 1).run();
    BareReport report =
        new BareReport(
            "17", "built-in", "inetaddress", "a.lab", "shared", 0, 0, "platform", List.of(result));

    assertThat(BareReport.parse(report.toLine())).isEqualTo(report);
    assertThat(report.runs().get(0).nanos().getMaxValue() / 1000.0).isEqualTo(result.maxMicros());
  }

  private static Round round(String options, NameResolver resolver, int threads) {
    return new Round(
        BareOptionsTest.parse("--host a.lab --warm-up 0 --threads " + threads + " " + options),
        resolver,
        threads);
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }
}
