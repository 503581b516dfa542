package dev.faultlab.depth;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged agent in a JVM of its own, on the JDK that runs the tests.
 *
 * <p>The names are in a hosts file ({@code jdk.net.hosts.file}): such lookups go through the same
 * lock and the same race as those in the DNS, and need neither a server nor root.
 */
class DepthAgentIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path dir;

  @Test
  void oneThreadNeverRecurses() throws Exception {
    Outcome outcome = run(1, 5_000);

    assertThat(outcome.counts.at("/applicable").asBoolean()).isTrue();
    assertThat(outcome.counts.at("/calls").asLong()).isEqualTo(5_000);
    assertThat(outcome.counts.at("/recursiveCalls").asLong()).isZero();
    assertThat(outcome.counts.at("/deepest").asInt()).isEqualTo(1);
    assertThat(outcome.counts.at("/threads").asInt()).isEqualTo(1);
    assertThat(outcome.counts.at("/maxInside").asInt()).isEqualTo(1);
    assertThat(outcome.counts.at("/firstRecursion")).isEmpty();
  }

  /**
   * Ends with the first nested call. How many lookups that takes depends on the scheduler (some
   * hundreds, usually); the bound is a number of lookups, not a time.
   */
  @Test
  void threadsThatLookUpAgainAtOnceRecurse() throws Exception {
    Outcome outcome = run(8, 5_000_000);

    assertThat(outcome.counts.at("/recursiveCalls").asLong()).isPositive();
    assertThat(outcome.counts.at("/deepest").asInt()).isGreaterThan(1);
    assertThat(outcome.counts.at("/threads").asInt()).isEqualTo(8);
    assertThat(outcome.counts.at("/calls").asLong())
        .isEqualTo(outcome.lookUps + outcome.counts.at("/recursiveCalls").asLong());
    List<String> frames = new ArrayList<>();
    outcome.counts.at("/firstRecursion").forEach(frame -> frames.add(frame.asText()));
    assertThat(frames.stream().filter(f -> f.contains("NameServiceAddresses.get")).count())
        .isGreaterThan(1);
  }

  @Test
  void theFileAtExitSaysWhatTheBridgeSaid() throws Exception {
    Outcome outcome = run(1, 10);
    assertThat(JSON.readTree(Files.readString(dir.resolve("depth.json"))))
        .isEqualTo(outcome.counts);
  }

  @Test
  void aWrongArgumentStopsTheJvm() throws Exception {
    Process jvm = start("file=" + dir.resolve("depth.json"), 1, 1);
    String said = new String(jvm.getErrorStream().readAllBytes());
    assertThat(jvm.waitFor()).isNotZero();
    assertThat(said).contains("expected out=FILE");
  }

  private record Outcome(long lookUps, JsonNode counts) {}

  private Outcome run(int threads, long lookUps) throws Exception {
    Process jvm = start("out=" + dir.resolve("depth.json"), threads, lookUps);
    List<String> lines = new String(jvm.getInputStream().readAllBytes()).lines().toList();
    String complaints = new String(jvm.getErrorStream().readAllBytes());
    assertThat(jvm.waitFor()).as(complaints).isZero();
    return new Outcome(Long.parseLong(lines.get(0)), JSON.readTree(lines.get(1)));
  }

  private Process start(String agentArguments, int threads, long lookUps) throws IOException {
    Path hosts = Files.writeString(dir.resolve("hosts"), "192.0.2.1 backend.lab\n");
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-javaagent:" + System.getProperty("depth-agent.jar") + "=" + agentArguments,
            "-Djdk.net.hosts.file=" + hosts,
            "-cp",
            Path.of("target", "test-classes").toString(),
            LookUps.class.getName(),
            Integer.toString(threads),
            Long.toString(lookUps))
        .start();
  }
}
