package dev.faultlab.testcontainers.condition;

import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A service that this JVM sends requests to, each in a thread of its own. */
record CallingClient(String address, Callable<Boolean> request, Optional<Callable<Boolean>> large)
    implements Client {

  @Override
  public Answers ask(int requests, int atOnce) {
    return send(requests, atOnce, request);
  }

  @Override
  public Answers upload(int requests) {
    return large
        .map(upload -> send(requests, requests, upload))
        .orElseGet(() -> Client.super.upload(requests));
  }

  private static Answers send(int requests, int atOnce, Callable<Boolean> request) {
    ExecutorService threads = Executors.newFixedThreadPool(atOnce);
    try {
      int answered = 0;
      int unanswered = 0;
      for (Future<Boolean> each :
          threads.invokeAll(
              Collections.nCopies(requests, request), PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        try {
          answered += each.get() ? 1 : 0;
        } catch (CancellationException e) {
          unanswered++;
        } catch (ExecutionException e) {
          unanswered += timedOut(e.getCause()) ? 1 : 0;
        }
      }
      return new Answers(requests, answered, requests - answered - unanswered, unanswered);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while requests were open", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static boolean timedOut(Throwable failure) {
    return failure instanceof HttpTimeoutException || failure instanceof SocketTimeoutException;
  }
}
