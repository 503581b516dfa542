package dev.faultlab.fact;

/**
 * A value read from evidence.
 *
 * @param id for programs: one of the {@link FactSpec}s of the signature that read it, unique in an
 *     observation; empty in a result from before facts had ids
 * @param name for people, in the words of the lab
 * @param unit of the value
 * @param value that was found
 * @param file evidence file, relative to the folder of the run
 * @param where frame, line or JSON pointer in that file
 */
public record Fact<T>(String id, String name, String unit, T value, String file, String where) {

  public Fact {
    if (value instanceof Double number && !Double.isFinite(number)) {
      throw new IllegalArgumentException("found " + number + " as a fact, expected a number");
    }
  }

  @Override
  public String toString() {
    return name + " = " + value + " (" + file + ", " + where + ")";
  }
}
