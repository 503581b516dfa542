package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.run.Checkpoint;
import dev.faultlab.run.FakeEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ctrl-C interrupts the thread of a run, at whatever moment; then there is no result. */
class InterruptedRunTest {
  @TempDir private Path root;

  /** How the one who waits at that moment takes it. */
  enum Reaction {
    GOES_ON,
    SAYS_SO,
    BREAKS
  }

  private static final List<String> MOMENTS =
      List.of(
          "start tiny-1",
          "program ready",
          "program version",
          "dig two.lab",
          "start.sh",
          "program count",
          "stop.sh",
          "logs",
          "facts and signatures");

  @ParameterizedTest
  @EnumSource
  void leavesNoResult(Reaction manner) throws IOException {
    for (String moment : MOMENTS) {
      if (manner != Reaction.SAYS_SO || !moment.equals("facts and signatures")) {
        leavesNoResult(moment, manner);
      }
    }
  }

  private void leavesNoResult(String moment, Reaction manner) throws IOException {
    TinyLab lab = new TinyLab(Files.createTempDirectory(root, "clone"));
    lab.capture();
    lab.engine().on(moment, interrupted(manner));
    assertThat(lab.run()).as(moment + lab.err()).isEqualTo(130);
    Path folder = lab.folder();
    assertThat(folder.resolve(RunFolder.PARTIAL)).content().startsWith("interrupted");
    assertThat(files(folder)).isSubsetOf(RunFolder.PARTIAL, Checkpoint.FILE, "evidence", "logs");
    assertThat(lab.engine().swept()).containsExactly(folder.getFileName().toString());
    assertThat(lab.out()).isEmpty();
    assertThat(lab.err()).isEmpty();
    // The stacks get ready side by side; everything else is left at once.
    assertThat(lab.engine().times(moment)).isBetween(1, moment.equals("program ready") ? 2 : 1);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  /** There trials of two stacks may go on at that moment, and none begins after it. */
  @ParameterizedTest
  @EnumSource
  void leavesNoResultInTheShortForm(Reaction manner) throws IOException {
    TinyLab lab = new TinyLab(root);
    lab.capture();
    lab.engine().on("program count", interrupted(manner));
    assertThat(lab.runShort()).as(lab.err()).isEqualTo(130);
    assertThat(lab.folder().resolve(RunFolder.PARTIAL)).content().startsWith("interrupted");
    assertThat(lab.engine().swept()).containsExactly(lab.folder().getFileName().toString());
    assertThat(lab.err()).isEmpty();
    assertThat(lab.engine().times("logs")).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void beforeThereIsAFolderLeavesNothing(Reaction manner) throws IOException {
    for (String moment : List.of("images", "provenance")) {
      TinyLab lab = new TinyLab(Files.createTempDirectory(root, "clone"));
      lab.engine().on(moment, interrupted(manner));
      assertThat(lab.run()).as(moment).isEqualTo(130);
      assertThat(lab.runs()).isEmpty();
      assertThat(lab.engine().started()).isEmpty();
      assertThat(lab.err()).isEmpty();
    }
  }

  /** Would a stack that is being started meanwhile be left behind, or its files? */
  @Test
  void nothingIsTakenAwayBeforeAllThatWasBegunHasEnded() throws IOException {
    TinyLab lab = new TinyLab(root);
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean sweptTooSoon = new AtomicBoolean();
    FakeEngine.Event interrupt = interrupted(Reaction.SAYS_SO);
    lab.engine()
        .on(
            "start tiny-1",
            () -> {
              begun.await();
              interrupt.happen();
            });
    lab.engine()
        .on(
            "start tiny-2",
            () -> {
              begun.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                sweptTooSoon.set(lab.engine().isSweptWithin(Duration.ofMillis(300)));
              }
            });
    assertThat(lab.run()).isEqualTo(130);
    assertThat(sweptTooSoon).isFalse();
    assertThat(lab.engine().started()).containsExactly("tiny-2");
    assertThat(lab.engine().swept()).hasSize(1);
  }

  private static FakeEngine.Event interrupted(Reaction manner) {
    Thread run = Thread.currentThread();
    AtomicBoolean done = new AtomicBoolean();
    return () -> {
      if (done.getAndSet(true)) {
        return;
      }
      run.interrupt();
      if (manner == Reaction.SAYS_SO) {
        throw new InterruptedException();
      }
      if (manner == Reaction.BREAKS) {
        throw new IllegalStateException("stream closed");
      }
    };
  }

  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).toList();
    }
  }
}
