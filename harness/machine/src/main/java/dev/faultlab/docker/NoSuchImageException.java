package dev.faultlab.docker;

/**
 * What was asked for does not exist: a role, an argument, a version, an image. Trying again does
 * not help, another word does; other {@link ImageException}s are about this machine and this hour.
 */
public final class NoSuchImageException extends ImageException {
  private static final long serialVersionUID = 1L;

  public NoSuchImageException(String message) {
    super(message);
  }
}
