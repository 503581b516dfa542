package dev.faultlab.lookup.outage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lookup.resolve.HoldingDns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The packaged program on the JDK that runs the tests. InetAddress has the name from the file that
 * the program writes: failures of such lookups are remembered like those in the DNS.
 */
@Timeout(120)
class OutageIT {
  private static final String HOST = "svc.outage.lab";

  @TempDir private Path dir;

  @Test
  void theJdkRemembersAFailureUnlessItIsTold() throws Exception {
    JsonNode remembered = run(Map.of(), List.of());
    assertThat(remembered.at("/after").asInt()).isPositive();
    assertThat(remembered.at("/failed").asInt()).isEqualTo(remembered.at("/after").asInt());

    JsonNode forgotten = run(Map.of("LOOKUP_NEGATIVE_TTL", "0"), List.of());
    assertThat(forgotten.at("/after").asInt()).isPositive();
    assertThat(forgotten.at("/failed").asInt()).isZero();
    assertThat(forgotten.at("/outlivedMillis").asDouble())
        .isLessThan(remembered.at("/outlivedMillis").asDouble());
  }

  @Test
  void aFailureOfAnotherNameIsNone() throws Exception {
    JsonNode another = run(Map.of(), List.of("--asked", "other.outage.lab"));

    assertThat(another.at("/asked").asString()).isEqualTo("other.outage.lab");
    assertThat(another.at("/after").asInt()).isPositive();
    assertThat(another.at("/failed").asInt()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--lookups 0 | --lookups: found 0, expected 1 or more",
        "--lookups ten | Invalid value for option '--lookups'",
        "--asked A_B | found 'A_B', expected a host name",
        "--asked 192.0.2.1 | found '192.0.2.1', expected a name: an IP address needs no lookup",
        "--times=10 | Unknown option: '--times=10'",
      })
  void wrongUsageIsExplainedAndChangesNothing(String options, String message) throws Exception {
    assertThat(refused(Map.of(), List.of(options.split(" ")))).contains(message);
  }

  @Test
  void aWrongVariableIsExplainedAndChangesNothing() throws Exception {
    assertThat(refused(Map.of("LOOKUP_NEGATIVE_TTL", "x"), List.of()))
        .contains("LOOKUP_NEGATIVE_TTL: found 'x', expected a whole number from -1 to 86400");
  }

  /** What the program says when it refuses: before it has written anything. */
  private String refused(Map<String, String> variables, List<String> options) throws Exception {
    Process program = command(variables, options, 53).start();
    String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(program.waitFor()).as(said).isEqualTo(64);
    assertThat(hosts()).doesNotExist();
    assertThat(dir.resolve("outage.json")).doesNotExist();
    return said;
  }

  private JsonNode run(Map<String, String> variables, List<String> options) throws Exception {
    try (HoldingDns dns = new HoldingDns(false, this::isInTheFile)) {
      Process program = command(variables, options, dns.address().getPort()).start();
      String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(program.waitFor()).as(said).isZero();
    }
    return new JsonMapper().readTree(Files.readString(dir.resolve("outage.json")));
  }

  private boolean isInTheFile(String name) {
    try {
      return Files.readString(hosts()).contains(" " + name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path hosts() {
    return dir.resolve("hosts");
  }

  private ProcessBuilder command(Map<String, String> variables, List<String> options, int port) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djdk.net.hosts.file=" + hosts(),
                "-jar",
                System.getProperty("lookup-service.jar"),
                "outage",
                "--host",
                HOST,
                "--hosts",
                hosts().toString(),
                "--json",
                dir.resolve("outage.json").toString()));
    command.addAll(options);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(variables);
    builder.environment().put("LOOKUP_NAMESERVER", "127.0.0.1:" + port);
    return builder;
  }
}
