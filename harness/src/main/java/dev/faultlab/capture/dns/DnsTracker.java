package dev.faultlab.capture.dns;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.CaptureScan;
import dev.faultlab.capture.Packet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Follows the DNS of a capture. Feed it packets in file order; it hands each exchange to its
 * consumer once its fate is known and keeps counts by name. Memory is bounded by the names and by
 * the queries of the last {@link DnsOptions#giveUpNanos()}.
 */
public final class DnsTracker implements CaptureScan.Listener {
  private static final String MARKER_ZONE = ".marker.lab";
  private static final int NO_SUCH_NAME = 3;

  private final DnsOptions options;
  private final DnsEvents events;
  private final boolean[] serverPorts = new boolean[65_536];
  private final DnsMessage message = new DnsMessage();
  private final NameTable nameTable = new NameTable();
  private final Map<String, NameLedger> names = new HashMap<>();
  private final Map<ClientName, NameLedger> clientNames = new HashMap<>();
  private final SearchLists searchLists = new SearchLists();
  private final List<Marker> markers = new ArrayList<>();
  private final QueryBook book;
  private long queries;
  private long answers;
  private long cutOff;
  private long malformed;

  private record ClientName(long high, long low, String name) {
    @Override
    public boolean equals(Object other) {
      return other instanceof ClientName key
          && key.low == low
          && key.high == high
          && key.name.equals(name);
    }

    @Override
    public int hashCode() {
      return Long.hashCode(high * 31 + low) * 31 + name.hashCode();
    }
  }

  /** Keeps counts only. */
  public DnsTracker(DnsOptions options) {
    this(options, exchange -> {});
  }

  /** Hands each exchange on, in the order in which their fates are known. */
  public DnsTracker(DnsOptions options, Consumer<DnsExchange> exchanges) {
    this(options, exchanges, DnsEvents.NONE);
  }

  /** Also tells of queries while they happen. */
  public DnsTracker(DnsOptions options, Consumer<DnsExchange> exchanges, DnsEvents events) {
    this.options = options;
    this.events = events;
    this.book = new QueryBook(options, exchanges);
    for (int port : options.ports()) {
      serverPorts[port] = true;
    }
  }

  @Override
  public void packet(Packet packet) {
    if (packet.kind() == Packet.Kind.UDP) {
      if (serverPorts[packet.destinationPort()] || serverPorts[packet.sourcePort()]) {
        int length = packet.payloadLength();
        message(packet, packet.payloadStart(), packet.payloadCaptured(), length, false);
      }
    } else if (packet.kind() == Packet.Kind.TCP
        && packet.payloadLength() > 2
        && (serverPorts[packet.destinationPort()] || serverPorts[packet.sourcePort()])) {
      overTcp(packet);
    }
  }

  /** Messages that fill a segment (RFC 1035 4.2.2); others would need the stream put together. */
  private void overTcp(Packet packet) {
    if (packet.payloadCaptured() < 2) {
      cutOff++;
      return;
    }
    int at = packet.payloadStart();
    int announced = (packet.data()[at] & 0xff) << 8 | packet.data()[at + 1] & 0xff;
    if (announced == packet.payloadLength() - 2) {
      message(packet, at + 2, packet.payloadCaptured() - 2, announced, true);
    }
  }

  private void message(Packet packet, int at, int captured, int length, boolean tcp) {
    switch (message.parse(packet.data(), at, captured, length)) {
      case CUT_OFF -> cutOff++;
      case MALFORMED -> malformed++;
      case READ -> {
        if (message.opcode == 0) {
          book.expire(packet.timeNanos(), packet.frame());
          if (message.response && serverPorts[packet.sourcePort()]) {
            answer(packet, tcp);
          } else if (!message.response && serverPorts[packet.destinationPort()]) {
            query(packet, tcp);
          }
        }
      }
    }
  }

  private void query(Packet packet, boolean tcp) {
    queries++;
    String name = nameTable.text(message.name());
    if (name.endsWith(MARKER_ZONE)) {
      String label = name.substring(0, name.length() - MARKER_ZONE.length());
      markers.add(new Marker(label, packet.frame(), packet.timeNanos()));
      return;
    }
    OpenQuery.Key key =
        new OpenQuery.Key(
            packet.sourceHigh(),
            packet.sourceLow(),
            packet.destinationHigh(),
            packet.destinationLow(),
            packet.sourcePort() << 16 | packet.destinationPort(),
            message.id << 16 | message.type,
            name,
            tcp);
    if (book.repeated(key, packet)) {
      return;
    }
    NameLedger.TypeState[] counters = {
      names.computeIfAbsent(name, this::ofAll).of(message.type),
      clientNames
          .computeIfAbsent(
              new ClientName(packet.sourceHigh(), packet.sourceLow(), name), this::ofClient)
          .of(message.type)
    };
    book.open(key, packet, counters);
    searchLists.query(counters[1].ledger().client(), name, packet.frame());
  }

  private NameLedger ofAll(String name) {
    return new NameLedger(name, Optional.empty(), options.timelines(), DnsEvents.NONE);
  }

  private NameLedger ofClient(ClientName of) {
    Address client = new Address(of.high(), of.low());
    return new NameLedger(of.name(), Optional.of(client), options.timelines(), events);
  }

  private void answer(Packet packet, boolean tcp) {
    answers++;
    String name = nameTable.text(message.name());
    if (name.endsWith(MARKER_ZONE)) {
      return;
    }
    OpenQuery.Key key =
        new OpenQuery.Key(
            packet.destinationHigh(),
            packet.destinationLow(),
            packet.sourceHigh(),
            packet.sourceLow(),
            packet.destinationPort() << 16 | packet.sourcePort(),
            message.id << 16 | message.type,
            name,
            tcp);
    if (book.answered(key, packet, message) && message.rcode == NO_SUCH_NAME) {
      searchLists.nameError(new Address(key.clientHigh(), key.clientLow()), name);
    }
  }

  @Override
  public void finished() {
    book.finish();
  }

  /** Facts by name over all clients. Meaningful after {@link #finished()}. */
  public Map<String, NameFacts> names() {
    Map<String, NameFacts> all = new HashMap<>();
    names.forEach((name, ledger) -> all.put(name, ledger.facts()));
    return all;
  }

  /** Facts by client and name. */
  public List<NameFacts> byClient() {
    Collection<NameLedger> all = clientNames.values();
    return all.stream()
        .map(NameLedger::facts)
        .sorted(java.util.Comparator.comparingLong(NameFacts::firstFrame))
        .toList();
  }

  public List<SearchExpansion> expansions() {
    return searchLists.expansions();
  }

  public List<Marker> markers() {
    return List.copyOf(markers);
  }

  public DnsCounts counts() {
    return new DnsCounts(
        queries, answers, book.unmatchedAnswers(), book.copies(), cutOff, malformed);
  }
}
