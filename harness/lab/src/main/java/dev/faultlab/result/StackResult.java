package dev.faultlab.result;

import dev.faultlab.lab.Requirement;
import java.util.Map;
import java.util.Optional;

/**
 * A stack that points ran on.
 *
 * @param name unique in its run
 * @param images requirement to its image: name, content id, source
 * @param ran axis to the running component's own report, e.g. the output of {@code java -version}
 * @param failure why it did not start; empty if it did
 */
public record StackResult(
    String name,
    Map<Requirement, String> images,
    Map<String, String> ran,
    Optional<String> failure) {

  /** The exact version in what a component reports of itself; without one, its first words. */
  public static String version(String report) {
    return report.replaceFirst("(?s).*?(?<![\\d.])(\\d+[.]\\d[\\w.+-]*).*|[;\n].*", "$1");
  }
}
