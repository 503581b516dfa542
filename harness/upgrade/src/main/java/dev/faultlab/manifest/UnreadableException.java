package dev.faultlab.manifest;

/** A file has another form than expected, or exceeds a limit; the message is one clause. */
public final class UnreadableException extends RuntimeException {
  public UnreadableException(String message) {
    super(message);
  }

  /** Rejects a file if it is unreadable. */
  public static void throwIf(boolean unreadable, String message) {
    if (unreadable) {
      throw new UnreadableException(message);
    }
  }
}
