package dev.faultlab.lookup.bare;

import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that the threads hold while they look up; the constant in lower case is its name in
 * settings.
 *
 * <p>Behind one, no two threads are inside {@code InetAddress} at once: they wait for each other as
 * behind its own lock, and a lookup never calls itself. How long they wait depends on who is next
 * as well, so there are two kinds.
 */
enum OwnLock {
  NONE,
  /** Who has waited longest is next. */
  FAIR,
  /** As InetAddress' own from JDK 21 on: who comes when it is free gets it, whoever waits. */
  UNFAIR;

  /** A new one; empty for {@link #NONE}. */
  Optional<Lock> make() {
    return this == NONE ? Optional.empty() : Optional.of(new ReentrantLock(this == FAIR));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
