package dev.faultlab.cures.inetaddress;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** What a lookup came to. Public because classes of the JDK see it. */
public final class Answer {
  private final InetAddress[] addresses;
  private final Throwable failure;

  Answer(InetAddress[] addresses, Throwable failure) {
    this.addresses = addresses;
    this.failure = failure;
  }

  /** Whether it says something of the name: an Error says something of the thread that met it. */
  boolean isOfTheName() {
    return failure == null || failure instanceof UnknownHostException;
  }

  /** The addresses; null where there is a failure. */
  public InetAddress[] addresses() {
    return failure == null ? addresses : null;
  }

  /** One of this thread's own, with its stack and the first one as its cause; null for none. */
  public Throwable failure() {
    if (failure == null) {
      return null;
    }
    UnknownHostException own = new UnknownHostException(failure.getMessage());
    own.initCause(failure);
    return own;
  }
}
