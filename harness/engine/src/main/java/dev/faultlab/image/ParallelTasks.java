package dev.faultlab.image;

import dev.faultlab.docker.ImageException;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks that depend on each other, as many at once as there are cores and at least two: a
 * build mostly waits for a single core or for the network. Of the tasks that could start, it takes
 * the one with the longest chain of dependants (list scheduling by level), so that no core is idle
 * at the end while that chain is finished.
 */
final class ParallelTasks implements AutoCloseable {
  private final ThreadPoolExecutor workers =
      new ThreadPoolExecutor(
          atOnce(), atOnce(), 0, TimeUnit.SECONDS, new PriorityBlockingQueue<>());

  /** In the order in which they were added. */
  private final Map<String, Piece> pieces = new LinkedHashMap<>();

  /** The first failure. */
  private final CompletableFuture<Void> failed = new CompletableFuture<>();

  private final class Piece implements Runnable, Comparable<Piece> {
    /** Most urgent first; of equally urgent tasks, the one that was added first. */
    private static final Comparator<Piece> URGENT =
        Comparator.<Piece>comparingInt(piece -> -piece.behind)
            .thenComparingInt(piece -> piece.number);

    private final int number = pieces.size();
    private final List<Piece> after;
    private final Runnable work;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    /** The length of the longest chain of tasks that depend on this one. */
    private int behind;

    Piece(List<Piece> after, Runnable work) {
      this.after = after;
      this.work = work;
    }

    /** Raises the level of the tasks that this one depends on. */
    void rank(int least) {
      behind = Math.max(behind, least);
      after.forEach(one -> one.rank(behind + 1));
    }

    void begin() {
      CompletableFuture.allOf(after.stream().map(one -> one.done).toArray(CompletableFuture[]::new))
          .thenRun(() -> workers.execute(this))
          .whenComplete(
              (begun, why) -> {
                if (why != null) {
                  done.completeExceptionally(why);
                }
              });
    }

    @Override
    public void run() {
      try {
        work.run();
        done.complete(null);
      } catch (RuntimeException | Error e) {
        failed.completeExceptionally(e);
        done.completeExceptionally(e);
      }
    }

    @Override
    public int compareTo(Piece other) {
      return URGENT.compare(this, other);
    }
  }

  /** How many run side by side at most. */
  static int atOnce() {
    return Math.max(2, Runtime.getRuntime().availableProcessors());
  }

  /**
   * Adds a task, which begins when there is a free place and all tasks that it depends on are done.
   *
   * @param after names of tasks that were added before; names that were not added are done already
   */
  void add(String name, Collection<String> after, Runnable work) {
    Piece piece =
        new Piece(after.stream().filter(pieces::containsKey).map(pieces::get).toList(), work);
    piece.rank(0);
    pieces.put(name, piece);
  }

  /**
   * Does everything. A failure does not end tasks that run at the same time: they would have to be
   * repeated.
   *
   * @throws RuntimeException the first failure
   */
  void run() {
    pieces.values().stream().sorted().forEach(Piece::begin);
    try {
      CompletableFuture.allOf(
              pieces.values().stream().map(one -> one.done).toArray(CompletableFuture[]::new))
          .handle((all, why) -> null)
          .get();
      failed.complete(null);
      failed.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ImageException("interrupted while images were built", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException why
          ? why
          : new IllegalStateException(e.getCause());
    }
  }

  /** Interrupts the tasks that still run. */
  @Override
  public void close() {
    workers.shutdownNow();
  }
}
