package dev.faultlab.manifest;

/**
 * A component that a file names, with its version.
 *
 * @param component the name of a lab's axis, such as {@code jdk}; else {@code image:NAME}, {@code
 *     lib:GROUP:ARTIFACT}, {@code pypi:NAME}, {@code npm:NAME} or {@code tool:NAME}
 * @param version as a lab takes it: {@code 21} of {@code eclipse-temurin:21.0.4_7-jre}
 * @param exact as much of it as is known: {@code 21.0.4}
 * @param written the version or image as the file has it
 * @param image whether {@code written} names an image
 */
public record Mention(
    String component, String version, String exact, String written, boolean image, Place place) {

  Mention of(String otherComponent) {
    return new Mention(otherComponent, version, exact, written, image, place);
  }

  Mention with(String settings) {
    return new Mention(component, version, exact, written + settings, image, place);
  }

  /** Anything but an image, whose version is in the file as it is. */
  public static Mention of(String component, String version, Place place) {
    return new Mention(component, version, version, version, false, place);
  }

  /** A library, by its Maven coordinates, its Go module, or its registry and name. */
  public static Mention library(String name, String written, Place place) {
    String component = name.matches("(pypi|npm):.*") ? name : "lib:" + name;
    String version = written.replaceFirst("^v(?=[0-9])", ""); // Go's
    return new Mention(component, version, version, written, false, place);
  }
}
