package dev.faultlab.image;

import dev.faultlab.docker.ImageException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Work on things that stand on each other, as many at once as there are cores and at least two: a
 * build mostly waits for a single core or for the network. Of what could go on next, that with the
 * longest row of others behind it does (list scheduling by level), so that in the end no core is
 * left with nothing to do while that row is made.
 */
final class SideBySide implements AutoCloseable {
  /** A stable sort: of those that are alike, the one that was added first. */
  private static final Comparator<Piece> URGENT =
      Comparator.<Piece>comparingInt(piece -> piece.behind).reversed();

  private final ExecutorService workers = Executors.newFixedThreadPool(atOnce());

  /** In the order in which they were added. Whoever runs or waits holds this object's monitor. */
  private final Map<String, Piece> pieces = new LinkedHashMap<>();

  private Optional<Throwable> failure = Optional.empty();

  private enum State {
    WAITS,
    BEGUN,
    DONE,
    FAILED
  }

  private static final class Piece {
    private final List<Piece> after;
    private final Runnable work;
    private State state = State.WAITS;

    /** How many stand on each other in the longest row behind this one. */
    private int behind;

    Piece(List<Piece> after, Runnable work) {
      this.after = after;
      this.work = work;
    }

    /** That so many are behind it raises what it stands on as well. */
    void rank(int least) {
      if (least > behind) {
        behind = least;
      }
      after.forEach(one -> one.rank(behind + 1));
    }

    boolean canBegin() {
      return state == State.WAITS && after.stream().allMatch(one -> one.state == State.DONE);
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
  synchronized void add(String name, Collection<String> after, Runnable work) {
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
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < atOnce(); i++) {
      all.add(workers.submit(this::workOff));
    }
    try {
      for (Future<?> worker : all) {
        worker.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ImageException("interrupted while images were made", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
    Optional<Throwable> failed = failure();
    if (failed.isPresent()) {
      throw failed.get() instanceof RuntimeException why
          ? why
          : new IllegalStateException(failed.get());
    }
  }

  private Void workOff() throws InterruptedException {
    for (Optional<Piece> next = next(); next.isPresent(); next = next()) {
      try {
        next.get().work.run();
        ended(next.get(), Optional.empty());
      } catch (RuntimeException | Error e) {
        ended(next.get(), Optional.of(e));
      }
    }
    return null;
  }

  /** Waits until there is something that can begin; empty when all have begun or never will. */
  private synchronized Optional<Piece> next() throws InterruptedException {
    while (pieces.values().stream().anyMatch(piece -> piece.state == State.WAITS)) {
      Optional<Piece> next =
          pieces.values().stream().filter(Piece::canBegin).sorted(URGENT).findFirst();
      if (next.isPresent()) {
        next.get().state = State.BEGUN;
        return next;
      }
      if (pieces.values().stream().noneMatch(piece -> piece.state == State.BEGUN)) {
        break; // what waits stands on what has failed
      }
      wait();
    }
    return Optional.empty();
  }

  private synchronized void ended(Piece piece, Optional<Throwable> why) {
    piece.state = why.isEmpty() ? State.DONE : State.FAILED;
    failure = failure.or(() -> why);
    notifyAll();
  }

  private synchronized Optional<Throwable> failure() {
    return failure;
  }

  /** Ends what still goes on. */
  @Override
  public void close() {
    workers.shutdownNow();
  }
}
