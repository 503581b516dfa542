package dev.faultlab.cures.charset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.cures.charset.program.Asking;
import dev.faultlab.cures.testing.Jdks;
import dev.faultlab.cures.testing.Jvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packaged agent in JVMs of their own. */
class CharsetAgentIT {
  private static final String JAR = System.getProperty("agent.jar");
  private static final String AGENT = "-javaagent:" + JAR;

  static List<Path> jdks() throws IOException {
    return Jdks.all();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void aProviderIsAskedOnceForEachSpelling(Path java) throws Exception {
    assertThat(run(java, AGENT))
        .contains(
            "agent on: remembers up to 1024 names",
            "x-test asked 1\n",
            "x-test-alias asked 1\n",
            "X-TEST asked 1\n",
            "same true",
            "standard ISO-8859-1");
  }

  /** A name that nobody knows stays unknown, and is found once somebody does. */
  @ParameterizedTest
  @MethodSource("jdks")
  void whatNobodyKnowsIsNotRemembered(Path java) throws Exception {
    assertThat(run(java, AGENT)).contains("unknown truetrue", "learned true");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void withoutItAndSwitchedOffEachUseAsks(Path java) throws Exception {
    assertThat(run(java)).contains("agent none", "x-test asked 100\n");
    assertThat(run(java, AGENT + "=enabled=false"))
        .contains("agent on: switched off", "x-test asked 100\n");
  }

  @Test
  void anArgumentThatItDoesNotKnowStopsTheJvm() throws Exception {
    assertThat(run(Jdks.all().get(0), AGENT + "=size=5")).contains("expected NAME=VALUE");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void canBePutIntoAJvmThatRunsAndSwitchedOffThere(Path java) throws Exception {
    try (Jvm jvm = Jvm.start(java, Asking.class, List.of(), "again")) {
      String before = jvm.until("standard");
      assertThat(before).contains("agent none", "x-test asked 100\n");
      Jvm.attach(pid(before), JAR, "");
      jvm.tell("again");
      assertThat(jvm.until("standard")).contains("agent on: remembers", "x-test asked 1\n");
      Jvm.attach(pid(before), JAR, "enabled=false");
      jvm.tell("again");
      assertThat(jvm.until("standard")).contains("switched off", "x-test asked 100\n");
    }
  }

  private static String pid(String said) {
    return said.lines()
        .filter(line -> line.startsWith("pid "))
        .findFirst()
        .orElseThrow()
        .substring(4);
  }

  private static String run(Path java, String... options) throws IOException {
    try (Jvm jvm = Jvm.start(java, Asking.class, List.of(options))) {
      return jvm.rest();
    }
  }
}
