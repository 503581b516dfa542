package dev.faultlab.lookup.resolve;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts look-ups, exactly around the resolver's call and without a clock. "N threads were asking
 * at once" is {@link Counts#maxConcurrentCallers()}: those that wait for a lock inside the resolver
 * are inside it.
 */
public final class LookupTally {
  private final AtomicLong started = new AtomicLong();
  private final AtomicLong finished = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger maxInside = new AtomicInteger();

  /**
   * @param started look-ups begun
   * @param finished look-ups that ended with an address
   * @param failed look-ups that ended with an exception
   * @param concurrentCallers threads inside the resolver now
   * @param maxConcurrentCallers most threads that were inside at the same time
   */
  public record Counts(
      long started, long finished, long failed, int concurrentCallers, int maxConcurrentCallers) {}

  /** Resolves, and counts the call. */
  public InetAddress resolve(NameResolver resolver, String name) throws UnknownHostException {
    started.incrementAndGet();
    boolean answered = false;
    maxInside.accumulateAndGet(inside.incrementAndGet(), Math::max);
    try {
      InetAddress address = resolver.resolve(name);
      answered = true;
      return address;
    } finally {
      inside.decrementAndGet();
      (answered ? finished : failed).incrementAndGet();
    }
  }

  public Counts counts() {
    return new Counts(started.get(), finished.get(), failed.get(), inside.get(), maxInside.get());
  }
}
