package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.Course;
import java.util.List;

/**
 * A small client whose reaction to a condition is known. It calls an echo server behind the same
 * router, so it does not depend on what the service calls.
 *
 * @param what it does, for a reader: {@code keeps its connections for ever}
 * @param known what becomes of its requests; where a count decides, whether they are harmed
 * @param options of the program {@code caller}, each {@code key=value}
 */
public record Canary(String what, Course known, List<String> options) {

  /** A canary as conditions.properties has it. */
  static Canary of(String line) {
    String[] parts = line.split("\\|");
    List<String> options = List.of(parts[2].strip().split(" "));
    return new Canary(parts[1].strip(), Course.valueOf(parts[0].strip()), options);
  }
}
