package dev.faultlab.lookup.service;

import java.util.Locale;

/** What happens to the connection after a call. */
public enum Connection {
  /** Closed: the next call looks the name up again. */
  NEW,
  /** Kept: the next call to the same name needs no lookup. */
  KEEP_ALIVE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
