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
 * Work on things that stand on each other, as many at once as there are cores and at least two: a
 * build mostly waits for a single core or for the network. Of what could go on next, that with the
 * longest row of others behind it does (list scheduling by level), so that in the end no core is
 * left with nothing to do while that row is made.
 */
final class SideBySide implements AutoCloseable {
  private final ThreadPoolExecutor workers =
      new ThreadPoolExecutor(
          atOnce(), atOnce(), 0, TimeUnit.SECONDS, new PriorityBlockingQueue<>());

  /** In the order in which they were added. */
  private final Map<String, Piece> pieces = new LinkedHashMap<>();

  /** The first of what failed. */
  private final CompletableFuture<Void> failed = new CompletableFuture<>();

  private final class Piece implements Runnable, Comparable<Piece> {
    /** Most urgent first; of those that are alike, the one that was added first. */
    private static final Comparator<Piece> URGENT =
        Comparator.<Piece>comparingInt(piece -> -piece.behind)
            .thenComparingInt(piece -> piece.number);

    private final int number = pieces.size();
    private final List<Piece> after;
    private final Runnable work;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    /** How many stand on each other in the longest row behind this one. */
    private int behind;

    Piece(List<Piece> after, Runnable work) {
      this.after = after;
      this.work = work;
    }

    /** That so many are behind it raises what it stands on as well. */
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

  /** How many go on side by side at most. */
  static int atOnce() {
    return Math.max(2, Runtime.getRuntime().availableProcessors());
  }

  /**
   * Adds work, which begins when there is room for it and what it stands on has been made.
   *
   * @param after names that were added before; others are there already
   */
  void add(String name, Collection<String> after, Runnable work) {
    Piece piece =
        new Piece(after.stream().filter(pieces::containsKey).map(pieces::get).toList(), work);
    piece.rank(0);
    pieces.put(name, piece);
  }

  /**
   * Does everything. What fails does not end what stands beside it: that would have to be made
   * again.
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
      throw new ImageException("interrupted while images were made", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException why
          ? why
          : new IllegalStateException(e.getCause());
    }
  }

  /** Ends what still goes on. */
  @Override
  public void close() {
    workers.shutdownNow();
  }
}
