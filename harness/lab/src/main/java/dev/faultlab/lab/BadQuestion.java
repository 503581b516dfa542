package dev.faultlab.lab;

/** The question makes no sense; the message is one sentence with the known alternatives. */
public final class BadQuestion extends RuntimeException {
  public BadQuestion(String message) {
    super(message);
  }
}
