package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.SentRequest;
import dev.faultlab.seen.SentRequest.Ending;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Code of this JVM; each round calls it in threads of its own. */
public final class JvmClient implements Client {
  private final String address;
  private final Callable<?> call;

  /** All since {@link #forget}, by a number of their own. */
  private final Map<Integer, SentRequest> sent = new LinkedHashMap<>();

  private int numbers;
  private int rounds;
  private int forgottenRounds;

  /**
   * A client of this code.
   *
   * @param address where its connections come from, as the router sees it
   * @param call sends one request and returns when it is answered; an exception is a failure
   */
  public JvmClient(String address, Callable<?> call) {
    this.address = address;
    this.call = call;
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public synchronized List<SentRequest> ask(int requests, int atOnce, Duration wait) {
    rounds++;
    int round = rounds;
    for (int user = 0; user < atOnce; user++) {
      Thread thread = new Thread(() -> takeTurns(round, requests / atOnce), "faultlab-request");
      thread.setDaemon(true);
      thread.start();
    }
    long end = System.nanoTime() + wait.toNanos();
    while (System.nanoTime() < end && !ended(round - forgottenRounds, requests)) {
      try {
        wait(Math.max(1, Duration.ofNanos(end - System.nanoTime()).toMillis()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while requests were open", e);
      }
    }
    return List.copyOf(sent.values());
  }

  /** Without requests of its own, a round waits for those that are open. */
  private boolean ended(int round, int requests) {
    return sent.values().stream()
            .noneMatch(r -> r.ending() == Ending.OPEN && (requests == 0 || r.round() == round))
        && sent.values().stream().filter(r -> r.round() == round).count() == requests;
  }

  private void takeTurns(int round, int turns) {
    for (int turn = 0; turn < turns; turn++) {
      long begin = System.currentTimeMillis();
      int number;
      synchronized (this) {
        if (round != rounds) {
          return; // the next round has begun
        }
        number = ++numbers;
        sent.put(number, new SentRequest(round - forgottenRounds, begin, 0, Ending.OPEN, 0, "-"));
      }
      Ending ending = Ending.ANSWERED;
      String detail = "-";
      try {
        call.call();
      } catch (Throwable e) { // AssertionError too
        ending = Ending.FAILED;
        detail = e.toString();
      }
      end(number, ending, detail);
    }
  }

  private synchronized void end(int number, Ending ending, String detail) {
    long end = System.currentTimeMillis();
    sent.computeIfPresent(
        number, (n, r) -> new SentRequest(r.round(), r.begin(), end, ending, 0, detail));
    notifyAll();
  }

  @Override
  public synchronized void forget() {
    sent.clear();
    forgottenRounds = rounds;
  }
}
