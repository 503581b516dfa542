package dev.faultlab.cures.inetaddress;

import java.util.concurrent.CountDownLatch;

/** One lookup that several threads wait for. */
final class Flight {
  final String host;

  /** Who looks up. */
  final Thread pilot;

  private final CountDownLatch landed = new CountDownLatch(1);
  private volatile Answer answer;

  Flight(String host, Thread pilot) {
    this.host = host;
    this.pilot = pilot;
  }

  void land(Answer result) {
    answer = result;
    landed.countDown();
  }

  /** Waits as the JDK's lock would: an interrupt is kept for later. */
  Answer await() {
    boolean interrupted = false;
    while (true) {
      try {
        landed.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return answer;
  }
}
