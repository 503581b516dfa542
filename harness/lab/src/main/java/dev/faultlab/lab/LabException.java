package dev.faultlab.lab;

/** A declaration that cannot be used; the message carries file and line. */
public final class LabException extends RuntimeException {
  public LabException(String message) {
    super(message);
  }

  public LabException(String message, Throwable cause) {
    super(message, cause);
  }
}
