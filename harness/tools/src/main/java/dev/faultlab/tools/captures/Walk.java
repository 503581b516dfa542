package dev.faultlab.tools.captures;

import java.net.InetAddress;

/** Looks names up one after the other, from two threads, as walk.c does. */
public final class Walk {
  private Walk() {}

  public static void main(String[] args) throws InterruptedException {
    int names = Integer.parseInt(args[0]);
    Thread other = new Thread(() -> walk(1, names));
    other.start();
    walk(0, names);
    other.join();
  }

  private static void walk(int from, int names) {
    for (int i = from; i < names; i += 2) {
      try {
        InetAddress.getAllByName("n" + i + ".walk.lab");
        Thread.sleep(200);
      } catch (java.net.UnknownHostException given) {
        // its answers were lost too often
      } catch (InterruptedException stopped) {
        return;
      }
    }
  }
}
