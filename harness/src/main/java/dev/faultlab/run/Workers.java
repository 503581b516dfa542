package dev.faultlab.run;

import java.util.concurrent.Callable;
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
