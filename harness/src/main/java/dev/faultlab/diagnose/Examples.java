package dev.faultlab.diagnose;

import java.util.ArrayList;
import java.util.List;

/** The first few of many: enough to look at, bounded in memory. */
final class Examples {
  private static final int KEPT = 3;
  private static final int KEPT_FRAMES = 8;

  private final List<String> texts = new ArrayList<>(KEPT);
  private final List<Long> frames = new ArrayList<>(KEPT_FRAMES);
  private long count;

  void add(Object what, long... at) {
    count++;
    if (texts.size() < KEPT) {
      texts.add(what.toString());
    }
    for (long frame : at) {
      if (frames.size() < KEPT_FRAMES && frame > 0) {
        frames.add(frame);
      }
    }
  }

  long count() {
    return count;
  }

  boolean isEmpty() {
    return count == 0;
  }

  List<Long> frames() {
    return frames;
  }

  /** "a, b, c and 12 more (frames 1, 2, 3)". */
  @Override
  public String toString() {
    String more = count > texts.size() ? " and " + (count - texts.size()) + " more" : "";
    return String.join(", ", texts) + more + framesText();
  }

  String framesText() {
    if (frames.isEmpty()) {
      return "";
    }
    return (frames.size() == 1 ? " (frame " : " (frames ")
        + String.join(", ", frames.stream().map(String::valueOf).toList())
        + ")";
  }
}
