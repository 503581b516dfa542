package dev.faultlab.diagnose;

/**
 * The name of a finding, as in the output and in docs/diagnose.md.
 *
 * @param id lower case with hyphens
 */
public record FindingId(String id) {
  /** The one that a lab's signature requests by name. */
  public static final FindingId WINDOW_SCALE_MISMATCH = new FindingId("window-scale-mismatch");

  @Override
  public String toString() {
    return id;
  }
}
