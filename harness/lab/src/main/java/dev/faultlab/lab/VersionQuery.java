package dev.faultlab.lab;

import java.util.Optional;

/**
 * What a running stack is asked for before its trials.
 *
 * @param axis whose component is asked
 * @param fact name of the answer, if it is not the component's version
 * @param step the command; its standard output is the answer. A fact whose command prints nothing
 *     is {@code yes} for status 0 and {@code no} for status 1
 */
public record VersionQuery(String axis, Optional<String> fact, Step.Program step) {

  /** The name of the answer in a result. */
  public String name() {
    return fact.orElse(axis);
  }
}
