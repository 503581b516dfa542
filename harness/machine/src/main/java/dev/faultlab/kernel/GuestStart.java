package dev.faultlab.kernel;

/** How guests become ready. */
public enum GuestStart {
  /** They resume from a matching snapshot; if there is none, one is made first. */
  FROM_SNAPSHOT("auto"),

  /** Their kernel boots and their service starts. */
  COLD("off");

  private final String mode;

  GuestStart(String mode) {
    this.mode = mode;
  }

  /** The value of {@code VM_SNAPSHOT_MODE} for the vm program. */
  String mode() {
    return mode;
  }
}
