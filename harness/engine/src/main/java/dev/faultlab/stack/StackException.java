package dev.faultlab.stack;

import dev.faultlab.docker.EngineException;

/** A stack that did not come up, or an engine that stopped answering. */
public class StackException extends EngineException {
  public StackException(String message) {
    super(message);
  }

  public StackException(String message, Throwable cause) {
    super(message, cause);
  }
}
