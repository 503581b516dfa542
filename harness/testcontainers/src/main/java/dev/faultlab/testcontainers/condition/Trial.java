package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ClientSeen;
import dev.faultlab.seen.TrialSeen;
import dev.faultlab.testcontainers.condition.NetworkCondition.Load;
import dev.faultlab.testcontainers.condition.NetworkCondition.Running;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Predicate;

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
  private static final int UPLOAD_SECONDS = 20;

  /** Requests that must each cause a call if several at once caused fewer. */
  private static final int ALONE = 3;

  private final Testbed bed;
  private final NetworkCondition condition;
  private final Running running;
  private final Traffic traffic;
  private final CanaryClient bad;
  private final CanaryClient good;
  private final Set<String> watched = new HashSet<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private Trial(Testbed bed, NetworkCondition condition) {
    this.bed = bed;
    this.condition = condition;
    Parts parts = bed.parts();
    String servers = String.join(",", parts.nameServers(condition.twoNameServers()));
    this.bad = new CanaryClient(parts.bad(), servers, condition.about().knownBad());
    this.good = new CanaryClient(parts.good(), servers, condition.about().knownGood());
    this.traffic = new Traffic(bed);
    this.running = condition.start(bed);
    watch(bad);
    watch(good);
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
   * Counts what a service does from now on. Without it, {@link #run} does. Call it before the
   * service starts: otherwise a connection that the service keeps from its first answer may be idle
   * for so long meanwhile that it is forgotten.
   *
   * @param service that need not run yet
   */
  public void watch(Client service) {
    if (watched.add(service.address())) {
      traffic.watch(service.address());
      running.watch(service.address());
    }
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
    List<Client> clients = List.of(service, bad, good);
    Load load = condition.load();
    watch(service);
    traffic.reset();
    Map<Client, Answers> before = gated(clients, load);
    if (!before.get(service).complete()) {
      // The gate holds answers for longer than some services wait for them.
      before.put(service, service.ask(load.requests(), load.atOnce()));
    }
    Map<Client, String> flaws = each(clients, client -> flaw(client, before.get(client)));
    if (!flaws.get(service).isEmpty()) {
      ClientSeen none = ClientSeen.inconclusive("not-ready", flaws.get(service));
      return new TrialResult(condition, new TrialSeen(none, none, none));
    }
    running.inject();
    Map<Client, CompletableFuture<Answers>> uploads = uploads(clients, load.uploads());
    Map<Client, Answers> after = second(clients, load);
    Map<Client, ClientSeen> seen =
        each(
            clients,
            client ->
                flaws.get(client).isEmpty()
                    ? running.observe(client.address(), after.get(client))
                    : ClientSeen.inconclusive("not-ready", flaws.get(client)));
    running.close();
    // What is still open ends by itself; what could not be sent is reported.
    uploads.values().stream().filter(CompletableFuture::isDone).forEach(Trial::result);
    return new TrialResult(
        condition, new TrialSeen(seen.get(service), seen.get(bad), seen.get(good)));
  }

  private static <T> Map<Client, T> each(List<Client> clients, Function<Client, T> value) {
    Map<Client, T> all = new LinkedHashMap<>();
    clients.forEach(client -> all.put(client, value.apply(client)));
    return all;
  }

  private Map<Client, Answers> gated(List<Client> clients, Load load) {
    List<String> addresses = clients.stream().map(Client::address).toList();
    Map<Client, CompletableFuture<Answers>> asked;
    try (Gate gate = new Gate(bed, addresses, load.atOnce())) {
      asked = ask(clients, load);
      Polling.until(
          Client.PATIENCE_SECONDS,
          () -> gate.open() || asked.values().stream().allMatch(CompletableFuture::isDone));
    }
    return each(clients, client -> result(asked.get(client)));
  }

  /**
   * Waits for each client until it has its answers, the counters prove the fault, or time is up.
   */
  private Map<Client, Answers> second(List<Client> clients, Load load) {
    Map<Client, CompletableFuture<Answers>> asked = ask(clients, load);
    Predicate<Client> decided =
        client -> asked.get(client).isDone() || running.proven(client.address(), load.requests());
    Polling.until(load.seconds(), () -> clients.stream().allMatch(decided));
    Answers open = new Answers(load.requests(), 0, 0, load.requests());
    return each(clients, c -> asked.get(c).isDone() ? result(asked.get(c)) : open);
  }

  private Map<Client, CompletableFuture<Answers>> uploads(List<Client> clients, int uploads) {
    if (uploads == 0) {
      return Map.of();
    }
    Map<Client, CompletableFuture<Answers>> sent =
        each(clients, c -> CompletableFuture.supplyAsync(() -> c.upload(uploads), threads));
    Polling.until(
        UPLOAD_SECONDS,
        () -> clients.stream().allMatch(each -> running.exposure(each.address()) > 0));
    return sent;
  }

  private Map<Client, CompletableFuture<Answers>> ask(List<Client> clients, Load load) {
    return each(
        clients,
        client ->
            CompletableFuture.supplyAsync(
                () -> client.ask(load.requests(), load.atOnce()), threads));
  }

  private static <T> T result(CompletableFuture<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while requests were open", e);
    } catch (ExecutionException e) {
      String why = "a client could not send its requests: " + e.getCause().getMessage();
      throw new IllegalStateException(why, e.getCause());
    }
  }

  private String flaw(Client client, Answers before) {
    if (!before.complete()) {
      return String.format(
          "%d of %d requests were answered before the condition",
          before.answered(), before.asked());
    }
    long calls = calls(client);
    // A client may send several requests in one segment, as a Kafka producer does: then one at a
    // time.
    boolean together = calls > 0 && calls < before.asked();
    for (int alone = 0; together && alone < ALONE; alone++) {
      long earlier = calls(client);
      if (!client.ask(1, 1).complete() || calls(client) == earlier) {
        together = false;
      }
    }
    return calls >= before.asked() || together
        ? ""
        : String.format("%d requests caused %d calls at the router", before.asked(), calls);
  }

  private long calls(Client client) {
    return traffic.counts(client.address()).all();
  }

  /** Undoes the condition and ends the canaries. */
  @Override
  public void close() {
    threads.shutdown();
    // All are tried, also when one container is gone.
    try (bad;
        good;
        traffic;
        running) {
      // Closes them.
    }
  }
}
