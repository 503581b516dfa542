package dev.faultlab.manifest;

/** A component that two commits name with different versions, in one file. */
public record Move(Mention from, Mention to) {
  public String component() {
    return to.component();
  }

  /** Whether a lab that takes versions would see a difference. */
  public boolean changesVersion() {
    return !from.version().equals(to.version());
  }
}
