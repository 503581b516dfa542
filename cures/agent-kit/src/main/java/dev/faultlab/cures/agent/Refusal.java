package dev.faultlab.cures.agent;

/** The agent leaves this JVM as it is; the message says why. */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Refusal(String message) {
    super(message);
  }

  public Refusal(String message, Throwable cause) {
    super(message, cause);
  }
}
