package dev.faultlab.cures.inetaddress;

import java.net.InetAddress;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;

/**
 * Threads that ask for one name at once, while the hosts file is a FIFO: a look-up does not return
 * until somebody writes to it, so who is inside can be counted at leisure.
 */
public final class Crowd {
  private Crowd() {}

  public static void main(String[] args) throws Exception {
    Security.setProperty("networkaddress.cache.ttl", args[1]);
    Security.setProperty("networkaddress.cache.negative.ttl", "0");
    System.out.println("agent " + System.getProperty("faultlab.inetaddress-agent", "none"));
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      Thread thread = new Thread(Crowd::ask);
      threads.add(thread);
      thread.start();
    }
    long inside;
    do {
      inside = threads.stream().filter(Crowd::reads).count();
    } while (inside + threads.stream().filter(Crowd::waits).count() < threads.size());
    System.out.println("inside " + inside);
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("done");
  }

  private static void ask() {
    String answer;
    try {
      answer = InetAddress.getByName("one.test").getHostAddress();
    } catch (Exception e) {
      answer = e.toString();
    }
    System.out.println("answered " + answer);
  }

  private static boolean reads(Thread thread) {
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getClassName().equals("java.io.FileInputStream")) {
        return true;
      }
    }
    return false;
  }

  /** For the lock of a look-up, or for somebody else's; not for a class that is being loaded. */
  private static boolean waits(Thread thread) {
    StackTraceElement[] stack = thread.getStackTrace();
    if (thread.getState() == Thread.State.BLOCKED) {
      return stack.length > 0 && stack[0].getClassName().contains("NameServiceAddresses");
    }
    if (thread.getState() == Thread.State.WAITING) {
      for (StackTraceElement frame : stack) {
        if (frame.getClassName().endsWith(".ReentrantLock")
            || frame.getClassName().endsWith(".CountDownLatch")) {
          return true;
        }
      }
    }
    return false;
  }
}
