package dev.faultlab.testcontainers.condition;

import java.util.List;

/**
 * A small client whose reaction to a condition is known. It calls an echo server behind the same
 * router, so it does not depend on what the service calls.
 *
 * @param what it does, for a reader: {@code keeps its connections for ever}
 * @param options of {@code canary.sh}, each {@code key=value}
 */
public record Canary(String what, List<String> options) {

  /**
   * A canary.
   *
   * @param what it does
   * @param options that make it do so
   * @return it
   */
  public static Canary that(String what, String... options) {
    return new Canary(what, List.of(options));
  }
}
