package dev.faultlab.stack;

import com.github.dockerjava.api.exception.DockerException;
import dev.faultlab.docker.EngineException;
import java.io.IOException;

/** A stack that did not come up, or an engine that stopped answering. */
public class StackException extends EngineException {
  public StackException(String message) {
    super(message);
  }

  public StackException(String message, Throwable cause) {
    super(message, cause);
  }

  /** What the engine's client threw becomes one of these; a fault of our own stays as it is. */
  public static RuntimeException ofEngine(RuntimeException e) {
    // The transport throws no type of its own
    boolean isGone = e.getClass() == RuntimeException.class && e.getCause() instanceof IOException;
    boolean isOfEngine = isGone || e instanceof DockerException;
    return isOfEngine ? new StackException("the Docker engine failed: " + e.getMessage(), e) : e;
  }
}
