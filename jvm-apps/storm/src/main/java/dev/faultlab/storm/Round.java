package dev.faultlab.storm;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One time that the crowd comes in: begins where a connection is lost, or else with the first
 * connection attempt, and ends when all are served.
 */
final class Round {
  private final int clients;
  private final CountDownLatch unserved;
  private final AtomicLong begin = new AtomicLong();
  private final AtomicLong lastAnswer = new AtomicLong();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger attempts = new AtomicInteger();
  private final Times connects = new Times();
  private final Times answers = new Times();

  Round(int clients) {
    this.clients = clients;
    this.unserved = new CountDownLatch(clients);
  }

  /** Begins, unless it has begun. */
  void begins() {
    begin.compareAndSet(0, System.nanoTime());
  }

  void attempted(int times) {
    begins();
    attempts.addAndGet(times);
  }

  void refused() {
    refused.incrementAndGet();
  }

  void connected(long nanos) {
    connects.add(nanos);
  }

  void served(long nanos) {
    answers.add(nanos);
    lastAnswer.accumulateAndGet(System.nanoTime(), Math::max);
    unserved.countDown();
  }

  Crowd.Report await(Duration limit) throws InterruptedException {
    unserved.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    int served = clients - (int) unserved.getCount();
    double seconds = served == 0 ? 0 : (lastAnswer.get() - begin.get()) / 1e9;
    return new Crowd.Report(
        clients,
        served,
        refused.get(),
        attempts.get(),
        seconds,
        connects.summary(),
        answers.summary());
  }
}
