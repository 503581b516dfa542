package dev.faultlab.testcontainers.condition;

import dev.faultlab.testcontainers.condition.NetworkCondition.Load;
import dev.faultlab.testcontainers.condition.NetworkCondition.Running;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * One trial of one condition: the service and both canaries meet it in the same seconds.
 *
 * <pre>{@code
 * try (Trial trial = Trial.start(bed, condition)) {
 *   // start the service here, if it does not run yet
 *   trial.run(service).assertAbsent();
 * }
 * }</pre>
 */
public final class Trial implements AutoCloseable {
  /** A service may use fewer connections than there are requests, and the gate then opens late. */
  private static final int GATE_SECONDS = 8;

  private static final int UPLOAD_SECONDS = 20;

  private final Testbed bed;
  private final NetworkCondition condition;
  private final Running running;
  private final Traffic traffic;
  private final CanaryClient bad;
  private final CanaryClient good;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private Trial(Testbed bed, NetworkCondition condition) {
    this.bed = bed;
    this.condition = condition;
    boolean two = condition.twoNameServers();
    this.bad = CanaryClient.start(bed.parts(), true, condition.about().knownBad(), two);
    this.good = CanaryClient.start(bed.parts(), false, condition.about().knownGood(), two);
    this.traffic = new Traffic(bed);
    this.running = condition.start(bed);
  }

  /**
   * Prepares a trial; nothing hurts yet. The service may be started after it.
   *
   * @param bed connected
   */
  public static Trial start(Testbed bed, NetworkCondition condition) {
    return new Trial(bed, condition);
  }

  /**
   * Carries the trial out. The observation of the service is inconclusive if a precondition does
   * not hold: each request before the condition was answered, each caused a call at the router, and
   * the canaries did what they are known for.
   */
  public TrialResult run(Client service) {
    List<Client> clients = List.of(service, bad, good);
    Load load = condition.load();
    for (Client each : clients) {
      traffic.watch(each.address());
      running.watch(each.address());
    }
    traffic.reset();
    Map<Client, Answers> before = gated(clients, load.requests());
    Map<Client, String> flaws = new LinkedHashMap<>();
    for (Client each : clients) {
      flaws.put(each, flaw(before.get(each), traffic.counts(each.address()).all()));
    }
    if (!flaws.get(service).isEmpty()) {
      Observation none = Observation.inconclusive("not-ready", flaws.get(service));
      return new TrialResult(condition, none, none, none);
    }
    running.inject();
    List<CompletableFuture<Answers>> uploads = uploads(clients, load.uploads());
    Map<Client, Answers> after = all(clients, each -> each.ask(load.requests()));
    Map<Client, Observation> seen = new LinkedHashMap<>();
    for (Client each : clients) {
      seen.put(
          each,
          flaws.get(each).isEmpty()
              ? running.observe(each.address(), after.get(each))
              : Observation.inconclusive("not-ready", flaws.get(each)));
    }
    running.close();
    uploads.forEach(CompletableFuture::join);
    return new TrialResult(condition, seen.get(service), seen.get(bad), seen.get(good));
  }

  private Map<Client, Answers> gated(List<Client> clients, int requests) {
    try (Gate gate = new Gate(bed, clients.stream().map(Client::address).toList(), requests)) {
      CompletableFuture<Map<Client, Answers>> asked =
          CompletableFuture.supplyAsync(() -> all(clients, each -> each.ask(requests)), threads);
      gate.awaitFull(GATE_SECONDS);
      gate.close();
      return asked.join();
    }
  }

  private List<CompletableFuture<Answers>> uploads(List<Client> clients, int uploads) {
    List<CompletableFuture<Answers>> sent = new ArrayList<>();
    if (uploads > 0) {
      for (Client each : clients) {
        sent.add(CompletableFuture.supplyAsync(() -> each.upload(uploads), threads));
      }
      Polling.until(
          UPLOAD_SECONDS,
          () -> clients.stream().allMatch(each -> running.exposure(each.address()) > 0));
    }
    return sent;
  }

  private <T> Map<Client, T> all(List<Client> clients, Function<Client, T> action) {
    Map<Client, CompletableFuture<T>> futures = new LinkedHashMap<>();
    for (Client each : clients) {
      futures.put(each, CompletableFuture.supplyAsync(() -> action.apply(each), threads));
    }
    Map<Client, T> results = new LinkedHashMap<>();
    futures.forEach((each, future) -> results.put(each, future.join()));
    return results;
  }

  private static String flaw(Answers before, long calls) {
    if (!before.complete()) {
      return String.format(
          "%d of %d requests were answered before the condition",
          before.answered(), before.asked());
    }
    if (calls < before.asked()) {
      return String.format("%d requests caused %d calls at the router", before.asked(), calls);
    }
    return "";
  }

  /** Undoes the condition and ends the canaries. */
  @Override
  public void close() {
    running.close();
    traffic.close();
    bad.close();
    good.close();
    threads.shutdown();
  }
}
