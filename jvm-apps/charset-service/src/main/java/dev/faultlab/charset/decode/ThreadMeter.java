package dev.faultlab.charset.decode;

import java.lang.management.ManagementFactory;

/**
 * What the calling thread has used so far; take differences.
 *
 * <p>Allocated bytes are exact, not sampled: HotSpot adds what the thread has taken from its
 * current buffer ({@code Thread::cooked_allocated_bytes}). What the JIT compiler keeps off the heap
 * (escape analysis) is not in them.
 */
public final class ThreadMeter {
  private final com.sun.management.ThreadMXBean threads;

  /**
   * @throws IllegalStateException on a JVM that does not count allocation per thread
   */
  public ThreadMeter() {
    java.lang.management.ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    if (!(bean instanceof com.sun.management.ThreadMXBean)
        || !((com.sun.management.ThreadMXBean) bean).isThreadAllocatedMemorySupported()) {
      throw new IllegalStateException(
          System.getProperty("java.vm.name")
              + " does not count allocated bytes per thread (com.sun.management.ThreadMXBean);"
              + " run the lab on a HotSpot JVM");
    }
    threads = (com.sun.management.ThreadMXBean) bean;
  }

  /** Bytes the calling thread has allocated on the heap since it started. */
  @SuppressWarnings("deprecation") // Thread.threadId came with JDK 19, this also runs on 8
  public long allocatedBytes() {
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  /** CPU time of the calling thread in ns; JIT and GC threads are not in it. */
  public long cpuNanos() {
    return threads.getCurrentThreadCpuTime();
  }
}
