package dev.faultlab.incidents;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Calls that wait for a slow backend while they hold a lock, on virtual threads, and requests that
 * come meanwhile and need neither.
 *
 * <p>On JDK 21 to 23 a virtual thread that blocks inside {@code synchronized} keeps its carrier,
 * the platform thread below it. There are as many carriers as processors; when each is kept, no
 * virtual thread runs, whatever it wants. JDK 24 lets go of the carrier (JEP 491). A {@code
 * ReentrantLock} lets go on all of them, and a class's initializer on none.
 *
 * <p>Each call has a lock of its own: no call waits for a lock here, only for carriers. How many
 * carriers there are is the JVM's option {@code jdk.virtualThreadScheduler.parallelism}, with
 * {@code maxPoolSize} the same; the program has as many calls wait. It ends its wait when each
 * request was served, or when each carrier is kept, after which none can be: states, and no time.
 *
 * <pre>{@code
 * java -Djdk.virtualThreadScheduler.parallelism=2 -Djdk.virtualThreadScheduler.maxPoolSize=2 \
 *   -cp incidents.jar dev.faultlab.incidents.HeldCarriers synchronized
 * }</pre>
 */
public final class HeldCarriers {
  /** Exit status for a wrong call, as in sysexits.h. */
  private static final int USAGE = 64;

  private static final int REQUESTS = 32;
  private static final CountDownLatch BACKEND = new CountDownLatch(1);

  /** What a virtual thread writes of itself while it waits and has a carrier all the same. */
  private static final String WAITS_ON_CARRIER = "/waiting@";

  private HeldCarriers() {}

  /**
   * @param args {@code synchronized}, {@code lock} or {@code initializer}
   */
  public static void main(String[] args) throws Exception {
    int carriers = Integer.getInteger("jdk.virtualThreadScheduler.parallelism", 0);
    if (args.length != 1 || carriers != 2) {
      System.err.println(
          "usage: -Djdk.virtualThreadScheduler.parallelism=2 HeldCarriers"
              + " synchronized|lock|initializer");
      System.exit(USAGE);
    }
    CountDownLatch inside = new CountDownLatch(carriers);
    List<Thread> calls = new ArrayList<>();
    for (int call = 0; call < carriers; call++) {
      calls.add(startVirtual(call(args[0], call, inside)));
    }
    inside.await();
    CountDownLatch unserved = new CountDownLatch(REQUESTS);
    for (int request = 0; request < REQUESTS; request++) {
      startVirtual(unserved::countDown);
    }
    while (unserved.getCount() > 0 && kept(calls) < carriers) {
      Thread.yield();
    }
    long whileHeld = unserved.getCount();
    long kept = kept(calls);
    BACKEND.countDown();
    unserved.await();
    System.out.printf(
        "{\"requests\":%d,\"unserved\":%d,\"carriers\":%d,\"kept\":%d,\"servedAfterwards\":%d}%n",
        REQUESTS, whileHeld, carriers, kept, REQUESTS - unserved.getCount());
  }

  private static Runnable call(String how, int call, CountDownLatch inside) {
    switch (how) {
      case "synchronized": // the fault
        Object monitor = new Object();
        return () -> {
          synchronized (monitor) {
            inside.countDown();
            awaitBackend();
          }
        };
      case "lock": // the fix without a new JDK
        Lock lock = new ReentrantLock();
        return () -> {
          lock.lock();
          try {
            inside.countDown();
            awaitBackend();
          } finally {
            lock.unlock();
          }
        };
      case "initializer":
        return () -> {
          inside.countDown();
          if (call == 0) {
            First.load();
          } else {
            Second.load();
          }
        };
      default:
        throw new IllegalArgumentException(
            "found " + how + ", expected synchronized, lock or initializer");
    }
  }

  /**
   * Calls that wait and keep a carrier. A thread that is just giving its carrier back may be seen
   * with both once; the second look is at one that was waiting already, so it keeps it.
   */
  private static long kept(List<Thread> calls) {
    return calls.stream().filter(call -> waitsOnCarrier(call) && waitsOnCarrier(call)).count();
  }

  private static boolean waitsOnCarrier(Thread call) {
    return call.toString().contains(WAITS_ON_CARRIER);
  }

  private static void awaitBackend() {
    try {
      BACKEND.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nothing interrupts a call", e);
    }
  }

  /** {@code Thread.startVirtualThread}, which the oldest JDK that this is compiled for lacks. */
  private static Thread startVirtual(Runnable work) throws ReflectiveOperationException {
    return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
  }

  private static final class First {
    static {
      awaitBackend();
    }

    static void load() {}
  }

  private static final class Second {
    static {
      awaitBackend();
    }

    static void load() {}
  }
}
