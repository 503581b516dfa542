package dev.faultlab.cures.inetaddress.program;

import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.Security;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Threads that ask for one name at once, while the hosts file is a FIFO: a lookup does not return
 * until somebody writes to it, so who is inside can be counted at leisure. Ends with its standard
 * input.
 */
public final class Crowd {
  private Crowd() {}

  /**
   * @param args the hosts file, the number of threads, networkaddress.cache.ttl
   */
  public static void main(String[] args) throws Exception {
    Security.setProperty("networkaddress.cache.ttl", args[2]);
    Security.setProperty("networkaddress.cache.negative.ttl", "0");
    ask(Paths.get(args[0]));
    endWithStandardInput();
    System.out.println("agent " + System.getProperty("faultlab.inetaddress-agent", "none"));
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
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
    System.exit(0);
  }

  /** Has lookups read that file. JDK 8 has no setting for it, but a list that can be exchanged. */
  private static void ask(Path hosts) throws ReflectiveOperationException {
    if (!System.getProperty("java.specification.version").equals("1.8")) {
      System.setProperty("jdk.net.hosts.file", hosts.toString());
      return;
    }
    Class<?> nameService = Class.forName("sun.net.spi.nameservice.NameService");
    Object reading =
        Proxy.newProxyInstance(
            Crowd.class.getClassLoader(),
            new Class<?>[] {nameService},
            (proxy, method, arguments) -> addresses((String) arguments[0], hosts));
    Field services = InetAddress.class.getDeclaredField("nameServices");
    services.setAccessible(true);
    services.set(null, Collections.singletonList(reading));
  }

  private static InetAddress[] addresses(String name, Path hosts) throws Exception {
    for (String line : Files.readAllLines(hosts, StandardCharsets.UTF_8)) {
      String[] words = line.split(" ");
      if (words[1].equals(name)) {
        // An address, so nothing is looked up.
        return new InetAddress[] {InetAddress.getByName(words[0])};
      }
    }
    throw new UnknownHostException(name);
  }

  private static void endWithStandardInput() {
    Thread watching =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  // nothing is to be told
                }
              } catch (java.io.IOException e) {
                // as good as its end
              }
              Runtime.getRuntime().halt(0);
            });
    watching.setDaemon(true);
    watching.start();
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
      if (frame.getClassName().equals("java.io.FileInputStream")
          || frame.getClassName().equals("java.nio.file.Files")) {
        return true;
      }
    }
    return false;
  }

  /** For the lock of a lookup, or for somebody else's; not for a class that is being loaded. */
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
