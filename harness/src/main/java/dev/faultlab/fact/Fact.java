package dev.faultlab.fact;

/**
 * A value read out of evidence.
 *
 * @param name what it is
 * @param value what was found
 * @param file evidence file, relative to the folder of the run
 * @param where frame, line or JSON pointer in that file
 */
public record Fact<T>(String name, T value, String file, String where) {

  @Override
  public String toString() {
    return name + " = " + value + " (" + file + ", " + where + ")";
  }
}
