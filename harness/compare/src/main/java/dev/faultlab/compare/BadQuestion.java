package dev.faultlab.compare;

/** The question makes no sense; the message is one sentence with the known alternatives. */
public final class BadQuestion extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BadQuestion(String message) {
    super(message);
  }
}
