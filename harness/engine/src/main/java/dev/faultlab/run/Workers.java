package dev.faultlab.run;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Threads that help with one step of a run. The step ends only when all of them have: a stack that
 * one starts after the run was swept would stay.
 */
public final class Workers implements AutoCloseable {
  private final ExecutorService threads;

  public Workers(int number) {
    threads = Executors.newFixedThreadPool(number);
  }

  public <T> Future<T> submit(Callable<T> work) {
    return threads.submit(work);
  }

  /**
   * Waits for one task.
   *
   * @throws RuntimeException or {@link IOException} as the task threw it
   * @throws InterruptedException when this thread or the task was interrupted
   */
  public static <T> T await(Future<T> work) throws InterruptedException, IOException {
    try {
      return work.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      if (e.getCause() instanceof InterruptedException) {
        throw new InterruptedException();
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof RuntimeException r ? r : new IllegalStateException(e);
    }
  }

  /**
   * An interrupted step does not always report it: a client of the engine may report a broken
   * connection instead.
   *
   * @throws InterruptedException when this thread was interrupted meanwhile
   */
  static void throwIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /** Interrupts those that still work and waits for them, even if this thread is interrupted. */
  @Override
  public void close() {
    threads.shutdownNow();
    boolean interrupted = false;
    while (!threads.isTerminated()) {
      try {
        threads.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
