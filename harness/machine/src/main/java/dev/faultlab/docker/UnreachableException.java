package dev.faultlab.docker;

/**
 * A mirror or a registry does not answer now, so it is unknown whether the requested thing exists.
 * The same request may succeed in an hour.
 */
public final class UnreachableException extends ImageException {
  public UnreachableException(String message) {
    super(message);
  }
}
