package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.AskedRequest;
import dev.faultlab.seen.AskedRequest.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** A service that this JVM sends requests to, each in a thread of its own. */
class CallingClient implements Client {
  private final String address;
  private final Callable<Boolean> request;
  private final Optional<Callable<Boolean>> large;
  private final List<AskedRequest> asked = new ArrayList<>();
  private int rounds;

  CallingClient(String address, Callable<Boolean> request, Optional<Callable<Boolean>> large) {
    this.address = address;
    this.request = request;
    this.large = large;
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public synchronized List<AskedRequest> ask(int requests, int atOnce, Duration wait) {
    rounds++;
    int round = rounds;
    for (int user = 0; user < atOnce; user++) {
      start(
          () -> {
            for (int turn = 0; turn < requests / atOnce && sends(round); turn++) {
              send(round);
            }
          });
    }
    long end = System.nanoTime() + wait.toNanos();
    while (System.nanoTime() < end && !ended(round, requests)) {
      try {
        wait(Math.max(1, Duration.ofNanos(end - System.nanoTime()).toMillis()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while requests were open", e);
      }
    }
    return List.copyOf(asked);
  }

  /** Without requests of its own, a round waits for those that are open. */
  private boolean ended(int round, int requests) {
    return asked.stream()
            .noneMatch(a -> a.ending() == Ending.OPEN && (requests == 0 || a.round() == round))
        && asked.stream().filter(a -> a.round() == round).count() == requests;
  }

  private synchronized boolean sends(int round) {
    return round == rounds;
  }

  private void send(int round) {
    AskedRequest sent = new AskedRequest(round, System.currentTimeMillis(), 0, Ending.OPEN, 0, "-");
    synchronized (this) {
      asked.add(sent);
    }
    Ending ending;
    String detail = "-";
    try {
      ending = request.call() ? Ending.ANSWERED : Ending.FAILED;
    } catch (Throwable e) { // also that of an assertion in a request
      ending = Ending.FAILED;
      detail = e.toString();
    }
    AskedRequest done =
        new AskedRequest(round, sent.begin(), System.currentTimeMillis(), ending, 0, detail);
    synchronized (this) {
      // By identity, because two that began in the same millisecond are equal.
      for (int k = 0; k < asked.size(); k++) {
        if (asked.get(k) == sent) {
          asked.set(k, done);
        }
      }
      notifyAll();
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "faultlab-request");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void upload(int requests) {
    if (large.isEmpty()) {
      Client.super.upload(requests);
    }
    for (int user = 0; user < requests; user++) {
      start(
          () -> {
            try {
              large.get().call();
            } catch (Exception e) {
              // It was to hang; what becomes of it decides nothing.
            }
          });
    }
  }

  @Override
  public synchronized void forget() {
    asked.clear();
    rounds = 0;
  }
}
