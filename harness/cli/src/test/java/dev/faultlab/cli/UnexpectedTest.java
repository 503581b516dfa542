package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.command.ExitStatus;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What nobody has foreseen ends with 70, and never with Java's own status, 1. */
class UnexpectedTest {
  private record ExitedProcess(int status, String output) {}

  /** Overflows the stack in another thread while this one waits for it. */
  public static void main(String[] args) throws InterruptedException {
    UnexpectedErrors.endOnUncaughtErrors();
    Thread thread = new Thread(UnexpectedTest::forEver);
    thread.start();
    thread.join();
    Thread.sleep(Long.MAX_VALUE); // until the program is ended
  }

  private static void forEver() {
    forEver();
  }

  private static ExitedProcess java(String path, String... words)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("-Dfaultlab.root=" + TestShell.CLONE, "-cp", path));
    all.addAll(List.of(words));
    Process child = TestShell.java(all).redirectErrorStream(true).start();
    String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new ExitedProcess(child.waitFor(), output);
  }

  @Test
  void anErrorInAnotherThreadEndsTheProgram() throws Exception {
    ExitedProcess end = java(System.getProperty("java.class.path"), UnexpectedTest.class.getName());
    assertThat(end.output()).contains("StackOverflowError", "fault in faultlab itself");
    assertThat(end.status()).isEqualTo(ExitStatus.SOFTWARE);
  }

  @Test
  void anEngineThatIsGoneAtTheEndIsNoFaultOfOurs() {
    RuntimeException gone = new RuntimeException("Connection refused");
    gone.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("org.testcontainers.utility.JVMHookResourceReaper", "prune", "", 1)
        });
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    UnexpectedErrors.uncaught(gone, new PrintStream(err, true));
    assertThat(err.toString())
        .startsWith("faultlab: the Docker engine did not answer")
        .hasLineCount(1);
  }

  @Test
  void aClassThatIsMissingIsNoAnswer() throws Exception {
    String without =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(each -> !each.contains("picocli"))
            .collect(Collectors.joining(File.pathSeparator));
    ExitedProcess end = java(without, Start.class.getName(), "results");
    assertThat(end.output()).contains("NoClassDefFoundError");
    assertThat(end.status()).isEqualTo(ExitStatus.SOFTWARE);
  }
}
