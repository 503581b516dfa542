package dev.faultlab.stack;

/** A stack that did not come up, or an engine that does not answer; makes a run inconclusive. */
public class StackException extends RuntimeException {
  public StackException(String message) {
    super(message);
  }

  public StackException(String message, Throwable cause) {
    super(message, cause);
  }
}
