package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.machine.ChildProcesses;
import dev.faultlab.owner.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Guards a run: removes its stacks at the end, also on Ctrl-C and SIGTERM. After kill -9 the next
 * start does it (see {@link dev.faultlab.stack.RunEngine#sweepDead}).
 */
public final class RunSession implements AutoCloseable {
  /**
   * Containers may still appear while a killed compose winds down; after two empty looks they are
   * all gone.
   */
  private static final int EMPTY_SWEEPS = 2;

  private final RunFolder folder;
  private final Predicate<String> sweep;
  private final Consumer<String> onEnd;
  private final Thread main = Thread.currentThread();

  /** Child processes that are not this run's, such as the browser that shows it. */
  private final Set<ProcessHandle> foreignChildren =
      ProcessHandle.current().children().collect(Collectors.toUnmodifiableSet());

  private final AtomicBoolean closed = new AtomicBoolean();
  private final CountDownLatch cleaned = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupted, "faultlab-clean-up");

  /**
   * @param sweep removes a run's stacks; false when nothing was left of it
   * @param onEnd tells the user that the run is interrupted; nothing else is shown then
   */
  public RunSession(RunFolder folder, Predicate<String> sweep, Consumer<String> onEnd) {
    this.folder = folder;
    this.sweep = sweep;
    this.onEnd = onEnd;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Removes the run's stacks. Does not return if the run is being interrupted: the main thread must
   * not continue, for example to write a result.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      awaitTheEnd();
    }
    // An interrupted client drops its request to the engine at once, and the stacks would stay.
    boolean interrupted = Thread.interrupted();
    cleanUp();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // interrupted just now, with nothing left to remove: the JVM is going down
      awaitTheEnd();
    }
  }

  /** What the folder of an interrupted run records. */
  public static String interruption() {
    return RunFolder.interruption(Owner.current().label());
  }

  /** Blocks until the JVM has ended. */
  private static void awaitTheEnd() {
    while (true) {
      Thread.interrupted(); // a pending interrupt would keep the thread from parking
      LockSupport.park();
    }
  }

  /** The shutdown hook; the JVM does not wait for other threads. */
  void interrupted() {
    boolean closing = !closed.compareAndSet(false, true);
    onEnd.accept(
        String.format(
            "faultlab: interrupted; removing the stacks, %s remains a partial run%s",
            folder.path(),
            Files.exists(folder.path().resolve(Checkpoint.FILE))
                ? "; './faultlab run --resume " + folder.id() + "' resumes it"
                : ""));
    if (!closing) {
      main.interrupt();
    }
    try {
      folder.abandon(interruption());
    } catch (IOException e) {
      System.err.println("faultlab: " + folder.path() + " remains marked as not finished: " + e);
    }
    if (closing) {
      awaitTheMainThread();
    } else {
      cleanUp();
    }
  }

  /** The hook is cleaning up already; the JVM would not wait for this thread. */
  private void awaitTheMainThread() {
    try {
      cleaned.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void cleanUp() {
    try {
      ChildProcesses.end(foreignChildren);
      sweep();
    } finally {
      cleaned.countDown();
    }
  }

  private void sweep() {
    try {
      int empty = 0;
      while (empty < EMPTY_SWEEPS) {
        empty = sweep.test(folder.id()) ? 0 : empty + 1;
      }
    } catch (RuntimeException e) {
      String format =
          "faultlab: the engine does not remove the stacks of %s (%s); the next run or './faultlab clean' does";
      System.err.println(format.formatted(folder.id(), e.getMessage()));
    }
  }
}
