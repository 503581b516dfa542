package dev.faultlab.charset.crowd;

import dev.faultlab.charset.decode.Decoding;
import dev.faultlab.charset.decode.Sample;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Threads that go through the same mix at once, each a number of times. */
final class Crowd {
  /** A round of four decodes; what takes so long has come to rest somewhere else. */
  private static final long PATIENCE_SECONDS = 60;

  private static final int POLL_MILLIS = 5;
  private static final int FRAMES = 100;

  private final ThreadMXBean beans = ManagementFactory.getThreadMXBean();
  private final AtomicInteger served = new AtomicInteger();
  private final LongAdder blocked = new LongAdder();
  private final List<Thread> threads = new ArrayList<>();

  Crowd(int size, int rounds, List<Sample> mix, Decoding decoding) {
    for (int i = 0; i < size; i++) {
      threads.add(new Thread(() -> decode(rounds, mix, decoding), "decode-" + i));
    }
  }

  @SuppressWarnings("deprecation") // Thread.threadId came with JDK 19, this also runs on 8
  private void decode(int rounds, List<Sample> mix, Decoding decoding) {
    for (int round = 0; round < rounds; round++) {
      for (Sample sample : mix) {
        sample.decode(decoding);
      }
    }
    // Asked at the end of the thread's own life: the JVM forgets the count with the thread.
    blocked.add(beans.getThreadInfo(Thread.currentThread().getId()).getBlockedCount());
    served.incrementAndGet();
  }

  void start() {
    threads.forEach(Thread::start);
  }

  /**
   * Waits until all threads have ended.
   *
   * @throws IllegalStateException where one of them failed
   */
  void join() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
    if (served() != threads.size()) {
      throw new IllegalStateException(served() + " of " + threads.size() + " threads were served");
    }
  }

  /** How many threads have done all their rounds. */
  int served() {
    return served.get();
  }

  /** How often threads that are done had to wait for a monitor, as the JVM counts it. */
  long blocked() {
    return blocked.sum();
  }

  /** Who waits for a monitor, and in which methods. */
  static final class Waiting {
    final int threads;
    final Set<String> in;

    Waiting(int threads, Set<String> in) {
      this.threads = threads;
      this.in = in;
    }
  }

  /**
   * Waits until each thread has either ended or come to rest before a monitor.
   *
   * @param monitor held by the caller, so that whoever has come there stays
   * @throws IllegalStateException where threads come to rest elsewhere
   */
  Waiting atRestBefore(Object monitor) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < until) {
      Set<String> in = new TreeSet<>();
      int waiting = 0;
      int ended = 0;
      for (Thread thread : threads) {
        if (thread.getState() == Thread.State.TERMINATED) {
          ended++;
        } else if (waitsFor(monitor, thread, in)) {
          waiting++;
        }
      }
      if (waiting + ended == threads.size()) {
        return new Waiting(waiting, in);
      }
      Thread.sleep(POLL_MILLIS);
    }
    throw new IllegalStateException(
        "threads are neither done nor wait for " + monitor + " after " + PATIENCE_SECONDS + " s");
  }

  @SuppressWarnings("deprecation") // as above
  private boolean waitsFor(Object monitor, Thread thread, Set<String> in) {
    ThreadInfo info = beans.getThreadInfo(thread.getId(), FRAMES);
    if (info == null || info.getThreadState() != Thread.State.BLOCKED) {
      return false;
    }
    LockInfo lock = info.getLockInfo();
    if (lock == null
        || lock.getIdentityHashCode() != System.identityHashCode(monitor)
        || !lock.getClassName().equals(monitor.getClass().getName())) {
      return false;
    }
    StackTraceElement top = info.getStackTrace()[0];
    in.add(top.getClassName() + "." + top.getMethodName());
    return true;
  }
}
