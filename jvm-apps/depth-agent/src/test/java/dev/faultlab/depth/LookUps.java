package dev.faultlab.depth;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.Security;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A program that the agent is put into: {@code LookUps THREADS LOOKUPS} looks {@code backend.lab}
 * up, in the hosts file that the JVM was given, until LOOKUPS are done or a nested call has been
 * seen. Prints the number of lookups and what the agent counted.
 */
final class LookUps {
  private LookUps() {}

  public static void main(String[] arguments) throws Exception {
    Security.setProperty("networkaddress.cache.ttl", "0");
    int threads = Integer.parseInt(arguments[0]);
    long lookUps = Long.parseLong(arguments[1]);
    AtomicLong finished = new AtomicLong();
    CyclicBarrier together = new CyclicBarrier(threads);
    Thread[] workers = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      workers[i] = new Thread(() -> lookUp(together, finished, lookUps / threads));
      workers[i].start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
    System.out.println(finished.get());
    System.out.println(json());
  }

  private static void lookUp(CyclicBarrier together, AtomicLong finished, long lookUps) {
    try {
      together.await();
      for (long done = 0; done < lookUps && !(done % 100 == 99 && nestedCallSeen()); done++) {
        InetAddress.getByName("backend.lab");
        finished.incrementAndGet();
      }
    } catch (UnknownHostException | InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean nestedCallSeen() {
    return !json().contains("\"recursiveCalls\":0,");
  }

  private static String json() {
    try {
      Class<?> bridge = Class.forName("dev.faultlab.depth.DepthBridge", true, null);
      return (String) bridge.getMethod("json").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
