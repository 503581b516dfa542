package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.MemoryBudget;
import dev.faultlab.capture.MemoryBudget.Part;
import dev.faultlab.capture.dns.DnsExchange;
import dev.faultlab.capture.dns.DnsExchange.Fate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What name servers answer as a rule, and how fast; in bounded memory. */
final class ServerHabits {
  private static final int SERVER_BYTES = 1_300;
  private static final int CLIENT_BYTES = 90;
  private static final int QUESTION_BYTES = 110;

  private final MemoryBudget budget;
  private final Map<Endpoint, Server> servers = new HashMap<>();
  private final Set<Question> answered = new HashSet<>();

  private record Question(Endpoint server, String name, int type) {}

  /** One of them. */
  static final class Server {
    private final AnswerTimes times = new AnswerTimes();
    private final AnswerTimes toTheFirst = new AnswerTimes();
    private final Set<Address> clients = new HashSet<>();
    private long slowestNanos;
    private long answers;

    long answers() {
      return answers;
    }

    boolean answersTo(Address client) {
      return clients.contains(client);
    }

    /** Answers to queries that were sent once: only they tell what the server took. */
    int timed() {
      return times.count();
    }

    long usualNanos() {
      return times.usualNanos();
    }

    /** Whether more than one in so many of its answers is known to have taken so long. */
    boolean oftenTakes(long nanos, int odds) {
      return slowestNanos >= nanos && toTheFirst.atLeast(nanos) * odds > toTheFirst.count();
    }

    /** Longest that the server is known to have taken. */
    long slowestNanos() {
      return slowestNanos;
    }
  }

  ServerHabits(MemoryBudget budget) {
    this.budget = budget;
  }

  void exchange(DnsExchange exchange) {
    if (exchange.fate() != Fate.ANSWERED) {
      return;
    }
    Server server = servers.get(exchange.server());
    if (server == null) {
      if (!budget.take(Part.FINDINGS, SERVER_BYTES)) {
        return;
      }
      server = new Server();
      servers.put(exchange.server(), server);
    }
    long took = exchange.durationNanos().orElseThrow();
    server.answers++;
    Address client = exchange.client().address();
    if (!server.clients.contains(client) && budget.take(Part.FINDINGS, CLIENT_BYTES)) {
      server.clients.add(client);
    }
    if (exchange.transmissions() == 1) {
      server.times.add(took);
    }
    // With as many answers as transmissions the first answer belongs to the first transmission.
    if (exchange.answers() >= exchange.transmissions()) {
      server.toTheFirst.add(took);
      server.slowestNanos = Math.max(server.slowestNanos, took);
    }
    Question question = new Question(exchange.server(), exchange.name(), exchange.type());
    if (!answered.contains(question) && budget.take(Part.FINDINGS, QUESTION_BYTES)) {
      answered.add(question);
    }
  }

  Server of(Endpoint server) {
    return servers.getOrDefault(server, new Server());
  }

  /** Whether the server has answered that question to anybody. */
  boolean answers(Endpoint server, String name, int type) {
    return answered.contains(new Question(server, name, type));
  }
}
