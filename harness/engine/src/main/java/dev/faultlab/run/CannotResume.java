package dev.faultlab.run;

/** A run cannot be resumed; the message says why, in a sentence. */
public final class CannotResume extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CannotResume(String message) {
    super(message);
  }
}
