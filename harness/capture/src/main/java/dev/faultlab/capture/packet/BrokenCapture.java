package dev.faultlab.capture.packet;

import dev.faultlab.capture.End;

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

  /**
   * @param prefix text before the reason, such as the file's name
   */
  End end(long frames, String prefix) {
    String why = prefix + getMessage();
    return truncated
        ? new End.Truncated(frames, offset, why)
        : new End.Corrupt(frames, offset, why);
  }
}
