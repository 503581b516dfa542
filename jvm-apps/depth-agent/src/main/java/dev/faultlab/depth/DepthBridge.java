package dev.faultlab.depth;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the instrumented method calls, and what a program may ask, by reflection, while it runs:
 *
 * <pre>{@code
 * Class<?> bridge = Class.forName("dev.faultlab.depth.DepthBridge", true, null);
 * String json = (String) bridge.getMethod("json").invoke(null);
 * bridge.getMethod("reset").invoke(null);
 * }</pre>
 *
 * <p>The state is static because code inlined into a class of {@code java.base} can reach nothing
 * but a static member of a class of the boot loader.
 */
public final class DepthBridge {
  private static final ThreadLocal<Frames> FRAMES =
      new ThreadLocal<Frames>() {
        @Override
        protected Frames initialValue() {
          return new Frames();
        }
      };

  private static final AtomicInteger INSIDE = new AtomicInteger();
  private static volatile DepthCounters counters = new DepthCounters(0);
  private static volatile String notApplicable = "the agent has not instrumented anything";

  private DepthBridge() {}

  private static final class Frames {
    int depth;
    DepthCounters countedIn;
  }

  /** Called at the start of the instrumented method, before it takes its lock. */
  public static void enter() {
    Frames frames = FRAMES.get();
    DepthCounters now = counters;
    if (frames.countedIn != now) {
      now.threadSeen();
      frames.countedIn = now;
    }
    int depth = frames.depth + 1;
    if (depth == 1) {
      now.insideNow(INSIDE.incrementAndGet());
    }
    now.entered(depth);
    // Last, because with a tiny thread stack any line above may end in a StackOverflowError, and
    // then exit() is not called.
    frames.depth = depth;
  }

  /** Called when the instrumented method returns or throws. */
  public static void exit() {
    Frames frames = FRAMES.get();
    frames.depth--;
    if (frames.depth == 0) {
      INSIDE.decrementAndGet();
    }
  }

  /** Starts a new measurement; calls that are under way belong to the old one. */
  public static void reset() {
    counters = new DepthCounters(INSIDE.get());
  }

  /**
   * Returns the counts so far as a JSON object; {@code "applicable": false} with a reason where
   * this JDK has no such method. Counts that move while they are read may differ by calls under
   * way.
   */
  public static String json() {
    return DepthJson.of(notApplicable, counters);
  }

  static void instrumented() {
    notApplicable = "";
  }

  static void notApplicable(String reason) {
    notApplicable = reason;
  }
}
