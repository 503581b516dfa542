package dev.faultlab.kernel;

/** How guests come to be ready. */
public enum GuestStart {
  /** They go on from a snapshot that fits; where none does, one is made first. */
  FROM_SNAPSHOT("auto"),

  /** Their kernel boots and their service starts. */
  COLD("off");

  private final String mode;

  GuestStart(String mode) {
    this.mode = mode;
  }

  /** As the vm program is told it in {@code VM_SNAPSHOT_MODE}. */
  String mode() {
    return mode;
  }
}
