package dev.faultlab.lookup.resolve;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives each thread a number of its own when it first asks, and the names that follow from it.
 *
 * <p>Numbers wrap at the bound, so that a pool that replaces its threads does not make up new names
 * for ever; with a pool of at most that many threads no two living ones share a number.
 */
public final class WorkerNames {
  private final AtomicInteger next = new AtomicInteger();
  private final ThreadLocal<Integer> worker;

  public WorkerNames(int bound) {
    worker = ThreadLocal.withInitial(() -> Math.floorMod(next.getAndIncrement(), bound));
  }

  /** What the calling thread looks up for this host. */
  public String nameFor(HostName host, Names names) {
    return switch (names) {
      case SHARED -> host.text();
      case PER_THREAD -> host.ofWorker(worker.get());
    };
  }
}
