package dev.faultlab.cli;

/** What was asked makes no sense; one sentence with what is known instead. */
final class BadQuestion extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadQuestion(String message) {
    super(message);
  }
}
