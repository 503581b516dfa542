package dev.faultlab.cures.strong;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.cures.strong.program.Codes;
import dev.faultlab.cures.testing.Jdks;
import dev.faultlab.cures.testing.Jvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packaged agent in JVMs of their own. */
class StrongAgentIT {
  private static final String JAR = System.getProperty("agent.jar");
  private static final String AGENT = "-javaagent:" + JAR;
  private static final String JDKS_OWN = "gives NativePRNGBlocking of SUN\n";

  @TempDir private Path dir;

  static List<Path> jdks() throws IOException {
    return Jdks.all();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void givesADrbgOrRefusesWhereThereIsNone(Path java) throws Exception {
    assertThat(run(java)).contains("agent none", JDKS_OWN);
    String said = run(java, AGENT);
    if (said.contains("agent refused")) {
      assertThat(said).contains("this JDK has no DRBG; it came with JDK 9", JDKS_OWN);
    } else {
      assertThat(said).contains("agent on: getInstanceStrong()", "gives DRBG of SUN\n");
    }
    assertThat(said).contains("of its own true");
  }

  /** Somebody's own choice, a hardware module for one, is not replaced. */
  @ParameterizedTest
  @MethodSource("jdks")
  void leavesAnotherGeneratorAlone(Path java) throws Exception {
    Path chosen = dir.resolve("chosen.security");
    Files.writeString(chosen, "securerandom.strongAlgorithms=SHA1PRNG:SUN\n");
    assertThat(run(java, "-Djava.security.properties=" + chosen, AGENT))
        .contains("agent refused: getInstanceStrong() is SHA1PRNG of SUN", "gives SHA1PRNG of SUN");
  }

  /** The JDK reads the choice at each call, so a program may make it at any time. */
  @ParameterizedTest
  @MethodSource("jdks")
  void leavesAnotherGeneratorAloneThatIsChosenLater(Path java) throws Exception {
    try (Jvm jvm = Jvm.start(java, Codes.class, List.of(AGENT))) {
      jvm.until("code");
      jvm.tell("SHA1PRNG:SUN");
      assertThat(jvm.until("code")).contains("gives SHA1PRNG of SUN\n");
    }
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void canBePutIntoAJvmThatRunsAndSwitchedOffThere(Path java) throws Exception {
    try (Jvm jvm = Jvm.start(java, Codes.class, List.of())) {
      String before = jvm.until("code");
      assertThat(before).contains(JDKS_OWN);
      String pid = before.lines().findFirst().orElseThrow().substring("pid ".length());
      Jvm.attach(pid, JAR, "");
      jvm.tell("again");
      String meanwhile = jvm.until("code");
      if (!meanwhile.contains("agent refused")) {
        assertThat(meanwhile).contains("gives DRBG of SUN\n");
      }
      Jvm.attach(pid, JAR, "enabled=false");
      jvm.tell("again");
      assertThat(jvm.until("code")).contains(JDKS_OWN);
    }
  }

  private static String run(Path java, String... options) throws IOException {
    try (Jvm jvm = Jvm.start(java, Codes.class, List.of(options))) {
      return jvm.rest();
    }
  }
}
