package dev.faultlab.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LocalCommandsTest {
  private final Commands shell = new LocalCommands();

  @Test
  void keepsStatusAndBothOutputsApart() {
    CommandResult result = shell.run(Command.of("sh", "-c", "echo out; echo err >&2; exit 3"));
    assertThat(result.status()).isEqualTo(3);
    assertThat(result.out()).isEqualTo("out\n");
    assertThat(result.err()).isEqualTo("err\n");
  }

  @Test
  void aProgramThatIsNotThereIsAResult() {
    CommandResult result = shell.run(Command.of("no-such-program-here"));
    assertThat(result.status()).isEqualTo(CommandResult.NOT_STARTED);
    assertThat(result.err()).contains("no-such-program-here");
  }

  /** Whoever waits for the output would wait for ever for a thread that is no more. */
  @Test
  @Timeout(60)
  void whatBreaksWhileOutputIsReadReachesWhoWaitsForIt() {
    Command command =
        Command.of("echo", "out")
            .withListener(
                line -> {
                  throw new StackOverflowError(line);
                });
    assertThatThrownBy(() -> shell.run(command)).hasRootCauseInstanceOf(StackOverflowError.class);
  }

  @Test
  void moreOutputThanAPipeHoldsDoesNotBlock() {
    String script =
        "head -c 300000 /dev/zero | tr '\\0' x; head -c 300000 /dev/zero | tr '\\0' y >&2";
    CommandResult result = shell.run(Command.of("sh", "-c", script));
    assertThat(result.ok()).isTrue();
    assertThat(result.out().strip()).hasSize(300_000);
    assertThat(result.err().strip()).hasSize(300_000);
  }

  @Test
  void theTimeLimitEndsTheProgramAndItsChildren() throws Exception {
    String script = "sleep 60 & echo $!; wait";
    CommandResult result = shell.run(Command.of("sh", "-c", script).within(Duration.ofSeconds(2)));
    assertThat(result.status()).isEqualTo(CommandResult.TIMED_OUT);
    assertThat(result.tail(1)).contains("killed after");
    Optional<ProcessHandle> child = ProcessHandle.of(Long.parseLong(result.out().strip()));
    if (child.isPresent()) {
      child.get().onExit().get(5, TimeUnit.SECONDS);
    }
  }

  @Test
  void anInterruptEndsTheProgramAndStaysVisible() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    List<Boolean> flag = new CopyOnWriteArrayList<>();
    Command endless =
        Command.of("sh", "-c", "echo started; exec sleep 60")
            .withListener(line -> started.countDown())
            .onKill(() -> flag.add(Thread.currentThread().isInterrupted()));
    Thread runner =
        new Thread(
            () -> {
              try {
                shell.run(endless);
              } catch (InterruptedCommandException e) {
                flag.add(Thread.currentThread().isInterrupted());
              }
            });
    runner.start();
    started.await();
    runner.interrupt();
    runner.join(5_000);
    assertThat(flag).containsExactly(false, true);
  }

  @Test
  void takesInputDirectoryAndEnvironment(@TempDir Path directory) {
    CommandResult result =
        shell.run(
            Command.of("sh", "-c", "cat; pwd; echo $COLOUR")
                .reading("hello\n")
                .in(directory)
                .with("COLOUR", "green"));
    assertThat(result.out().lines()).containsExactly("hello", directory.toString(), "green");
  }

  @Test
  void tellsEachLineAsItComes() {
    List<String> lines = new CopyOnWriteArrayList<>();
    shell.run(Command.of("sh", "-c", "echo one; echo two").withListener(lines::add));
    assertThat(lines).containsExactly("one", "two");
  }
}
