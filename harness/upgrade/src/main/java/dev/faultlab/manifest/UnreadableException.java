package dev.faultlab.manifest;

/** A file has another form than expected, or exceeds a limit; the message is one clause. */
public final class UnreadableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnreadableException(String message) {
    super(message);
  }
}
