package dev.faultlab.files;

/** A path or a kind of file that faultlab does not touch; the message says which and why. */
public final class RefusedPath extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RefusedPath(String message) {
    super(message);
  }
}
