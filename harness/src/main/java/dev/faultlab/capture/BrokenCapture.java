package dev.faultlab.capture;

/** Carries offset and reason from a format to the reader, which turns it into an {@link End}. */
final class BrokenCapture extends Exception {
  private final boolean truncated;
  private final long offset;

  private BrokenCapture(boolean truncated, long offset, String why) {
    super(why, null, false, false);
    this.truncated = truncated;
    this.offset = offset;
  }

  static BrokenCapture truncated(long offset, String why) {
    return new BrokenCapture(true, offset, why);
  }

  static BrokenCapture corrupt(long offset, String why) {
    return new BrokenCapture(false, offset, why);
  }

  End end(long frames) {
    return truncated
        ? new End.Truncated(frames, offset, getMessage())
        : new End.Corrupt(frames, offset, getMessage());
  }
}
