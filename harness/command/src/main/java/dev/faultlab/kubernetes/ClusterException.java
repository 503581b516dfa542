package dev.faultlab.kubernetes;

import dev.faultlab.docker.EngineException;

/** The cluster, or kubectl, refuses or cannot do what a run needs; the message says what helps. */
final class ClusterException extends EngineException {
  private static final long serialVersionUID = 1;

  ClusterException(String format, Object... values) {
    super(String.format(format, values));
  }
}
