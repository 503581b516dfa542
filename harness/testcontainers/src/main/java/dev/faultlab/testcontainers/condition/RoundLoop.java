package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ClientResult;
import dev.faultlab.seen.Course;
import dev.faultlab.seen.ExposureCounts;
import dev.faultlab.seen.Rounds;
import dev.faultlab.seen.SentRequest;
import dev.faultlab.seen.State;
import dev.faultlab.testcontainers.condition.NetworkCondition.Load;
import dev.faultlab.testcontainers.condition.NetworkCondition.Running;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Asks a client round after round while a condition hurts, until it is well again or the time for
 * that is over. A request that is still open is never abandoned: the next round starts beside it.
 */
final class RoundLoop {
  /** Canaries give up earlier: the time-outs of their options are shorter. */
  private static final Duration CANARY_LIMIT = Duration.ofSeconds(10);

  /** From the begin of a round with harm to the next one. */
  private static final Duration ROUND_INTERVAL = Duration.ofSeconds(2);

  /** One round with harmed requests, then two healthy ones. */
  private static final int MIN_ROUNDS = 3;

  private final NetworkCondition condition;
  private final Running running;

  /** The time to recover, from the first request on. */
  Duration recover = Duration.ofSeconds(60);

  /** The deadline of each answer of the service. */
  Optional<Duration> deadline = Optional.empty();

  /** What is done to the service first; the line with which it ended, if it ended. */
  Supplier<Optional<String>> beforeRequests = Optional::empty;

  RoundLoop(NetworkCondition condition, Running running) {
    this.condition = condition;
    this.running = running;
  }

  /** Asks a service that the condition may have kept from starting. */
  ClientResult service(Client service) {
    Optional<String> ended = beforeRequests.get();
    if (ended.isPresent()) {
      return ClientResult.of(State.PRESENT, "exits-at-start", "exits at its start: " + ended.get());
    }
    if (condition.counts()) {
      // What it did when it started, no request did.
      exposureOf(service, Trial.NO_ROUNDS);
    }
    return follow(service, Optional.empty(), CompletableFuture.completedFuture(null));
  }

  /**
   * A canary continues until the service is decided too, unless the canary has recovered before.
   */
  ClientResult canary(Client client, Canary canary, CompletableFuture<ClientResult> service) {
    return follow(client, Optional.of(canary), service);
  }

  private ClientResult follow(
      Client client, Optional<Canary> canary, CompletableFuture<ClientResult> service) {
    Load load = condition.load();
    Duration hangLimit = canary.isPresent() ? CANARY_LIMIT : deadline.orElse(Trial.HEALTHY_LIMIT);
    long end = System.nanoTime() + recover.toNanos();
    for (int round = 1; true; round++) {
      long next = System.nanoTime() + ROUND_INTERVAL.toNanos();
      Duration wait = condition.counts() ? recover : shorter(hangLimit, atLeastOne(rest(end)));
      Rounds rounds = rounds(client.ask(load.requests(), load.atOnce(), wait), hangLimit);
      if (rounds.hasRecovered() && rounds.open()) {
        rounds = rounds(client.ask(0, 1, rest(end)), hangLimit);
      }
      // On a slow machine, little time passes between requests.
      boolean timeIsOver = condition.counts() || round >= MIN_ROUNDS && rest(end).isZero();
      if (timeIsOver && rounds.open() && rounds.harmed() == 0) {
        // The time may be shorter than an answer may take: what is open is awaited until it hangs.
        rounds = rounds(client.ask(0, 1, hangLimit), hangLimit);
      }
      boolean isSettled = rounds.settled() && !approaching(client);
      if (isSettled || timeIsOver || canaryHasShown(canary, rounds, service)) {
        return exposureOf(client, rounds).decide(rounds);
      }
      Polling.pause(shorter(rounds.hasRecovered() ? Duration.ZERO : rest(next), rest(end)));
    }
  }

  /** Whether a canary that stays broken has shown it for as long as the service was asked. */
  private static boolean canaryHasShown(
      Optional<Canary> canary, Rounds soFar, CompletableFuture<ClientResult> serviceResult) {
    return serviceResult.isDone()
        && canary.isPresent()
        && canary.get().known() == Course.STAYS_BROKEN
        && soFar.course(true) == Course.STAYS_BROKEN;
  }

  private static Rounds rounds(List<SentRequest> requests, Duration hangLimit) {
    return new Rounds(requests, System.currentTimeMillis(), hangLimit.toMillis());
  }

  /** How a client has met the condition so far. */
  ExposureCounts exposureOf(Client client, Rounds rounds) {
    synchronized (running) {
      return running.exposure(client.address(), rounds);
    }
  }

  private boolean approaching(Client client) {
    synchronized (running) {
      return running.approaching(client.address());
    }
  }

  private static Duration atLeastOne(Duration time) {
    return time.toSeconds() > 0 ? time : Duration.ofSeconds(1);
  }

  private static Duration rest(long end) {
    return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
