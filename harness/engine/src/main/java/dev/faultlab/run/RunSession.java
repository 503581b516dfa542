package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.owner.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds a run together: takes its stacks away at the end, also on Ctrl-C and SIGTERM. After kill -9
 * the next start does it (see {@link RunEngine#sweepDead}).
 */
public final class RunSession implements AutoCloseable {
  private static final int CHILD_SECONDS = 10;

  /** Containers may still appear while a killed compose winds down; two empty looks end it. */
  private static final int EMPTY_LOOKS = 2;

  private final RunFolder folder;
  private final Predicate<String> sweep;
  private final Consumer<String> lastWord;
  private final Thread main = Thread.currentThread();

  /** Children that are not this run's, such as the browser that shows it to a person. */
  private final Set<ProcessHandle> older =
      ProcessHandle.current().children().collect(Collectors.toUnmodifiableSet());

  private final AtomicBoolean closed = new AtomicBoolean();
  private final CountDownLatch cleaned = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupted, "faultlab-clean-up");

  /**
   * @param sweep takes a run's stacks away; false when there was nothing left of it
   * @param lastWord tells a person that the run is interrupted; nothing else is shown then
   */
  public RunSession(RunFolder folder, Predicate<String> sweep, Consumer<String> lastWord) {
    this.folder = folder;
    this.sweep = sweep;
    this.lastWord = lastWord;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Takes the run's stacks away. Does not return when the run is being interrupted: what the main
   * thread would do next, such as writing a result, must not happen any more.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      awaitTheEnd();
    }
    // A client gives up on the engine at once when its thread is interrupted, and the stacks stay.
    boolean interrupted = Thread.interrupted();
    cleanUp();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // interrupted just now, with nothing left to take away: the JVM is going down
      awaitTheEnd();
    }
  }

  /** What stands in the folder of a run that was interrupted just now. */
  public static String interruption() {
    return RunFolder.interruption(Owner.current().label());
  }

  /** Parks until the JVM has ended around it. */
  private static void awaitTheEnd() {
    while (true) {
      Thread.interrupted(); // a pending interrupt would keep the thread from parking
      LockSupport.park();
    }
  }

  /** What the JVM does before it goes down; it does not wait for other threads. */
  void interrupted() {
    boolean closing = !closed.compareAndSet(false, true);
    lastWord.accept(
        String.format(
            "faultlab: interrupted; taking the stacks away, %s stays a partial run%s",
            folder.path(),
            Files.exists(folder.path().resolve(Checkpoint.FILE))
                ? "; './faultlab run --resume " + folder.id() + "' goes on with it"
                : ""));
    if (!closing) {
      main.interrupt();
    }
    try {
      folder.abandon(interruption());
    } catch (IOException e) {
      System.err.println("faultlab: " + folder.path() + " stays marked as not finished: " + e);
    }
    if (closing) {
      awaitTheMainThread();
    } else {
      cleanUp();
    }
  }

  /** It is cleaning up already; the JVM would not wait for it. */
  private void awaitTheMainThread() {
    try {
      cleaned.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void cleanUp() {
    try {
      endChildren();
      sweep();
    } finally {
      cleaned.countDown();
    }
  }

  private void endChildren() {
    ProcessHandle.current()
        .children()
        .filter(child -> !older.contains(child))
        .flatMap(child -> Stream.concat(child.descendants(), Stream.of(child)))
        .forEach(
            child -> {
              child.destroy();
              child
                  .onExit()
                  .orTimeout(CHILD_SECONDS, TimeUnit.SECONDS)
                  .exceptionally(late -> child)
                  .join();
            });
  }

  private void sweep() {
    try {
      int empty = 0;
      while (empty < EMPTY_LOOKS) {
        empty = sweep.test(folder.id()) ? 0 : empty + 1;
      }
    } catch (RuntimeException e) {
      System.err.println(
          "faultlab: the engine does not take the stacks of "
              + folder.id()
              + " away ("
              + e.getMessage()
              + "); the next run or './faultlab clean' does");
    }
  }
}
