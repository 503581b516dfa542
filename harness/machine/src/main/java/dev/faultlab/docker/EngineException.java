package dev.faultlab.docker;

/** The Docker engine does not answer, or not as expected; this makes a run inconclusive. */
public class EngineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public EngineException(String message) {
    super(message);
  }

  public EngineException(String message, Throwable cause) {
    super(message, cause);
  }
}
