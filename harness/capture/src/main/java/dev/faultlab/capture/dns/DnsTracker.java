package dev.faultlab.capture.dns;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.DnsCounts;
import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsSummary;
import dev.faultlab.capture.Extent;
import dev.faultlab.capture.NameFacts;
import dev.faultlab.capture.Route;
import dev.faultlab.capture.SearchExpansion;
import dev.faultlab.capture.packet.CaptureScan;
import dev.faultlab.capture.packet.Ends;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import dev.faultlab.capture.packet.Packet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Follows the DNS of a capture. Feed it packets in file order. It passes on each exchange when its
 * outcome is known, and keeps counts by name. Memory is bounded: queries that exceed the {@link
 * MemoryBudget}, by names or at one time, are counted there and not followed.
 */
public final class DnsTracker implements CaptureScan.Listener {
  private static final int PORT = 53;
  private static final String MARKER_ZONE = ".marker.lab";
  private static final int NO_SUCH_NAME = 3;
  private static final int MAX_SERVERS = 10_000;

  /** The memory for one of each, including what other tables hold about it. */
  private static final int NAME_BYTES = 350;

  private static final int CLIENT_NAME_BYTES = 1_700;
  private static final int CLIENT_BYTES = 900;
  private static final int TYPE_BYTES = 450;

  /** An answer this soon after the beginning may belong to a query before the capture. */
  private static final long EDGE_NANOS = 1_000_000_000L;

  private final boolean timelines;
  private final DnsEvents events;
  private final DnsMessage message = new DnsMessage();
  private final MemoryBudget budget;
  private final NameTable nameTable;
  private final Map<String, NameLedger> names = new HashMap<>();
  private final Map<LookupKey<Address>, NameLedger> clientNames = new HashMap<>();
  private final SearchLists searchLists = new SearchLists();
  private final DnsStreams streams;
  private final Set<Address> servers = new HashSet<>();
  private final QueryTable queryTable;
  private long startNanos = Long.MIN_VALUE;
  private long queries;
  private long answers;
  private long unmatchedAnswers;
  private final Map<Route, Long> strayAnswers = new HashMap<>();
  private long unreadableAnswers;
  private long missingFragments;
  private long missingFragmentFrame = Long.MAX_VALUE;
  private boolean tunnels;
  private long possibleFragments;
  private long possibleFragmentFrame = Long.MAX_VALUE;
  private long cutOff;
  private long malformed;

  /**
   * @param timelines whether to keep every change of the number outstanding, for plots
   * @param exchanges receives each exchange, in the order in which the outcomes are known
   * @param events receives queries as they happen
   * @param budget which others may share
   */
  public DnsTracker(
      boolean timelines, Consumer<DnsExchange> exchanges, DnsEvents events, MemoryBudget budget) {
    this.timelines = timelines;
    this.events = events;
    this.budget = budget;
    this.nameTable = new NameTable(budget);
    this.streams = new DnsStreams(budget);
    this.queryTable = new QueryTable(exchanges, budget);
  }

  @Override
  public void packet(Packet packet) {
    if (startNanos == Long.MIN_VALUE) {
      startNanos = packet.timeNanos;
    }
    tunnels |= packet.depth > 0;
    if (!isDns(packet)) {
      return;
    }
    boolean tcp = packet.kind == Coverage.Kind.TCP;
    DnsStream.Sink sink =
        (data, start, captured, length) ->
            message(packet, message.parse(data, start, captured, length), tcp);
    if (tcp) {
      streams.add(packet, sink);
    } else {
      sink.message(packet.data, packet.payloadStart, packet.payloadCaptured, packet.payloadLength);
    }
  }

  /** Whether it is from or to a name server's port. */
  public static boolean isDns(Packet packet) {
    return (packet.destinationPort == PORT || packet.sourcePort == PORT) && packet.hasPayload();
  }

  @Override
  public void incomplete(Packet datagram) {
    boolean message =
        switch (datagram.kind) {
          case UDP, TCP -> isDns(datagram);
          // An address that answers queries does so from port 53.
          case FRAGMENT ->
              datagram.mayCarryPackets()
                  || servers.size() == MAX_SERVERS
                  || servers.contains(new Address(datagram.sourceHigh, datagram.sourceLow));
          case CUT_OFF, UNREAD_TUNNEL -> true;
          default -> false;
        };
    if (message) {
      missingFragments++;
      missingFragmentFrame = Math.min(missingFragmentFrame, datagram.frame);
    } else if (datagram.kind == Coverage.Kind.FRAGMENT) {
      possibleFragments++;
      possibleFragmentFrame = Math.min(possibleFragmentFrame, datagram.frame);
    }
  }

  private void message(Packet packet, DnsMessage.State state, boolean tcp) {
    boolean fromServer = packet.sourcePort == PORT;
    if (state != DnsMessage.State.READ) {
      cutOff += state == DnsMessage.State.CUT_OFF ? 1 : 0;
      malformed += state == DnsMessage.State.MALFORMED ? 1 : 0;
      boolean transfer = tcp && state == DnsMessage.State.WITHOUT_QUESTION;
      unreadableAnswers += fromServer && !transfer ? 1 : 0;
    } else if (message.opcode == 0) {
      queryTable.expire(packet.timeNanos, packet.frame);
      if (message.response && fromServer) {
        answer(packet, tcp);
      } else if (!message.response && packet.destinationPort == PORT) {
        query(packet, tcp);
      }
    }
  }

