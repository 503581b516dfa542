package dev.faultlab.lookup.service;

import dev.faultlab.lookup.resolve.LookupTally;
import dev.faultlab.lookup.resolve.ResolverKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The counters of one trial. A reset replaces the whole object; a call that is under way then ends
 * in the trial it began in, so that started = finished + failed holds for every trial in the end.
 */
final class Trial {
  private final Map<ResolverKind, LookupTally> lookups = new EnumMap<>(ResolverKind.class);
  private final AtomicLong started = new AtomicLong();
  private final AtomicLong finished = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();

  Trial() {
    for (ResolverKind kind : ResolverKind.values()) {
      lookups.put(kind, new LookupTally());
    }
  }

  /** Calls of /call; {@code finished}: the backend has answered. */
  record Calls(long started, long finished, long failed) {}

  LookupTally lookups(ResolverKind kind) {
    return lookups.get(kind);
  }

  void callStarted() {
    started.incrementAndGet();
  }

  void callFinished() {
    finished.incrementAndGet();
  }

  void callFailed() {
    failed.incrementAndGet();
  }

  Calls calls() {
    return new Calls(started.get(), finished.get(), failed.get());
  }
}
