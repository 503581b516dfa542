package dev.faultlab.lab;

/** An unusable declaration; the message has file and line. */
public final class LabException extends RuntimeException {
  public LabException(String message) {
    super(message);
  }

  public LabException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Rejects a declaration if it is wrong. */
  public static void throwIf(boolean wrong, String message) {
    if (wrong) {
      throw new LabException(message);
    }
  }
}
