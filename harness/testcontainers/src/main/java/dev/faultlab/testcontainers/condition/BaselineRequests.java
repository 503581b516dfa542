package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.SentRequest;
import dev.faultlab.seen.SentRequest.Ending;
import dev.faultlab.testcontainers.condition.NetworkCondition.Load;
import dev.faultlab.testcontainers.condition.NetworkCondition.Running;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Requests before the condition is injected, and what they show of the clients. */
final class BaselineRequests {
  /** Requests that must each cause a call if several at once caused fewer. */
  private static final int SINGLE_REQUESTS = 3;

  /**
   * Ends the idle connections of clients as their upstreams do, with a FIN in both directions, so
   * that the next request needs a new one, and a lookup for it. Waits for a second at most until
   * the clients have closed them as well.
   */
  private static final String END_IDLE =
      """
      list() { for client in "$@"; do conntrack -L -p tcp -s "$client" 2>/dev/null; done; }
      list "$@" | grep ESTABLISHED | %s end
      for _ in {1..10}; do
        list "$@" | grep -Eq 'ESTABLISHED|FIN_WAIT|CLOSE_WAIT' || exit 0
        sleep 0.1
      done
      """
          .formatted(Caller.PATH);

  private final Testbed bed;
  private final Load load;
  private final Running running;
  private final Executor threads;
  private final Function<Client, Duration> deadline;

  private List<String> closable = List.of();

  /**
   * @param deadline of a client's answers
   */
  BaselineRequests(
      Testbed bed,
      Load load,
      Running running,
      Executor threads,
      Function<Client, Duration> deadline) {
    this.bed = bed;
    this.load = load;
    this.running = running;
    this.threads = threads;
    this.deadline = deadline;
  }

  /**
   * Asks all clients, and says what each lacks for a trial; empty if nothing. Answers are held
   * until the requests overlap, but not those to services that call by themselves.
   */
  Map<Client, String> flaws(List<Client> clients) {
    running.traffic().reset();
    List<String> addresses = clients.stream().filter(Client::asked).map(Client::address).toList();
    Map<Client, CompletableFuture<List<SentRequest>>> answers;
    try (Gate gate = new Gate(bed, addresses, load.atOnce())) {
      answers = collect(clients, this::askAsync);
      Polling.await(
          Trial.HEALTHY_LIMIT.toSeconds(),
          () -> gate.openFull() || answers.values().stream().allMatch(CompletableFuture::isDone));
    }
    return collect(
        clients,
        client -> {
          List<SentRequest> requests = Trial.await(answers.get(client));
          // The gate holds answers for longer than some services wait for them.
          return flaw(client, isHealthy(requests) ? requests : ask(client, load.requests()));
        });
  }

  /**
   * Ends idle connections before the condition. Who loses a request by that keeps them from then
   * on; who is not well soon has a flaw.
   */
  void endIdle(List<Client> clients, Map<Client, String> flaws) {
    closable = clients.stream().map(Client::address).toList();
    endIdle();
    Map<Client, CompletableFuture<List<SentRequest>>> answers = collect(clients, this::askAsync);
    closable =
        clients.stream()
            .filter(client -> isHealthy(Trial.await(answers.get(client))))
            .map(Client::address)
            .toList();
    for (Client client : clients) {
      boolean isHealthy = closable.contains(client.address());
      for (int attempt = 0; attempt < SINGLE_REQUESTS && !isHealthy; attempt++) {
        isHealthy = isHealthy(ask(client, load.requests()));
      }
      if (!isHealthy && flaws.get(client).isEmpty()) {
        flaws.put(client, "not well again after its upstream had ended idle connections");
      }
    }
  }

  /** Asks all once more. Who is not well by what the condition does besides its harm has a flaw. */
  void control(List<Client> clients, Map<Client, String> flaws) {
    Map<Client, CompletableFuture<List<SentRequest>>> answers = collect(clients, this::askAsync);
    String flaw = "loses requests when its upstream restarts with certificates of the same issuer";
    for (Client client : clients) {
      if (!isHealthy(Trial.await(answers.get(client))) && flaws.get(client).isEmpty()) {
        flaws.put(client, flaw);
      }
    }
  }

  /**
   * Sends a round, and waits for at most {@code wait}; longer only if a client sends requests by
   * itself.
   */
  void round(List<Client> clients, Duration wait) {
    clients.stream().filter(each -> !each.asked()).forEach(each -> each.ask(1, 1, wait));
    collect(
            clients.stream().filter(Client::asked).toList(),
            client ->
                CompletableFuture.runAsync(
                    () -> client.ask(load.requests(), load.atOnce(), wait), threads))
        .values()
        .forEach(Trial::await);
  }

  /** Ends the idle connections of clients that lose no request by that. */
  void endIdle() {
    if (!closable.isEmpty()) {
      bed.parts().router().bash(END_IDLE, closable.toArray(String[]::new));
    }
  }

  private CompletableFuture<List<SentRequest>> askAsync(Client client) {
    return CompletableFuture.supplyAsync(() -> ask(client, load.requests()), threads);
  }

  private List<SentRequest> ask(Client client, int requests) {
    client.forget();
    long limit = deadline.apply(client).toMillis();
    return client.ask(requests, Math.min(requests, load.atOnce()), Trial.HEALTHY_LIMIT).stream()
        .map(request -> request.within(limit))
        .toList();
  }

  private static <T> Map<Client, T> collect(List<Client> clients, Function<Client, T> value) {
    return clients.stream()
        .collect(Collectors.toMap(Function.identity(), value, (a, b) -> a, LinkedHashMap::new));
  }

  private String flaw(Client client, List<SentRequest> before) {
    if (!isHealthy(before)) {
      boolean late = before.stream().anyMatch(each -> each.ending() == Ending.LATE);
      return "%d of %d requests were answered%s before the condition%s"
          .formatted(
              before.stream().filter(each -> each.ending() == Ending.ANSWERED).count(),
              before.size(),
              late ? " within the deadline" : "",
              why(before));
    }
    long calls = calls(client);
    // A client may send several requests in one segment, as a Kafka producer does: then one at a
    // time.
    boolean inOneSegment = calls > 0 && calls < before.size();
    for (int attempt = 0; inOneSegment && attempt < SINGLE_REQUESTS; attempt++) {
      long earlier = calls(client);
      inOneSegment = isHealthy(ask(client, 1)) && calls(client) > earlier;
    }
    return calls >= before.size() || inOneSegment
        ? ""
        : "%d requests caused %d calls at the router; a cache in the service may answer them"
            .formatted(before.size(), calls);
  }

  private static boolean isHealthy(List<SentRequest> requests) {
    return requests.stream().allMatch(each -> each.ending() == Ending.ANSWERED);
  }

  private static String why(List<SentRequest> requests) {
    return requests.stream()
        .filter(each -> each.ending() == Ending.FAILED && !each.detail().equals("-"))
        .findFirst()
        .map(each -> " (" + each.detail() + ")")
        .orElse("");
  }

  private long calls(Client client) {
    return running.traffic().counts(client.address()).total();
  }
}
