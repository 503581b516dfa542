package dev.faultlab.capture.packet;

import java.io.IOException;

/** A capture file format, which finds the next frame. */
interface Format {

  /** Fills all of {@code frame} except its number; false at a clean end. */
  boolean next(Frame frame) throws IOException, BrokenCapture;

  /** Dropped packets that the file itself reports. */
  default long reportedDrops() {
    return 0;
  }

  /** Replaces a format if the beginning of the file was already unreadable. */
  final class None implements Format {
    @Override
    public boolean next(Frame frame) {
      return false;
    }
  }
}
