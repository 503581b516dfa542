package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.CanaryResult;
import dev.faultlab.seen.ClientResult;
import dev.faultlab.seen.Rounds;
import dev.faultlab.seen.TrialOutcome;
import dev.faultlab.testcontainers.condition.NetworkCondition.Running;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * One trial of one condition: the service and the canaries meet it in the same seconds.
 *
 * <pre>{@code
 * try (Trial trial = Trial.start(bed, condition)) {
 *   // start the service here, if it does not run yet
 *   trial.run(service).assertAbsent();
 * }
 * }</pre>
 */
public final class Trial implements AutoCloseable {
  /**
   * The Linux resolver waits 5 s for each of two servers, in two rounds (resolv.conf(5): timeout,
   * attempts), so a healthy request can be answered after that long.
   */
  static final Duration HEALTHY_LIMIT = Duration.ofSeconds(25);

  private static final int UPLOAD_SECONDS = 20;

  /** For which requests may last that meet a condition which ends by itself. */
  private static final Duration OUTAGE_LIMIT = Duration.ofSeconds(4);

  /** None were sent yet. */
  static final Rounds NO_ROUNDS = new Rounds(List.of(), 0, 0);

  private final Testbed bed;
  private final NetworkCondition condition;
  private final Running running;
  private final RoundLoop loop;
  private final Map<Canary, Caller> canaries = new LinkedHashMap<>();
  private final Set<String> watched = new HashSet<>();

  private final ExecutorService threads = Executors.newCachedThreadPool();

  private Trial(Testbed bed, NetworkCondition condition) {
    this.bed = bed;
    this.condition = condition;
    Parts parts = bed.parts();
    List<String> servers = parts.nameServers(condition.twoNameServers());
    for (Canary canary : condition.about().canaries()) {
      Parts.Host container = parts.canaries().get(canaries.size());
      canaries.put(canary, Caller.canary(container, servers, canary.options()));
    }
    this.running = condition.start(bed);
    this.loop = new RoundLoop(condition, running);
    watch(List.copyOf(canaries.values()));
  }

  /**
   * Prepares a trial; nothing hurts yet. The service may be started after it.
   *
   * @param bed connected
   * @param condition that the bed's router was made for
   * @return the trial, which the caller closes
   */
  public static Trial start(Testbed bed, NetworkCondition condition) {
    return new Trial(bed, condition);
  }

  /**
   * How long a service that is harmed may take to be well again, from its first request on; 60 s
   * unless given. After that it stays broken.
   *
   * @param within that time
   * @return this
   */
  public Trial recover(Duration within) {
    loop.recover = within;
    return this;
  }

  /**
   * How long an answer may take. A later one is harm; without a deadline, only an error or no
   * answer is.
   *
   * @param deadline each request
   * @return this
   */
  public Trial deadline(Duration deadline) {
    loop.deadline = Optional.of(deadline);
    return this;
  }

  /**
   * Calls this once, when the condition hurts and before requests are sent.
   *
   * @param start may start the service again, and returns when it is ready; it returns the line
   *     with which the service ended if it did not get ready because it ended
   * @return this
   */
  public Trial whenItHurts(Supplier<Optional<String>> start) {
    loop.beforeRequests = start;
    return this;
  }

  /**
   * Counts what a service does from now on. Without it, {@link #run} does.
   *
   * @param service that need not run yet
   */
  public void watch(Client service) {
    watch(List.of(service));
    service.counts(() -> running.traffic().replies(service.address()));
  }

  private void watch(List<Client> clients) {
    running.watch(clients.stream().map(Client::address).filter(watched::add).toList());
  }

  /**
   * Carries the trial out. The observation of the service is inconclusive if a precondition does
   * not hold: each request before the condition was answered, each caused a call at the router, and
   * the canaries did what they are known for.
   *
   * @param service that runs
   * @return what it showed
   */
  public TrialResult run(Client service) {
    List<Client> clients = new ArrayList<>(List.of(service));
    clients.addAll(canaries.values());
    watch(service);
    BaselineRequests rehearsal =
        new BaselineRequests(
            bed,
            condition.load(),
            running,
            threads,
            client -> client == service ? loop.deadline.orElse(HEALTHY_LIMIT) : HEALTHY_LIMIT);
    Map<Client, String> flaws = rehearsal.flaws(clients);
    if (flaws.get(service).isEmpty() && condition.hitsAtStart() && service.asked()) {
      rehearsal.endIdle(clients, flaws);
    }
    running.control(() -> rehearsal.control(clients, flaws));
    if (!flaws.get(service).isEmpty()) {
      return result(ClientResult.inconclusive("not-ready", flaws.get(service)), Map.of());
    }
    // Before: who connects again at once has no lookup that a request waits for.
    rehearsal.endIdle();
    running.inject();
    uploads(clients, condition.load().uploads());
    clients.forEach(Client::forget);
    running.lift(() -> rehearsal.round(clients, OUTAGE_LIMIT));
    CompletableFuture<ClientResult> serviceResult =
        CompletableFuture.supplyAsync(() -> loop.service(service), threads);
    Map<Canary, CompletableFuture<ClientResult>> canaryResults = new LinkedHashMap<>();
    canaries.forEach(
        (canary, client) ->
            canaryResults.put(
                canary,
                CompletableFuture.supplyAsync(
                    () ->
                        flaws.get(client).isEmpty()
                            ? loop.canary(client, canary, serviceResult)
                            : ClientResult.inconclusive("not-ready", flaws.get(client)),
                    threads)));
    Map<Canary, ClientResult> finished = new LinkedHashMap<>();
    ClientResult ofService = await(serviceResult);
    canaryResults.forEach((canary, future) -> finished.put(canary, await(future)));
    running.close();
    return result(ofService, finished);
  }

  private TrialResult result(ClientResult service, Map<Canary, ClientResult> canaryResults) {
    return new TrialResult(
        condition,
        new TrialOutcome(
            service,
            canaryResults.entrySet().stream()
                .map(c -> new CanaryResult(c.getKey().what(), c.getKey().known(), c.getValue()))
                .toList()));
  }

  private void uploads(List<Client> clients, int uploads) {
    if (uploads > 0) {
      clients.forEach(client -> client.upload(uploads));
      Polling.await(
          UPLOAD_SECONDS,
          () -> clients.stream().allMatch(each -> loop.exposureOf(each, NO_ROUNDS).contact() > 0));
    }
  }

  static <T> T await(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      String why = "a client could not send its requests: " + e.getCause().getMessage();
      throw new IllegalStateException(why, e.getCause());
    }
  }

  /** Undoes the condition and ends the canaries. */
  @Override
  public void close() {
    threads.shutdownNow();
    List<AutoCloseable> closeables = new ArrayList<>(List.of(running));
    closeables.addAll(canaries.values());
    closeAll(closeables);
  }

  /** Tries all, also when one container is gone. */
  static void closeAll(List<AutoCloseable> closeables) {
    RuntimeException first = null;
    for (AutoCloseable each : closeables) {
      try {
        each.close();
      } catch (Exception e) {
        first = first == null ? new IllegalStateException(e.getMessage(), e) : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
