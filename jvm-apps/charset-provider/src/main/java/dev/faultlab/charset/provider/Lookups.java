package dev.faultlab.charset.provider;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How often this JVM has asked the provider for a charset.
 *
 * <p>The one piece of static mutable state of the lab: ServiceLoader makes a new provider for every
 * question, so a count kept in the provider would never get past one.
 */
public final class Lookups {
  private static final AtomicLong ASKED = new AtomicLong();

  private Lookups() {}

  static void asked() {
    ASKED.incrementAndGet();
  }

  /** Calls of {@code charsetForName} since the JVM started; take differences. */
  public static long count() {
    return ASKED.get();
  }
}
