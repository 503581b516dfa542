package dev.faultlab.manifest;

/**
 * Something that looks like a version and says none, or that is not compared.
 *
 * @param what as the file has it
 * @param why one clause
 */
public record Unclear(Place place, String what, String why) {
  /** What is not understood, if that is a whole file. */
  public static final String FILE = "file";

  public String words() {
    return place + ": " + what + " " + why;
  }
}
