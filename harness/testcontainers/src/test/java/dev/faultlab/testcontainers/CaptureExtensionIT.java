package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.faultlab.testcontainers.BuiltImages.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Test classes that use the extension, run as their authors would run them. */
class CaptureExtensionIT {
  private static final int CONCURRENCY = 3;
  private static final DelayedDns DNS = dns();
  private static final Tools APP = DNS.resolves(BuiltImages.tools());

  private static DelayedDns dns() {
    BuiltImages.use();
    return new DelayedDns()
        .address("name-1.test", 30, "192.0.2.1")
        .address("name-2.test", 30, "192.0.2.2")
        .address("name-3.test", 30, "192.0.2.3");
  }

  @BeforeAll
  static void start() {
    APP.start();
  }

  @AfterAll
  static void stop() {
    APP.stop();
    DNS.stop();
  }

  /** All under way at the same time, one of them red. */
  @Execution(ExecutionMode.CONCURRENT)
  static class Parallel {
    private static final CyclicBarrier TOGETHER = new CyclicBarrier(CONCURRENCY);

    @RegisterExtension static final CaptureExtension packets = CaptureExtension.of(APP);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void asks(int number) throws Exception {
      String name = "name-" + number + ".test";
      TOGETHER.await(60, TimeUnit.SECONDS);
      APP.bash("getent ahostsv4 " + name);
      if (number == 3) {
        APP.bash("getent ahostsv4 " + name);
      }
      packets.end().assertLookups(name, 1);
      assertThat(packets.end()).isSameAs(packets.end());
    }
  }

  /** A sidecar for one test, and nothing that could be healthy. */
  static class Idle {
    @RegisterExtension final CaptureExtension packets = CaptureExtension.of(APP).expectHealthy();

    @Test
    void waits() {}
  }

  @Test
  void eachParallelTestHasItsOwnCaptureAndOnlyTheRedOneKeepsIt() throws IOException {
    Map<String, TestExecutionResult> results = run(Parallel.class);
    assertThat(results.get("#1]").getThrowable()).isEmpty();
    assertThat(results.get("#2]").getThrowable()).isEmpty();
    assertThat(results.get("#3]").getThrowable().orElseThrow())
        .hasMessageContaining("expected at most 1 lookup of name-3.test, found 2 (frames ");
    String red = "CaptureExtensionIT$Parallel.asks-3";
    assertThat(kept("CaptureExtensionIT$Parallel"))
        .containsExactlyInAnyOrder(red + ".pcap", red + ".txt", red + ".log");
    assertThat(Path.of("target/faultlab", red + ".txt"))
        .content()
        .contains("found 2 (frames", "packets captured", "name-3.test: 2 lookups (frames");
  }

  @Test
  void expectHealthyFailsATestWithoutTrafficAndKeepsItsCapture() throws IOException {
    assertThat(run(Idle.class).get("waits()]").getThrowable().orElseThrow())
        .hasMessageStartingWith("inconclusive: nothing could be judged");
    assertThat(kept("CaptureExtensionIT$Idle")).hasSize(3);
  }

  private static Map<String, TestExecutionResult> run(Class<?> type) {
    Map<String, TestExecutionResult> results = new ConcurrentHashMap<>();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(type))
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter(
                    "junit.jupiter.execution.parallel.config.fixed.parallelism", "" + CONCURRENCY)
                .build(),
            new TestExecutionListener() {
              @Override
              public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                results.put(test.getUniqueId().replaceAll(".*:", ""), result);
              }
            });
    return results;
  }

  private static java.util.List<String> kept(String prefix) throws IOException {
    try (var list = Files.list(Path.of("target/faultlab"))) {
      return list.map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(prefix))
          .toList();
    }
  }
}
