package dev.faultlab.lookup.resolve;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts lookups, exactly around the resolver's call and without a clock. "N threads were asking at
 * once" is {@link Counts#maxConcurrentCallers()}: those that wait for a lock inside the resolver
 * are inside it.
 */
public final class LookupTally {
  private final AtomicLong started = new AtomicLong();
  private final AtomicLong finished = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger maxInside = new AtomicInteger();
  private final ConcurrentMap<String, AtomicInteger> insideByName = new ConcurrentHashMap<>();
  private final AtomicInteger maxInsideOfOneName = new AtomicInteger();

  /**
   * @param started lookups begun
   * @param finished lookups that ended with an address
   * @param failed lookups that ended with an exception
   * @param concurrentCallers threads inside the resolver now
   * @param maxConcurrentCallers most threads that were inside at the same time
   * @param maxConcurrentCallersOfOneName most that were inside at the same time for the same name
   */
  public record Counts(
      long started,
      long finished,
      long failed,
      int concurrentCallers,
      int maxConcurrentCallers,
      int maxConcurrentCallersOfOneName) {}

  /** Resolves, and counts the call. */
  public InetAddress resolve(NameResolver resolver, String name) throws UnknownHostException {
    started.incrementAndGet();
    boolean answered = false;
    AtomicInteger ofName = insideByName.computeIfAbsent(name, n -> new AtomicInteger());
    maxInside.accumulateAndGet(inside.incrementAndGet(), Math::max);
    maxInsideOfOneName.accumulateAndGet(ofName.incrementAndGet(), Math::max);
    try {
      InetAddress address = resolver.resolve(name);
      answered = true;
      return address;
    } finally {
      ofName.decrementAndGet();
      inside.decrementAndGet();
      (answered ? finished : failed).incrementAndGet();
    }
  }

  public Counts counts() {
    return new Counts(
        started.get(),
        finished.get(),
        failed.get(),
        inside.get(),
        maxInside.get(),
        maxInsideOfOneName.get());
  }
}
