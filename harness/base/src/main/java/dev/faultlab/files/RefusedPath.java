package dev.faultlab.files;

/**
 * A path or a kind of file that faultlab does not touch; the message has the path and the reason.
 */
public final class RefusedPath extends RuntimeException {
  public RefusedPath(String message) {
    super(message);
  }
}
