package dev.faultlab.token.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On a real pipe that nobody reads: only then is the writing thread in a system call. */
@Timeout(60)
class ThreadsInsideTest {
  private static final String PRINT_STREAM = "java.io.PrintStream";

  /** More than a pipe holds (65536 bytes on Linux). */
  private static final String LINE = "x".repeat(100_000);

  @Test
  void tellsTheWriterFromThoseThatWaitForItsLock() throws Exception {
    Process nobodyReads = new ProcessBuilder("sleep", "60").start();
    PrintStream out =
        new PrintStream(nobodyReads.getOutputStream(), true, StandardCharsets.US_ASCII);
    List<Thread> printing =
        IntStream.range(0, 4).mapToObj(i -> new Thread(() -> out.println(LINE))).toList();
    try {
      printing.forEach(Thread::start);

      ThreadsInside inside = ThreadsInside.now(PRINT_STREAM);
      while (inside.running != 1 || inside.waiting != 3) {
        Thread.onSpinWait();
        inside = ThreadsInside.now(PRINT_STREAM);
      }
      assertThat(inside.locks.values()).containsExactly(3);
    } finally {
      nobodyReads.destroyForcibly();
      for (Thread thread : printing) {
        thread.join(Duration.ofSeconds(10).toMillis());
      }
    }
    assertThat(ThreadsInside.now(PRINT_STREAM).waiting).isZero();
  }

  @Test
  void countsNobodyWhereNobodyIs() {
    ThreadsInside inside = ThreadsInside.now("dev.faultlab.nowhere");
    assertThat(inside.running).isZero();
    assertThat(inside.waiting).isZero();
    assertThat(inside.locks).isEmpty();
  }
}
