package dev.faultlab.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.machine.CommandResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobRemovalTest {
  private final List<String> ran = new ArrayList<>();

  private JobRemoval removal(boolean keep) {
    Kubectl kubectl =
        new Kubectl(
            command -> {
              assertThat(Thread.currentThread().isInterrupted()).isFalse();
              ran.add(command.toString());
              return new CommandResult(0, "", "");
            },
            Map.of(),
            Optional.of("lab"));
    return new JobRemoval(kubectl, message -> {}, "faultlab-tiny-1", keep);
  }

  /** In the foreground: only then are pods and engines gone when it ends. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theJobIsRemovedOnceHoweverTheRunEnds(boolean interrupted) {
    try (JobRemoval removal = removal(false)) {
      if (interrupted) {
        Thread hook = new Thread(removal::interrupted);
        hook.start();
        assertThat(joins(hook)).as("the run is interrupted").isFalse();
      }
    }
    assertThat(ran)
        .singleElement()
        .asString()
        .startsWith("kubectl --namespace=lab delete job faultlab-tiny-1 --cascade=foreground");
  }

  /** False if this thread was interrupted before or while it waited for the other one. */
  private static boolean joins(Thread other) {
    boolean finished = true;
    while (other.isAlive()) {
      try {
        other.join();
      } catch (InterruptedException e) {
        finished = false;
      }
    }
    return finished && !Thread.interrupted();
  }

  @Test
  void aKeptJobStays() {
    removal(true).close();
    assertThat(ran).isEmpty();
  }
}
