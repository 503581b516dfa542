package dev.faultlab.image;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Work on things that stand on each other, as many at once as there are cores and at least two: a
 * build mostly waits for a single core or for the network.
 */
final class SideBySide implements AutoCloseable {
  private final ExecutorService workers = Executors.newFixedThreadPool(atOnce());
  private final Map<String, CompletableFuture<Void>> begun = new HashMap<>();

  /** How many go on side by side at most. */
  static int atOnce() {
    return Math.max(2, Runtime.getRuntime().availableProcessors());
  }

  /**
   * Begins as soon as there is room, and what it stands on has been made.
   *
   * @param after names that were given before; others are there already
   */
  void begin(String name, Collection<String> after, Runnable work) {
    CompletableFuture<?>[] first =
        after.stream().filter(begun::containsKey).map(begun::get).toArray(CompletableFuture[]::new);
    begun.put(name, CompletableFuture.allOf(first).thenRunAsync(work, workers));
  }

  /**
   * Waits for everything. What fails does not end what stands beside it: that would have to be made
   * again.
   *
   * @throws RuntimeException the first failure
   */
  void await() {
    try {
      CompletableFuture.allOf(begun.values().toArray(CompletableFuture[]::new)).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ImageException("interrupted while images were made", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Ends what still goes on. */
  @Override
  public void close() {
    workers.shutdownNow();
  }
}
