package dev.faultlab.upgrade;

/**
 * Something that was not compared.
 *
 * @param lab name
 * @param what the lab itself, a variant, some of its points, or its metrics
 * @param reason why
 */
public record LeftOut(String lab, String what, String reason) {

  @Override
  public String toString() {
    return lab + (what.isEmpty() ? "" : ", " + what) + ": " + reason;
  }
}
