package dev.faultlab.run;

/** A run cannot be resumed; the message says why, in a sentence. */
public final class CannotResume extends RuntimeException {
  CannotResume(String message) {
    super(message);
  }
}
