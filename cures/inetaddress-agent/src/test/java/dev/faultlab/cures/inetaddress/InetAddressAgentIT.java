package dev.faultlab.cures.inetaddress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packaged agent in JVMs of their own; eight threads ask, and look-ups stand still. */
@Timeout(120)
class InetAddressAgentIT {
  private static final String AGENT = "-javaagent:" + System.getProperty("agent.jar");
  private static final int THREADS = 8;

  @TempDir private Path dir;
  private Path hosts;
  private Process jvm;
  private BufferedReader output;

  static List<Path> jdks() throws IOException {
    return Jdks.all();
  }

  @BeforeEach
  void holdLookups() throws Exception {
    hosts = dir.resolve("hosts");
    new ProcessBuilder("mkfifo", hosts.toString()).start().waitFor();
  }

  @AfterEach
  void end() throws Exception {
    jvm.destroyForcibly().waitFor();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void withoutItOneLooksUpAndTheOthersWait(Path java) throws Exception {
    assertThat(untilAtRest(java, 0)).contains("agent none", "inside 1");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void concurrentLetsAllLookUp(Path java) throws Exception {
    assertThat(untilAtRest(java, 0, AGENT + "=policy=concurrent")).contains("inside " + THREADS);
  }

  /** Addresses that are kept are the JDK's affair: the lock is where it was. */
  @ParameterizedTest
  @MethodSource("jdks")
  void withTheCacheOnNothingChanges(Path java) throws Exception {
    assertThat(untilAtRest(java, 30, AGENT + "=policy=concurrent")).contains("inside 1");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void switchedOffNothingChanges(Path java) throws Exception {
    assertThat(untilAtRest(java, 0, AGENT + "=enabled=false")).contains("inside 1");
  }

  /** The first answer is the first thread's alone; the second is everybody's who came meanwhile. */
  @ParameterizedTest
  @MethodSource("jdks")
  void mergeAnswersEverybodyWithTwoLookUps(Path java) throws Exception {
    List<String> said = untilAtRest(java, 0, AGENT);
    assertThat(said).contains("inside 1");
    Files.writeString(hosts, "192.0.2.1 one.test\n");
    assertThat(output.readLine()).isEqualTo("answered 192.0.2.1");
    Files.writeString(hosts, "192.0.2.2 one.test\n");
    for (int i = 1; i < THREADS; i++) {
      assertThat(output.readLine()).isEqualTo("answered 192.0.2.2");
    }
    assertThat(output.readLine()).isEqualTo("done");
  }

  private List<String> untilAtRest(Path java, int ttl, String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(List.of(options));
    command.addAll(
        List.of(
            "-Djdk.net.hosts.file=" + hosts,
            "-cp",
            "target/test-classes",
            Crowd.class.getName(),
            Integer.toString(THREADS),
            Integer.toString(ttl)));
    jvm = new ProcessBuilder(command).redirectErrorStream(true).start();
    output = jvm.inputReader(StandardCharsets.UTF_8);
    List<String> said = new ArrayList<>();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      said.add(line);
      if (line.startsWith("inside")) {
        break;
      }
    }
    return said;
  }
}
