package dev.faultlab.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.lab.LabException;
import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of an exception. */
class ExitStatusTest {

  @Test
  void anExceptionIsWrongUsageUnavailableOrOurs() {
    Map<Exception, Integer> statuses =
        Map.of(
            new WrongUsage("no"), 64,
            new LabException("no"), 64,
            new NoSuchImageException("no"), 64,
            new ImageException("no answer"), 69,
            new StackException("no engine"), 69,
            new AccessDeniedException("a"), 69,
            new IOException("No space left on device"), 69,
            new IllegalStateException("ours"), 70);
    statuses.forEach(
        (error, status) -> assertThat(ExitStatus.of(error)).as("" + error).isEqualTo(status));
  }
}