  private void query(Packet packet, boolean tcp) {
    queries++;
    String name = nameTable.text(message.name());
    if (name.endsWith(MARKER_ZONE)) {
      return;
    }
    OpenQuery.Key key =
        new OpenQuery.Key(Ends.of(packet), message.id << 16 | message.type, name, tcp);
    if (queryTable.isRepeated(key, packet, message.edns)) {
      return;
    }
    Address server = new Address(packet.destinationHigh, packet.destinationLow);
    if (servers.size() < MAX_SERVERS) {
      servers.add(server);
    }
    if (!queryTable.hasRoom()) {
      return;
    }
    NameLedger.TypeState[] counters = counters(packet, name, message.type);
    if (counters == null) {
      return;
    }
    queryTable.open(key, packet, message, counters);
    searchLists.query(counters[1].ledger().client(), server, name, packet.frame, packet.timeNanos);
  }

  /** The ledgers of all clients and of this one; null without memory for new ones. */
  private NameLedger.TypeState[] counters(Packet packet, String name, int type) {
    Address client = new Address(packet.sourceHigh, packet.sourceLow);
    LookupKey<Address> key = new LookupKey<>(client, name, 0);
    NameLedger ledger = names.get(name);
    NameLedger perClient = clientNames.get(key);
    if (perClient == null || !perClient.hasType(type)) {
      if (!takeMemory(ledger, perClient, client, type)) {
        return null;
      }
      if (ledger == null) {
        ledger = new NameLedger(name, packet.frame, Optional.empty(), timelines, DnsEvents.NONE);
        names.put(name, ledger);
      }
      if (perClient == null) {
        perClient = new NameLedger(name, packet.frame, Optional.of(client), false, events);
        clientNames.put(key, perClient);
      }
    }
    return new NameLedger.TypeState[] {ledger.of(type), perClient.of(type)};
  }

  private boolean takeMemory(NameLedger ledger, NameLedger perClient, Address client, int type) {
    if (ledger != null && ledger.hasAllTypesThatFit() && !ledger.hasType(type)) {
      budget.countDropped(Part.NAMES);
      return false;
    }
    int bytes = 2 * TYPE_BYTES;
    bytes += ledger == null ? NAME_BYTES : 0;
    bytes += perClient == null ? CLIENT_NAME_BYTES : 0;
    bytes += searchLists.knows(client) ? 0 : CLIENT_BYTES;
    return budget.reserve(Part.NAMES, bytes);
  }

  private void answer(Packet packet, boolean tcp) {
    answers++;
    String name = nameTable.text(message.name());
    if (name.endsWith(MARKER_ZONE)) {
      return;
    }
    OpenQuery.Key key =
        new OpenQuery.Key(Ends.of(packet).reversed(), message.id << 16 | message.type, name, tcp);
    Address client = key.ends().source().address();
    searchLists.answered(client, key.ends().destination().address());
    switch (queryTable.answered(key, packet, message)) {
      case FIRST -> {
        if (message.rcode == NO_SUCH_NAME) {
          searchLists.nameError(client, name, packet.timeNanos);
        } else if (message.rcode == 0) {
          searchLists.nameFound(client, name);
        }
      }
      case OTHER -> {}
      case NONE -> {
        // Possibly to a query that was not followed.
        boolean mayBeDropped = budget.drops(Part.NAMES) + budget.drops(Part.QUERIES) > 0;
        unmatchedAnswers += mayBeDropped ? 0 : 1;
        Route pair = new Route(client, key.ends().destination().address());
        if (!mayBeDropped
            && !tcp
            && packet.timeNanos - startNanos > EDGE_NANOS
            && (strayAnswers.containsKey(pair) || budget.reserve(Part.NAMES, CLIENT_BYTES))) {
          strayAnswers.merge(pair, 1L, Long::sum);
        }
      }
    }
  }

  @Override
  public void finished() {
    queryTable.finish();
  }

  /** Facts by name over all clients. */
  private Map<String, NameFacts> names() {
    return names.entrySet().stream()
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, each -> each.getValue().facts()));
  }

  /**
   * All of it in one value. Meaningful after {@link #finished()}.
   *
   * @param exchanges those that were passed on, in any order
   */
  public DnsSummary summary(List<DnsExchange> exchanges, Extent scanned) {
    return new DnsSummary(
        names(),
        exchanges.stream().sorted(Comparator.comparingLong(DnsExchange::frame)).toList(),
        searchLists.expansions(),
        counts(),
        scanned.coverage(),
        scanned.end());
  }

  /** How many names were asked for. */
  public int nameCount() {
    return names.size();
  }

  /** Lookups of all clients. */
  public long lookups() {
    return clientNames.values().stream().mapToLong(NameLedger::lookups).sum();
  }

  public List<SearchExpansion> expansions() {
    return searchLists.expansions();
  }

  public DnsCounts counts() {
    // Without its ports, a datagram may belong to one of the capture's tunnels.
    long missing = missingFragments + (tunnels ? possibleFragments : 0);
    long first = Math.min(missingFragmentFrame, tunnels ? possibleFragmentFrame : Long.MAX_VALUE);
    return new DnsCounts(
        queries,
        answers,
        unmatchedAnswers,
        Map.copyOf(strayAnswers),
        new DnsCounts.Unreadable(cutOff, malformed, unreadableAnswers),
        new DnsCounts.Fragmented(missing, missing == 0 ? 0 : first));
  }
}
