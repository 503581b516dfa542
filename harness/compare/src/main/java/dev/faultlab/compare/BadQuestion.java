package dev.faultlab.compare;

/** What was asked makes no sense; one sentence with what is known instead. */
public final class BadQuestion extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BadQuestion(String message) {
    super(message);
  }
}
