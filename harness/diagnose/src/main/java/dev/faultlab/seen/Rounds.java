package dev.faultlab.seen;

import dev.faultlab.seen.SentRequest.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The requests to a client since a condition hurts, in rounds. Harm and recovery are decided here.
 *
 * @param requests in the order in which they were sent
 * @param now milliseconds of Unix time at which they were looked at
 * @param hangMillis milliseconds after which an open request counts as one that hangs
 */
public record Rounds(List<SentRequest> requests, long now, long hangMillis) {
  private static final int MIN_HEALTHY_ROUNDS = 2;

  /**
   * Requests that do not change. An answer to one that had hung is late.
   *
   * @param requests that were sent
   * @param now when they were looked at
   * @param hangMillis after which an open one hangs
   */
  public Rounds {
    long limit = hangMillis;
    requests = requests.stream().map(request -> request.within(limit)).toList();
  }

  private boolean harmed(SentRequest request) {
    return request.ending() == Ending.OPEN
        ? now - request.begin() >= hangMillis
        : request.ending() != Ending.ANSWERED;
  }

  /** {@return how many were late, failed or hang} */
  public long harmed() {
    return requests.stream().filter(this::harmed).count();
  }

  /** {@return how many there are, without those that are open and do not hang yet} */
  public long asked() {
    return requests.stream().filter(r -> r.ending() != Ending.OPEN || harmed(r)).count();
  }

  /** {@return whether a request is open} */
  public boolean open() {
    return requests.stream().anyMatch(r -> r.ending() == Ending.OPEN);
  }

  /** Begin of each round, negative if one of its requests was not answered as expected. */
  private List<Long> begins() {
    TreeMap<Integer, Long> begins = new TreeMap<>();
    for (SentRequest each : requests) {
      begins.putIfAbsent(each.round(), each.begin());
      if (each.ending() != Ending.ANSWERED) {
        begins.computeIfPresent(each.round(), (round, begin) -> -Math.abs(begin));
      }
    }
    return new ArrayList<>(begins.values());
  }

  /** {@return how many of the last rounds were well} */
  private int healthyRoundsAtEnd() {
    List<Long> begins = begins();
    int healthy = 0;
    while (healthy < begins.size() && begins.get(begins.size() - 1 - healthy) > 0) {
      healthy++;
    }
    return healthy;
  }

  /** {@return whether the last two rounds were well; something else may be open} */
  public boolean hasRecovered() {
    return healthyRoundsAtEnd() >= MIN_HEALTHY_ROUNDS;
  }

  /** {@return whether the last two rounds were well and nothing is open} */
  public boolean settled() {
    return hasRecovered() && !open();
  }

  /**
   * What became of the client, if these rounds are all.
   *
   * @param contact whether it did what the condition harms
   * @return the course
   */
  public Course course(boolean contact) {
    if (harmed() > 0) {
      return settled() ? Course.FAILS_ONCE : Course.STAYS_BROKEN;
    }
    return contact ? Course.HEALS : Course.AVOIDS;
  }

  /** {@return milliseconds from the first request to the first of the last well rounds} */
  public long recovery() {
    List<Long> begins = begins();
    return begins.get(begins.size() - Math.max(1, healthyRoundsAtEnd())) - requests.get(0).begin();
  }

  /** {@return the numbers for a reader: {@code 3 of 16 requests failed or hung}} */
  public String words() {
    String ended =
        "%d of %d requests %s"
            .formatted(
                harmed(),
                asked(),
                requests.stream().anyMatch(r -> r.ending() == Ending.LATE)
                    ? "failed, hung or were late"
                    : "failed or hung");
    if (harmed() == 0 || requests.isEmpty()) {
      return ended;
    }
    return ended
        + (settled()
            ? ", all answered from %.1f s on".formatted(recovery() / 1000.0)
            : ", not well again after %.0f s".formatted((now - requests.get(0).begin()) / 1000.0));
  }
}
