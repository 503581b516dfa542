package dev.faultlab.capture;

import java.io.IOException;

/** A capture file format: where the next frame stands. */
interface Format {

  /** Fills all of {@code frame} but its number; false at a clean end. */
  boolean next(Frame frame) throws IOException, BrokenCapture;

  /** Packets dropped as the file itself tells. */
  default long reportedDrops() {
    return 0;
  }

  /** Stands in where the beginning of the file was already unreadable. */
  final class None implements Format {
    @Override
    public boolean next(Frame frame) {
      return false;
    }
  }
}
