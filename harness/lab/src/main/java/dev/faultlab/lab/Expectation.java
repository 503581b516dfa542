package dev.faultlab.lab;

import java.util.Optional;

/**
 * What a variant is expected to show.
 *
 * @param presence fault present, or absent
 * @param because code of the only acceptable reason ({@code cached}, {@code every-use}): a control
 *     that is healthy for another reason proves nothing
 */
public record Expectation(Presence presence, Optional<String> because) {

  /** The two possible expectations; "unknown" is only ever an outcome. */
  public enum Presence {
    PRESENT,
    ABSENT
  }

  @Override
  public String toString() {
    return presence.name().toLowerCase() + because.map(b -> " (" + b + ")").orElse("");
  }
}
