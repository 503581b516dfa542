package dev.faultlab.token.watch;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Threads that are inside a class at this moment: what a thread dump says, counted.
 *
 * <p>The service counts for itself because the images of a Java run time hold no jstack, and a dump
 * asked for by signal goes to standard output, which is the pipe under test.
 */
public final class ThreadsInside {
  /** What was looked for. */
  final String prefix;

  /** Threads that run, or are in a system call. */
  final int running;

  /** Threads that wait for a lock. */
  final int waiting;

  /** Lock, as class and identity, to the number of threads that wait for it. */
  final Map<String, Integer> locks;

  private ThreadsInside(String prefix, int running, int waiting, Map<String, Integer> locks) {
    this.prefix = prefix;
    this.running = running;
    this.waiting = waiting;
    this.locks = locks;
  }

  /**
   * Looks at all threads at once; the JVM stops for it.
   *
   * @param prefix of the class name of a frame, e.g. {@code java.io.PrintStream}
   */
  public static ThreadsInside now(String prefix) {
    return among(ManagementFactory.getThreadMXBean().dumpAllThreads(false, false), prefix);
  }

  static ThreadsInside among(ThreadInfo[] threads, String prefix) {
    int running = 0;
    int waiting = 0;
    Map<String, Integer> locks = new TreeMap<>();
    for (ThreadInfo thread : threads) {
      boolean inside =
          Arrays.stream(thread.getStackTrace()).anyMatch(f -> f.getClassName().startsWith(prefix));
      if (!inside) {
        continue;
      }
      // A thread in a system call is RUNNABLE to the JVM. One that waits is BLOCKED on a monitor or
      // WAITING for a java.util.concurrent lock: PrintStream had the one up to JDK 17, the other in
      // 21, and the first again from 24 on (JEP 491).
      if (thread.getThreadState() == Thread.State.RUNNABLE) {
        running++;
      } else {
        waiting++;
        String lock = thread.getLockInfo() == null ? "none" : thread.getLockInfo().toString();
        locks.merge(lock, 1, Integer::sum);
      }
    }
    return new ThreadsInside(prefix, running, waiting, locks);
  }
}
