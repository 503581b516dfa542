package dev.faultlab.docker;

/**
 * The requested role, argument, version or image does not exist. Trying again does not help;
 * another request does. Other {@link ImageException}s may pass with time.
 */
public final class NoSuchImageException extends ImageException {
  public NoSuchImageException(String message) {
    super(message);
  }
}
