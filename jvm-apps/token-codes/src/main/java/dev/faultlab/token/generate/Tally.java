package dev.faultlab.token.generate;

import java.util.concurrent.atomic.AtomicLong;

/** How many codes were asked for and issued; the difference is under way, or failed. */
public final class Tally {
  private final AtomicLong asked = new AtomicLong();
  private final AtomicLong issued = new AtomicLong();

  void asked() {
    asked.incrementAndGet();
  }

  void issued() {
    issued.incrementAndGet();
  }

  public long countAsked() {
    return asked.get();
  }

  public long countIssued() {
    return issued.get();
  }
}
