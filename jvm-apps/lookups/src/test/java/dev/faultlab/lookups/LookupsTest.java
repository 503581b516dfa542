package dev.faultlab.lookups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class LookupsTest {
  /** The resolver answers only when all threads are inside: they start together or never end. */
  @Test
  void threadsOfOneNameAreCountedWhileTheyAreInside() throws Exception {
    CyclicBarrier together = new CyclicBarrier(4);
    JsonNode run =
        run(
            "--names shared --threads 4 --lookups 12 --warm-up 0",
            name -> {
              meet(together);
              return InetAddress.getLoopbackAddress();
            });

    assertThat(run.at("/threads").asInt()).isEqualTo(4);
    assertThat(run.at("/lookups").asInt()).isEqualTo(12);
    assertThat(run.at("/maxConcurrentCallers").asInt()).isEqualTo(4);
    assertThat(run.at("/maxConcurrentCallersOfOneName").asInt()).isEqualTo(4);
    assertThat(run.at("/errors").isEmpty()).isTrue();
  }

  @Test
  void aNamePerThreadIsAskedForByOneAtATime() throws Exception {
    Queue<String> names = new ConcurrentLinkedQueue<>();
    CyclicBarrier together = new CyclicBarrier(2);
    JsonNode run =
        run(
            "--names per-thread --threads 2 --lookups 4 --warm-up 0",
            name -> {
              names.add(name);
              meet(together);
              return InetAddress.getLoopbackAddress();
            });

    assertThat(names).containsExactlyInAnyOrder("w0.a.lab", "w0.a.lab", "w1.a.lab", "w1.a.lab");
    assertThat(run.at("/maxConcurrentCallers").asInt()).isEqualTo(2);
    assertThat(run.at("/maxConcurrentCallersOfOneName").asInt()).isEqualTo(1);
  }

  @Test
  void theWarmUpIsNotCountedAndFailuresAre() throws Exception {
    Queue<Long> moments = new ConcurrentLinkedQueue<>();
    AtomicInteger calls = new AtomicInteger();
    JsonNode run =
        run(
            "--names shared --threads 1 --lookups 4 --warm-up 3",
            name -> {
              moments.add(System.currentTimeMillis() * 1_000);
              if (calls.incrementAndGet() > 5) {
                throw new UnknownHostException(name);
              }
              return InetAddress.getLoopbackAddress();
            });

    assertThat(run.at("/lookups").asInt()).isEqualTo(4);
    assertThat(run.at("/errors/java.net.UnknownHostException").asInt()).isEqualTo(2);
    List<Long> counted = List.copyOf(moments).subList(3, 7);
    assertThat(counted)
        .allMatch(moment -> moment >= run.at("/beganMicros").asLong())
        .allMatch(moment -> moment <= run.at("/endedMicros").asLong());
    assertThat(run.at("/p50Micros").asDouble()).isPositive();
    assertThat(run.at("/maxMicros").asDouble())
        .isGreaterThanOrEqualTo(run.at("/p99Micros").asDouble());
    assertThat(run.at("/p999Micros").isNull()).isTrue();
  }

  @Test
  void aPercentileIsToldOfEnoughLookUps() throws Exception {
    JsonNode run =
        run(
            "--names shared --threads 2 --lookups 10000 --warm-up 0",
            name -> InetAddress.getLoopbackAddress());

    assertThat(run.at("/p999Micros").isNumber()).isTrue();
    assertThat(run.at("/lookupsPerSecond").asDouble()).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--host a.lab --ttl 0 | found '--ttl', expected one of [--host,",
        "--host a.lab --names | found '--names', expected one of",
        "--host A.lab | --host: found 'A.lab', expected a host name",
        "--host a.lab --names mine | --names: found 'mine', expected shared or per-thread",
        "--host a.lab --names shared --threads 0 | --threads: found 0, expected 1 or more",
        "--host a.lab --names shared --threads 8 --lookups 7 | --lookups: found 7, expected 8",
        "--host a.lab --names shared --threads 8 --lookups x | --lookups: found 'x', expected",
      })
  void wrongOptionsAreExplained(String arguments, String message) {
    assertThatThrownBy(() -> new Lookups(arguments.split(" ")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private static JsonNode run(String options, Lookups.Resolver resolver) throws Exception {
    String report = new Lookups(("--host a.lab --json none " + options).split(" ")).run(resolver);
    return new ObjectMapper().readTree(report).at("/runs/0");
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }
}
