package dev.faultlab.cures.charset;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packaged agent in JVMs of their own. */
class CharsetAgentIT {
  private static final String AGENT = "-javaagent:" + System.getProperty("agent.jar");

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
    Process jvm =
        new ProcessBuilder(
                java.toString(), "-cp", "target/test-classes", Asking.class.getName(), "twice")
            .redirectErrorStream(true)
            .start();
    try (BufferedReader said = jvm.inputReader();
        BufferedWriter go = jvm.outputWriter()) {
      String before = until(said, "standard");
      assertThat(before).contains("agent none", "x-test asked 100\n");
      VirtualMachine attached = VirtualMachine.attach(Long.toString(jvm.pid()));
      attached.loadAgent(System.getProperty("agent.jar"));
      go.write("again\n");
      go.flush();
      assertThat(until(said, "standard")).contains("agent on: remembers", "x-test asked 1\n");
      attached.loadAgent(System.getProperty("agent.jar"), "enabled=false");
      attached.detach();
      go.write("again\n");
      go.flush();
      assertThat(until(said, "standard")).contains("switched off", "x-test asked 100\n");
    } finally {
      jvm.destroyForcibly().waitFor();
    }
  }

  private static String until(BufferedReader said, String last) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      text.append(line).append('\n');
      if (line.startsWith(last)) {
        break;
      }
    }
    return text.toString();
  }

  private static String run(Path java, String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", "target/test-classes", Asking.class.getName()));
    Process jvm = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    jvm.waitFor();
    return said;
  }
}
