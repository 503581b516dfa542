package dev.faultlab.lookup.bare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lookup.resolve.HoldingDns;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packaged program, on the JDK that runs the tests, as a user starts it. */
@Timeout(300)
class BareLookupsIT {
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path dir;

  /** The names are in a hosts file: such lookups take the same lock as those in the DNS. */
  @Test
  void theAgentsCountsAreInTheReport() throws Exception {
    JsonNode report =
        run(List.of("--host", "backend.lab", "--threads", "1,8", "--lookups", "4000"));

    JsonNode one = report.at("/runs/0");
    assertThat(one.at("/nameServiceGet/calls").asLong()).isEqualTo(4000);
    assertThat(one.at("/nameServiceGet/recursiveCalls").asLong()).isZero();
    assertThat(one.at("/maxConcurrentCallers").asInt()).isEqualTo(1);
    JsonNode eight = report.at("/runs/1");
    assertThat(eight.at("/threads").asInt()).isEqualTo(8);
    assertThat(eight.at("/errors").size()).isZero();
    assertThat(eight.at("/nameServiceGet/calls").asLong())
        .isEqualTo(4000 + eight.at("/nameServiceGet/recursiveCalls").asLong());
    assertThat(report.at("/systemResolver").asString()).isEqualTo("built-in");
  }

  @Test
  void processesStartTogetherAndAddUp() throws Exception {
    try (HoldingDns dns = new HoldingDns(false)) {
      InetSocketAddress server = dns.address();
      JsonNode report =
          run(
              List.of(
                  "--host",
                  "backend.lab",
                  "--processes",
                  "3",
                  "--lookups",
                  "10",
                  "--warm-up",
                  "0",
                  "--resolver",
                  "netty",
                  "--names",
                  "per-thread",
                  "--nameserver",
                  "127.0.0.1:" + server.getPort()));

      assertThat(report.at("/runs").size()).isEqualTo(1);
      assertThat(report.at("/runs/0/processes").asInt()).isEqualTo(3);
      assertThat(report.at("/runs/0/lookups").asInt()).isEqualTo(10);
      assertThat(report.at("/runs/0/maxConcurrentCallers").asInt()).isEqualTo(3);
      assertThat(report.at("/runs/0/maxConcurrentCallersOfOneName").asInt()).isEqualTo(1);
      assertThat(report.at("/runs/0/nameServiceGet/applicable").asBoolean()).isTrue();
      assertThat(dns.names())
          .hasSize(10)
          .containsOnly("w0.backend.lab", "w1.backend.lab", "w2.backend.lab");
    }
  }

  @Test
  void theFlameGraphShowsTheLookingUpThreads() throws Exception {
    Path graph = dir.resolve("flame.html");
    run(
        List.of(
            "--host",
            "backend.lab",
            "--threads",
            "2",
            "--lookups",
            "20000",
            "--flame-graph",
            graph.toString()));

    assertThat(graph).content().contains("<html");
    assertThat(dir.resolve("flame.collapsed")).content().contains("NameServiceAddresses.get");
  }

  @Test
  void wrongUsageHasItsOwnStatusAndNoReport() throws Exception {
    Process program = command(List.of("--host", "backend.lab", "--threads", "0")).start();
    assertThat(said(program.getErrorStream().readAllBytes())).contains("expected 1 to 1024");
    assertThat(program.waitFor()).isEqualTo(64);
    assertThat(dir.resolve("bare.json")).doesNotExist();
  }

  private JsonNode run(List<String> options) throws Exception {
    Path complaints = dir.resolve("stderr");
    Process program = command(options).redirectError(complaints.toFile()).start();
    String output = said(program.getInputStream().readAllBytes());
    assertThat(program.waitFor()).as(output + Files.readString(complaints)).isZero();
    return JSON.readTree(Files.readString(dir.resolve("bare.json")));
  }

  private ProcessBuilder command(List<String> options) throws IOException {
    List<String> hosts = new ArrayList<>(List.of("127.0.0.1 backend.lab"));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-javaagent:" + System.getProperty("depth-agent.jar"),
                "-Djdk.net.hosts.file=" + Files.write(dir.resolve("hosts"), hosts),
                "-jar",
                System.getProperty("lookup-service.jar"),
                "bare",
                "--json",
                dir.resolve("bare.json").toString()));
    command.addAll(options);
    return new ProcessBuilder(command);
  }

  private static String said(byte[] output) {
    return new String(output, StandardCharsets.UTF_8);
  }
}
