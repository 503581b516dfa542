package dev.faultlab.docker;

/** The Docker engine does not answer, or not as expected; this makes a run inconclusive. */
public class EngineException extends RuntimeException {
  public EngineException(String message) {
    super(message);
  }

  public EngineException(String message, Throwable cause) {
    super(message, cause);
  }
}
