package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.SentRequest;
import dev.faultlab.seen.SentRequest.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A service that no request reaches: it calls its upstream by itself, as pollers, consumers and
 * schedulers do. A round is the time between two calls, and well if data of each upstream came back
 * at the router that sent some in each of the first rounds; a call may be late by as much again.
 */
final class PollingClient implements Client {
  /** Rounds before a trial, and where a condition counts calls that follow each other. */
  private static final int ROUNDS_IN_ROW = 4;

  /** Rounds at first contact, because one call may reach into two of them. */
  private static final int MIN_FIRST_ROUNDS = 3;

  private final String address;
  private final Duration interval;
  private final List<SentRequest> rounds = new ArrayList<>();
  private Supplier<List<Long>> replies = List::of;
  private Set<Integer> neededUpstreams = Set.of();
  private boolean hadContact;

  PollingClient(String address, Duration interval) {
    this.address = address;
    this.interval = interval;
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public boolean asked() {
    return false;
  }

  @Override
  public void counts(Supplier<List<Long>> data) {
    replies = data;
  }

  /** The numbers of requests are the asker's; here the service decides when it calls. */
  @Override
  public List<SentRequest> ask(int requests, int atOnce, Duration wait) {
    boolean first = !hadContact;
    int min = first ? MIN_FIRST_ROUNDS : 1;
    int several = atOnce == 1 ? Math.min(requests, ROUNDS_IN_ROW) : min;
    for (int k = 0; k < Math.max(min, several) && requests > 0; k++) {
      rounds.add(round(first));
    }
    return List.copyOf(rounds);
  }

  private SentRequest round(boolean first) {
    List<Long> before = replies.get();
    long begin = System.currentTimeMillis();
    Polling.pause(interval);
    boolean well = Polling.await(Math.max(1, interval.toSeconds()), () -> isHealthy(before, first));
    hadContact |= well;
    return new SentRequest(
        rounds.size() + 1,
        begin,
        begin, // No limit makes it late.
        well ? Ending.ANSWERED : Ending.FAILED,
        0,
        well
            ? "-"
            : "no data of the upstream came back within "
                + interval.multipliedBy(2).toSeconds()
                + " s");
  }

  private boolean isHealthy(List<Long> before, boolean first) {
    List<Long> now = replies.get();
    Set<Integer> contacted =
        IntStream.range(0, before.size())
            .filter(upstream -> now.get(upstream) > before.get(upstream))
            .boxed()
            .collect(Collectors.toSet());
    if (first && !contacted.isEmpty()) {
      contacted.removeIf(upstream -> hadContact && !neededUpstreams.contains(upstream));
      neededUpstreams = contacted;
      return true;
    }
    return !contacted.isEmpty() && contacted.containsAll(neededUpstreams);
  }

  @Override
  public void forget() {
    rounds.clear();
  }
}
