package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.AskedRequest;
import dev.faultlab.seen.AskedRequest.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A service that no request reaches: it calls its upstream by itself, as pollers, consumers and
 * schedulers do. A round is the time between two calls, and well if data of the upstream came back
 * at the router; a call may be late by as much again.
 */
final class PollingClient implements Client {
  /** Before a trial, and where a condition counts calls that follow each other. */
  private static final int SEVERAL = 4;

  private final String address;
  private final Duration every;
  private final List<AskedRequest> rounds = new ArrayList<>();
  private LongSupplier replies = () -> 0;
  private boolean met;

  PollingClient(String address, Duration every) {
    this.address = address;
    this.every = every;
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public void counts(LongSupplier data) {
    replies = data;
  }

  /** The numbers of requests are the asker's; here the service decides when it calls. */
  @Override
  public List<AskedRequest> ask(int requests, int atOnce, Duration wait) {
    int least = met ? 1 : 2;
    int several = atOnce == 1 ? Math.min(requests, SEVERAL) : least;
    for (int k = 0; k < Math.max(least, several) && requests > 0; k++) {
      rounds.add(round());
    }
    return List.copyOf(rounds);
  }

  private AskedRequest round() {
    long before = replies.getAsLong();
    long begin = System.currentTimeMillis();
    Polling.pause(every);
    boolean well =
        Polling.until(Math.max(1, every.toSeconds()), () -> replies.getAsLong() > before);
    met |= well;
    return new AskedRequest(
        rounds.size() + 1,
        begin,
        System.currentTimeMillis(),
        well ? Ending.ANSWERED : Ending.FAILED,
        0,
        well
            ? "-"
            : "no data of the upstream came back within "
                + every.multipliedBy(2).toSeconds()
                + " s");
  }

  @Override
  public void forget() {
    rounds.clear();
  }
}
