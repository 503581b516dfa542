package dev.faultlab.capture.packet;

import dev.faultlab.capture.End;

/** Carries offset and reason from a format to the reader, which turns it into an {@link End}. */
final class BrokenCapture extends Exception {
  private final boolean truncated;
  private final long at;

  private BrokenCapture(boolean truncated, long at, String why) {
    super(why, null, false, false);
    this.truncated = truncated;
    this.at = at;
  }

  static BrokenCapture truncated(long at, String why) {
    return new BrokenCapture(true, at, why);
  }

  static BrokenCapture corrupt(long at, String why) {
    return new BrokenCapture(false, at, why);
  }

  /**
   * @param prefix text before the reason, such as the file's name
   */
  End end(long frames, String prefix) {
    String why = prefix + getMessage();
    return truncated ? new End.Truncated(frames, at, why) : new End.Corrupt(frames, at, why);
  }
}
