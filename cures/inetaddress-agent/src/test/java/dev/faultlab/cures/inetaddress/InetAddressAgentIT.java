package dev.faultlab.cures.inetaddress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.cures.inetaddress.program.Crowd;
import dev.faultlab.cures.testing.Jdks;
import dev.faultlab.cures.testing.Jvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packaged agent in JVMs of their own; eight threads ask, and lookups stand still. */
@Timeout(120)
class InetAddressAgentIT {
  private static final String AGENT = "-javaagent:" + System.getProperty("agent.jar");
  private static final int THREADS = 8;

  @TempDir private Path dir;
  private Path hosts;

  static List<Path> jdks() throws IOException {
    return Jdks.all();
  }

  @BeforeEach
  void holdLookups() throws Exception {
    hosts = dir.resolve("hosts");
    new ProcessBuilder("mkfifo", hosts.toString()).start().waitFor();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void withoutItOneLooksUpAndTheOthersWait(Path java) throws Exception {
    assertThat(atRest(java, 0)).contains("agent none", "inside 1");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void concurrentLetsAllLookUp(Path java) throws Exception {
    assertThat(atRest(java, 0, AGENT + "=policy=concurrent"))
        .contains("agent on: lets lookups", "inside " + THREADS);
  }

  /** Addresses that are kept are the JDK's affair: the lock is where it was. */
  @ParameterizedTest
  @MethodSource("jdks")
  void withTheCacheOnNothingChanges(Path java) throws Exception {
    assertThat(atRest(java, 30, AGENT + "=policy=concurrent")).contains("agent on", "inside 1");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void switchedOffNothingChanges(Path java) throws Exception {
    assertThat(atRest(java, 0, AGENT + "=enabled=false"))
        .contains("agent on: switched off", "inside 1");
  }

  /** The first answer is the first thread's alone; the second is everybody's who came meanwhile. */
  @ParameterizedTest
  @MethodSource("jdks")
  void mergeAnswersEverybodyWithTwoLookUps(Path java) throws Exception {
    try (Jvm jvm = crowd(java, 0, AGENT)) {
      assertThat(jvm.until("inside")).contains("agent on: merges", "inside 1");
      Files.writeString(hosts, "192.0.2.1 one.test\n");
      assertThat(jvm.until("answered")).isEqualTo("answered 192.0.2.1\n");
      Files.writeString(hosts, "192.0.2.2 one.test\n");
      for (int i = 1; i < THREADS; i++) {
        assertThat(jvm.until("answered")).isEqualTo("answered 192.0.2.2\n");
      }
      assertThat(jvm.until("done")).isEqualTo("done\n");
    }
  }

  private String atRest(Path java, int ttl, String... options) throws Exception {
    try (Jvm jvm = crowd(java, ttl, options)) {
      return jvm.until("inside");
    }
  }

  private Jvm crowd(Path java, int ttl, String... options) throws IOException {
    return Jvm.start(
        java,
        Crowd.class,
        List.of(options),
        hosts.toString(),
        Integer.toString(THREADS),
        Integer.toString(ttl));
  }
}
