package dev.faultlab.image;

import dev.faultlab.machine.Progress;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Shows how many of the images are ready and how long the rest takes, estimated from the last time
 * on this machine. Several threads report to it.
 */
final class ImageProgress implements AutoCloseable {
  private final Progress.Step step;
  private final DurationLog took;
  private final int atOnce;
  private final LongSupplier nanos;

  /** The images that are not ready yet, each after those that it is built on. */
  private final Map<String, Part> left = new LinkedHashMap<>();

  private final Map<String, Long> begun = new HashMap<>();
  private int there;

  /** Whether an image failed to arrive in the expected way, so that others will fail likewise. */
  private boolean unclear;

  /**
   * An image that is still to be made.
   *
   * @param title for people
   * @param way how it is made and for which role, such as {@code build jre}
   * @param after names of the images that it stands on
   */
  record Part(String title, String way, Collection<String> after) {}

  /** Brings an image. */
  interface Work {
    /**
     * @param onLine receives the output
     * @return whether the image is there now
     */
    boolean bring(Consumer<String> onLine);
  }

  /**
   * @param atOnce how many images are made side by side at most
   * @param nanos a clock
   */
  ImageProgress(Progress progress, DurationLog took, int atOnce, LongSupplier nanos) {
    this.took = took;
    this.atOnce = atOnce;
    this.nanos = nanos;
    this.step = progress.start("images", 0);
    step.left(this::words);
  }

  /**
   * What is still to be made; this may grow while work goes on.
   *
   * @param parts by name, each after those that it is built on
   */
  void left(Map<String, Part> parts) {
    int total;
    synchronized (this) {
      left.clear();
      left.putAll(parts);
      unclear = false;
      total = there + left.size();
    }
    step.total(total);
  }

  /** Makes one of the remaining images; it counts as done when the image is there afterwards. */
  void make(String name, Work work) {
    Part part = begins(name);
    step.note(part.title());
    boolean brought = false;
    long seconds;
    try {
      brought = work.bring(line -> step.note(part.title() + ": " + line.strip()));
    } finally {
      seconds = (long) ends(name, part, brought);
    }
    if (brought) {
      step.advance("%s (%d:%02d)".formatted(part.title(), seconds / 60, seconds % 60));
    }
  }

  private synchronized Part begins(String name) {
    begun.put(name, nanos.getAsLong());
    return left.get(name);
  }

  private synchronized double ends(String name, Part part, boolean brought) {
    double seconds = since(begun.remove(name));
    if (brought) {
      took.note(part.way(), seconds);
      left.remove(name);
      there++;
    } else {
      unclear = true;
    }
    return seconds;
  }

  /**
   * The remaining time for a person who waits, in minutes: {@code about 4 min left}. Images are
   * made side by side, but each only after those that it is built on.
   *
   * @return empty when unknown: one of the remaining images was never made here, takes longer than
   *     last time, or failed
   */
  synchronized String words() {
    double all = 0;
    double longest = 0;
    Map<String, Double> ends = new HashMap<>();
    for (Map.Entry<String, Part> entry : left.entrySet()) {
      Part part = entry.getValue();
      Optional<Double> whole = took.seconds(part.way());
      if (unclear || whole.isEmpty()) {
        return "";
      }
      Long begin = begun.get(entry.getKey());
      double rest = Math.max(0, whole.get() - (begin == null ? 0 : since(begin)));
      double first =
          part.after().stream().mapToDouble(n -> ends.getOrDefault(n, 0.0)).max().orElse(0);
      ends.put(entry.getKey(), first + rest);
      all += rest;
      longest = Math.max(longest, first + rest);
    }
    double seconds = Math.max(longest, all / atOnce);
    return seconds == 0 ? "" : Progress.about(seconds) + " left";
  }

  private double since(long then) {
    return (nanos.getAsLong() - then) / 1e9;
  }

  @Override
  public void close() {
    step.close();
  }
}
