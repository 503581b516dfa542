package dev.faultlab.cures.charset.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.charset.UnsupportedCharsetException;
import java.util.concurrent.atomic.AtomicInteger;

/** Asks for charsets by name as a program does, and prints how often the provider was asked. */
public final class Asking {
  /** Of the provider; in one JVM there is one. */
  static final AtomicInteger ASKED = new AtomicInteger();

  static volatile boolean learned;

  private Asking() {}

  /**
   * @param args none to ask once; any to ask again for each line of standard input
   */
  public static void main(String[] args) throws IOException {
    String name = ManagementFactory.getRuntimeMXBean().getName();
    System.out.println("pid " + name.substring(0, name.indexOf('@')));
    ask();
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    while (args.length > 0 && input.readLine() != null) {
      learned = false;
      ask();
    }
  }

  private static void ask() {
    System.out.println("agent " + System.getProperty("faultlab.charset-agent", "none"));
    // The JDK keeps the last two names: two others between any two uses.
    for (String name : new String[] {"x-test", "x-test-alias", "X-TEST"}) {
      int before = ASKED.get();
      for (int i = 0; i < 100; i++) {
        String found = Charset.forName(name).name();
        if (!found.equals("x-test")) {
          throw new AssertionError(name + " gave " + found);
        }
        Charset.forName("UTF-16BE");
        Charset.forName("UTF-16LE");
      }
      System.out.println(name + " asked " + (ASKED.get() - before));
    }
    System.out.println("same " + (Charset.forName("x-test") == Charset.forName("x-test-alias")));
    System.out.println("unknown " + unknown() + unknown());
    learned = true;
    System.out.println("learned " + Charset.isSupported("x-later"));
    System.out.println("standard " + Charset.forName("latin1").name());
  }

  private static boolean unknown() {
    try {
      Charset.forName("x-later");
      return false;
    } catch (UnsupportedCharsetException e) {
      return true;
    }
  }
}
