package dev.faultlab.image;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
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
  private final ExecutorService workers =
      new ThreadPoolExecutor(
          atOnce(), atOnce(), 0, TimeUnit.SECONDS, new PriorityBlockingQueue<>());
  private final Map<String, Piece> pieces = new LinkedHashMap<>();

  private static final class Piece implements Comparable<Piece>, Runnable {
    private final List<Piece> after;
    private final int added;
    private final Runnable work;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    /** How many stand on each other in the longest row behind this one. */
    private int behind;

    /**
     * @param added how many were added before it
     */
    Piece(List<Piece> after, int added, Runnable work) {
      this.after = after;
      this.added = added;
      this.work = work;
    }

    /** That so many are behind it raises what it stands on as well. */
    void rank(int least) {
      if (least > behind) {
        behind = least;
      }
      after.forEach(one -> one.rank(behind + 1));
    }

    @Override
    public void run() {
      try {
        work.run();
        done.complete(null);
      } catch (RuntimeException | Error e) {
        done.completeExceptionally(e);
      }
    }

    @Override
    public int compareTo(Piece other) {
      return Comparator.<Piece>comparingInt(piece -> -piece.behind)
          .thenComparingInt(piece -> piece.added)
          .compare(this, other);
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
        new Piece(
            after.stream().filter(pieces::containsKey).map(pieces::get).toList(),
            pieces.size(),
            work);
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
    // Whatever waits is known before the first of what it waits for can have ended.
    pieces.values().stream().filter(piece -> !piece.after.isEmpty()).forEach(this::await);
    pieces.values().stream()
        .filter(piece -> piece.after.isEmpty())
        .sorted()
        .forEach(workers::execute);
    try {
      done(pieces.values()).get();
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

  private void await(Piece piece) {
    done(piece.after)
        .whenComplete(
            (made, failure) -> {
              if (failure == null) {
                workers.execute(piece);
              } else {
                piece.done.completeExceptionally(failure);
              }
            });
  }

  private static CompletableFuture<Void> done(Collection<Piece> pieces) {
    return CompletableFuture.allOf(
        pieces.stream().map(piece -> piece.done).toArray(CompletableFuture[]::new));
  }

  /** Ends what still goes on. */
  @Override
  public void close() {
    workers.shutdownNow();
  }
}
