package dev.faultlab.testcontainers;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.commons.lang3.ArrayUtils;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;

/** The program {@code vm} in a container, which runs the container's guest. */
record GuestProgram(GenericContainer<?> container, Exec exec) {
  private static final long POLL_MILLIS = 200;

  /** Runs a command in the container itself. */
  interface Exec {
    ExecResult run(Charset charset, String... words) throws IOException, InterruptedException;
  }

  ExecResult run(String... words) {
    return run(StandardCharsets.UTF_8, words);
  }

  ExecResult run(Charset charset, String... words) {
    return Sidecars.answer(words[0], () -> exec.run(charset, words));
  }

  /** Runs a script that copies files, and throws if it fails. */
  void runCopyScript(String script, String... arguments) {
    String[] shell = {"sh", "-c", script, "copy"};
    ExecResult result = run(ArrayUtils.addAll(shell, arguments));
    if (result.getExitCode() != 0) {
      throw new IllegalStateException("cannot copy in a guest: " + result.getStderr().strip());
    }
  }

  String info() {
    return run("vm", "info").getStdout();
  }

  /** A service can be asked for something only once it was started. */
  void awaitService(Duration limit) {
    poll(() -> info().matches("(?s).*\"starts\": [1-9].*"), limit, "start its service");
  }

  /** Asks the vm program; an open port of the container does not mean that the guest is ready. */
  AbstractWaitStrategy waitStrategy() {
    return new AbstractWaitStrategy() {
      @Override
      protected void waitUntilReady() {
        poll(() -> run("vm", "ready").getExitCode() == 0, startupTimeout, "become ready");
      }
    };
  }

  private void poll(BooleanSupplier condition, Duration limit, String what) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      if (!container.isRunning()) {
        throw new IllegalStateException("the guest ended before it did " + what + ": " + reason());
      }
      if (condition.getAsBoolean()) {
        return;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "the guest did not " + what + " within " + limit.toSeconds() + " s: " + reason());
      }
      Sidecars.answer(
          "waiting for a guest",
          () -> {
            Thread.sleep(POLL_MILLIS);
            return null;
          });
    }
  }

  /** What the vm program said last, with the end of the console if the kernel panicked. */
  String reason() {
    List<String> lines = container.getLogs().lines().toList();
    int end = lines.size();
    while (end > 0 && !lines.get(end - 1).startsWith("vm: ")) {
      end--;
    }
    return end == 0 ? "it logged nothing" : String.join("\n", lines.subList(end - 1, lines.size()));
  }
}
