package dev.faultlab.run;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Threads that help with one step of a run. The step is over when all of them have ended: a stack
 * that one of them starts after the run was swept would stay.
 */
final class Workers implements AutoCloseable {
  private final ExecutorService threads;

  Workers(int number) {
    threads = Executors.newFixedThreadPool(number);
  }

  <T> Future<T> submit(Callable<T> work) {
    return threads.submit(work);
  }

  /**
   * Waits for what one of them was to do.
   *
   * @throws RuntimeException or {@link IOException} as it was thrown there
   * @throws InterruptedException when this thread was interrupted, or that one
   */
  static <T> T await(Future<T> work) throws InterruptedException, IOException {
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
   * An interrupted step does not always say so: a client of the engine, for one, may report a
   * broken connection instead.
   *
   * @throws InterruptedException when this thread was interrupted meanwhile
   */
  static void throwIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /** Interrupts those that still work and waits for them, even in an interrupted thread. */
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
