package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsExchange.Edns;
import dev.faultlab.capture.DnsExchange.QueryState;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.dns.LookupKey;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The usual answers of name servers, and their speed; in bounded memory. */
final class ServerHabits {
  private static final int SERVER_BYTES = 1_300;
  private static final int CLIENT_BYTES = 90;
  private static final int QUESTION_BYTES = 140;
  private static final int MIN_TRANSLATED = 3;

  private final MemoryBudget budget;
  private final Map<Endpoint, Server> servers = new HashMap<>();
  private final Map<LookupKey<Endpoint>, QuickAnswers> answered = new HashMap<>();

  /** How often a question that was sent once was answered, and the longest time until then. */
  private static final class QuickAnswers {
    private long answers;
    private long slowestNanos;
  }

  /** The habits of one server. */
  static final class Server {
    /** Times of queries that were sent once: only they show the server's own time. */
    final AnswerTimes times = new AnswerTimes();

    private final AnswerTimes firstTimes = new AnswerTimes();

    /** The clients that the server has answered. */
    final Set<Address> clients = new HashSet<>();

    /** Those of which it has answered a query with EDNS. */
    final Set<Address> clientsWithEdns = new HashSet<>();

    /** The server's longest known time. */
    long slowestNanos;

    long answers;
    long passedOn;

    /**
     * Whether the capturing machine translates this server's address: then the capture has each
     * query a second time, as it leaves.
     */
    boolean isTranslated() {
      return passedOn >= MIN_TRANSLATED && passedOn * 10 >= answers * 9;
    }

    /** Whether its usual time is about this, within a share of another time. */
    boolean isAbout(long nanos, long spreadNanos) {
      long earliest = times.earliestNanos();
      long latest = times.latestNanos();
      return earliest <= nanos && nanos <= latest && latest - earliest <= spreadNanos;
    }

    /** Whether more than one in {@code odds} of its answers is known to have taken this long. */
    boolean oftenTakes(long nanos, int odds) {
      return slowestNanos >= nanos && firstTimes.atLeast(nanos) * odds > firstTimes.count;
    }
  }

  ServerHabits(MemoryBudget budget) {
    this.budget = budget;
  }

  void exchange(DnsExchange exchange) {
    if (exchange.state() != QueryState.ANSWERED) {
      return;
    }
    Server server = budget.keep(servers, exchange.server(), SERVER_BYTES, Server::new);
    long nanos = exchange.durationNanos().orElseThrow();
    server.answers++;
    server.passedOn += exchange.repeats().passedOn() ? 1 : 0;
    Address client = exchange.client().address();
    budget.keep(server.clients, client, CLIENT_BYTES);
    if (exchange.question().edns() == Edns.ALL) {
      budget.keep(server.clientsWithEdns, client, CLIENT_BYTES);
    }
    if (exchange.transmissions() == 1) {
      server.times.add(nanos);
    }
    // With as many answers as transmissions, the first answer belongs to the first transmission.
    if (exchange.outcome().answers() >= exchange.transmissions()) {
      server.firstTimes.add(nanos);
      server.slowestNanos = Math.max(server.slowestNanos, nanos);
    }
    LookupKey<Endpoint> key = new LookupKey<>(exchange.server(), exchange.name(), exchange.type());
    QuickAnswers quick = budget.keep(answered, key, QUESTION_BYTES, QuickAnswers::new);
    if (exchange.transmissions() == 1) {
      quick.answers++;
      quick.slowestNanos = Math.max(quick.slowestNanos, nanos);
    }
  }

  Server of(Endpoint server) {
    return servers.getOrDefault(server, new Server());
  }

  /** Whether the server has answered that question to any client. */
  boolean answers(Endpoint server, String name, int type) {
    return answered.containsKey(new LookupKey<>(server, name, type));
  }

  /** Whether it has answered that question this often, and never more slowly. */
  boolean answersQuickly(Endpoint server, String name, int type, int times, long nanos) {
    QuickAnswers quick = answered.get(new LookupKey<>(server, name, type));
    return quick != null && quick.answers >= times && quick.slowestNanos <= nanos;
  }
}
