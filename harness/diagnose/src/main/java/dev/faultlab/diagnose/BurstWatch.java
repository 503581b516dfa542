package dev.faultlab.diagnose;

import dev.faultlab.pattern.ConcurrentLookups;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.Collectors;

/**
 * Bursts of identical lookups with silence between them. A burst is a period in which lookups of
 * the name are always under way; gaps shorter than the burst itself do not end it.
 */
final class BurstWatch {
  private static final long SHORT_BREAK_NANOS = 20_000_000L;
  private static final int MAX_FRAMES = 64;
  private static final int MAX_SHOWN = 4;

  private long startFrame;
  private long startNanos = Long.MIN_VALUE;
  private long endNanos;
  private int size;
  private int peak;
  private int usedSinceEnd;
  private long lastUseNanos;

  /** The lookups of each large burst. */
  final IntSummaryStatistics sizes = new IntSummaryStatistics();

  private long otherLookups;
  private long longestNanos;
  private long previousStart = Long.MIN_VALUE;
  private final LongSummaryStatistics gaps = new LongSummaryStatistics();
  private long shortestSilence = Long.MAX_VALUE;
  int usedBetween;
  private int silencesWithUse;
  private int silencesUsedToTheEnd;
  private long silenceBefore = -1;
  private int usedBefore;
  private boolean usedToTheEnd;

  /** The first frame of each large burst. */
  final List<Long> frames = new ArrayList<>();

  void opened(long frame, long nanos, int outstanding) {
    boolean starts = startNanos == Long.MIN_VALUE;
    if (!starts && outstanding == 1) {
      long silence = nanos - endNanos;
      starts = silence > Math.max(SHORT_BREAK_NANOS, endNanos - startNanos);
      if (starts) {
        endBurst();
        silenceBefore = silence;
        usedBefore = usedSinceEnd;
        usedToTheEnd = usedSinceEnd > 0 && (nanos - lastUseNanos) * 4 <= silence;
      }
    }
    if (starts) {
      startFrame = frame;
      startNanos = nanos;
      size = 0;
      peak = 0;
    }
    usedSinceEnd = 0;
    size++;
    peak = Math.max(peak, outstanding);
    endNanos = Math.max(endNanos, nanos);
  }

  void closed(long nanos) {
    endNanos = Math.max(endNanos, nanos);
  }

  /** An address of the name is used long after its last lookup, from memory. */
  void used(long nanos) {
    if (startNanos != Long.MIN_VALUE
        && nanos - endNanos > Math.max(SHORT_BREAK_NANOS, endNanos - startNanos)) {
      usedSinceEnd++;
      lastUseNanos = nanos;
    }
  }

  /** Ends the current burst; call it also at the end of the capture. */
  void endBurst() {
    if (size == 0) {
      return;
    }
    if (ConcurrentLookups.of(ConcurrentLookups.MIN_CAPTURED, peak, 0)
        != ConcurrentLookups.Answer.TOGETHER) {
      otherLookups += size;
    } else {
      sizes.accept(size);
      longestNanos = Math.max(longestNanos, endNanos - startNanos);
      if (previousStart != Long.MIN_VALUE) {
        gaps.accept(startNanos - previousStart);
        shortestSilence = Math.min(shortestSilence, silenceBefore);
        usedBetween += usedBefore;
        silencesWithUse += usedBefore > 0 ? 1 : 0;
        silencesUsedToTheEnd += usedToTheEnd ? 1 : 0;
      }
      previousStart = startNanos;
      if (frames.size() < MAX_FRAMES) {
        frames.add(startFrame);
      }
    }
    size = 0;
  }

  /** Bursts with real silence between them, and hardly a lookup outside of bursts. */
  boolean hasSeparateBursts() {
    return sizes.getCount() >= 2
        && otherLookups * 10 <= sizes.getSum()
        && shortestSilence >= 5 * longestNanos
        && shortestSilence >= 200_000_000L;
  }

  /** The bursts come at a steady interval, as an expiring cache entry would cause. */
  boolean isRegular() {
    return sizes.getCount() >= 3 && gaps.getMax() <= gaps.getMin() + gaps.getMin() / 4;
  }

  /** The addresses were in use during each silence, long after the burst. */
  boolean usedInSilence() {
    return silencesWithUse == sizes.getCount() - 1 && sizes.getCount() >= 2;
  }

  /**
   * They were in use until the end of each silence, so they came from a cache whose entry expires
   * while in use. Uses that end long before the next burst may be from callers that looked up once
   * and stayed connected for a while.
   */
  boolean usedFromCache() {
    return silencesUsedToTheEnd == sizes.getCount() - 1 && sizes.getCount() >= 2;
  }

  boolean intervalIs(double seconds) {
    double shortest = gaps.getMin() / 1e9;
    double longest = gaps.getMax() / 1e9;
    return seconds > 0 && shortest >= seconds * 0.9 && longest <= seconds * 1.1 + 0.5;
  }

  /**
   * The largest burst is a quarter larger than the smallest, and there is no other lookup. Of busy
   * processes with a cache each, all would ask each time.
   */
  boolean sizesVary() {
    return otherLookups == 0 && sizes.getMax() * 4 >= sizes.getMin() * 5;
  }

  String sizes() {
    return (sizes.getMin() == sizes.getMax() ? "" : sizes.getMin() + " to ") + sizes.getMax();
  }

  String intervals() {
    return String.format("%.1f to %.1f s", gaps.getMin() / 1e9, gaps.getMax() / 1e9);
  }

  String framesText() {
    return frames.stream().limit(MAX_SHOWN).map(String::valueOf).collect(Collectors.joining(", "))
        + (sizes.getCount() > MAX_SHOWN ? ", ..." : "");
  }
}
