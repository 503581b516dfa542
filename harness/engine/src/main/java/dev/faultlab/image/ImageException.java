package dev.faultlab.image;

/** A role cannot be filled, or its declaration is wrong; the message says what to do. */
public class ImageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ImageException(String message) {
    super(message);
  }

  public ImageException(String message, Throwable cause) {
    super(message, cause);
  }
}
