package dev.faultlab.kubernetes;

import dev.faultlab.docker.EngineException;

/** The cluster, or kubectl, refuses or cannot do what a run needs; the message says what helps. */
public final class KubernetesException extends EngineException {
  private static final long serialVersionUID = 1;

  KubernetesException(String format, Object... values) {
    super(values.length == 0 ? format : String.format(format, values));
  }
}
