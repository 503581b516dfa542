package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpConnection.Fate;
import dev.faultlab.capture.Way;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Connections to an old address of a name: the client has been given another one, and the old one's
 * time to live is over.
 *
 * <p>The capture does not show which name a connection is for. So it counts only if the client has
 * the address from that name alone, and connected to it while it was valid.
 *
 * <p>Thresholds, with their units:
 *
 * <ul>
 *   <li>time after the new answer and after the old one's expiry: 2 s, because a connect that
 *       begins with a valid answer may come slightly later.
 *   <li>connections to the old address after that: at least 3.
 *   <li>answers kept for each name, and connections for each address: 64, to bound memory.
 * </ul>
 *
 * <p>A threshold without a source is our choice; docs/detector-accuracy.md has the measured errors.
 */
final class OutdatedAddressDetector extends Detector {
  private static final long SECOND = 1_000_000_000L;

  /** A connect that begins with a valid answer may come slightly after its expiry. */
  private static final long GRACE_NANOS = 2 * SECOND;

  private static final int OFTEN = 3;
  private static final int KEPT = 64;
  private static final int NAME_BYTES = 300;
  private static final int ADDRESS_BYTES = 150;
  private static final int CONNECTS_BYTES = 200;
  private static final int CONNECT_BYTES = 80;

  private final MemoryBudget budget;
  private final Map<Asked, Answers> names = new LinkedHashMap<>();
  private final Map<Way, TreeSet<Connect>> connects = new HashMap<>();

  private record Asked(Address client, String name, int type) implements Comparable<Asked> {
    @Override
    public int compareTo(Asked other) {
      int order = Integer.compare(type, other.type);
      order = order != 0 ? order : name.compareTo(other.name);
      return order != 0 ? order : client.compareTo(other.client);
    }
  }

  /** Connections arrive in the order in which they end, so they are sorted here. */
  private record Connect(
      long nanos, long frame, Finding.Connection connection, boolean worked, boolean unanswered)
      implements Comparable<Connect> {
    @Override
    public int compareTo(Connect other) {
      int order = Long.compare(nanos, other.nanos);
      return order != 0 ? order : Long.compare(frame, other.frame);
    }
  }

  /**
   * @param nanos time of the answer
   * @param untilNanos expiry of the records
   */
  private record Given(long nanos, long frame, long untilNanos) {}

  /** The answers to a client for a name, only those with an address. */
  private static final class Answers {
    /** Each address with the first and the last answer that had it. */
    final Map<Address, Given> first = new LinkedHashMap<>();

    final Map<Address, Given> last = new HashMap<>();
    Given newest = new Given(Long.MIN_VALUE, 0, 0);
    Set<Address> current = Set.of();

    /** The last query, whatever became of it. */
    long askedNanos;
  }

  OutdatedAddressDetector(MemoryBudget budget) {
    super(FindingId.OUTDATED_ADDRESS, Optional.of(LabFault.of("dns-go", "outdated-address")));
    this.budget = budget;
  }

  @Override
  void exchange(DnsExchange exchange) {
    Asked asked = new Asked(exchange.client().address(), exchange.name(), exchange.type());
    Answers before = names.get(asked);
    if (before != null) {
      before.askedNanos = Math.max(before.askedNanos, exchange.timeNanos());
    }
    DnsExchange.Answer answer = exchange.answer().orElse(null);
    if (answer == null
        || answer.rcode() != 0
        || answer.addresses().isEmpty()
        || !answer.complete()
        || answer.ttlSeconds().isEmpty()) {
      return;
    }
    Answers of = budget.keep(names, asked, NAME_BYTES, Answers::new).orElse(null);
    if (of == null) {
      return;
    }
    Given given =
        new Given(
            answer.timeNanos(),
            answer.frame(),
            answer.timeNanos() + answer.ttlSeconds().getAsLong() * SECOND);
    for (Address address : answer.addresses()) {
      if (of.first.containsKey(address) || budget.take(Part.FINDINGS, ADDRESS_BYTES)) {
        // Exchanges arrive in the order in which they end.
        of.first.merge(address, given, (a, b) -> a.nanos() <= b.nanos() ? a : b);
        of.last.merge(address, given, (a, b) -> a.untilNanos() >= b.untilNanos() ? a : b);
      }
    }
    if (given.nanos() > of.newest.nanos()) {
      of.newest = given;
      of.current = new HashSet<>(answer.addresses());
    }
  }

  @Override
  void connection(TcpConnection connection) {
    int port = connection.server().port();
    Optional<Offer> syn = connection.clientSide().offer();
    if (syn.isEmpty() || port == 53 || port == 853) {
      return;
    }
    Way use = new Way(connection.client().address(), connection.server().address());
    boolean known = connects.containsKey(use);
    if (!budget.take(Part.FINDINGS, CONNECT_BYTES + (known ? 0 : CONNECTS_BYTES))) {
      return;
    }
    TreeSet<Connect> all = connects.computeIfAbsent(use, any -> new TreeSet<>());
    all.add(
        new Connect(
            syn.get().timeNanos(),
            syn.get().frame(),
            Finding.Connection.of(connection),
            connection.worked(),
            connection.fate() == Fate.UNANSWERED && syn.get().retransmissions() > 0));
    // The first connection shows that the address was in use, later ones that it still is.
    if (all.size() > KEPT) {
      all.remove(all.higher(all.first()));
      budget.giveBack(Part.FINDINGS, CONNECT_BYTES);
    }
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    Map<Way, String> onlyNames = new HashMap<>();
    names.forEach(
        (asked, of) ->
            of.first
                .keySet()
                .forEach(
                    address ->
                        onlyNames.merge(
                            new Way(asked.client(), address),
                            asked.name(),
                            (a, b) -> a.equals(b) ? a : "")));
    names.forEach(
        (asked, of) ->
            of.last.forEach(
                (address, given) -> {
                  // The client may have the address from another name.
                  boolean only = !onlyNames.get(new Way(asked.client(), address)).isEmpty();
                  if (only && !of.current.contains(address)) {
                    conclude(asked, of, address, out);
                  } else if (only) {
                    expired(asked, of, address, out);
                  }
                }));
  }

  /** Attempts in vain at an address whose time to live is over, without a new lookup. */
  private void expired(Asked asked, Answers of, Address address, Conclusions out) {
    Given last = of.last.get(address);
    List<Connect> all =
        List.copyOf(connects.getOrDefault(new Way(asked.client(), address), new TreeSet<>()));
    List<Connect> late =
        all.stream()
            .filter(each -> each.unanswered() && each.nanos() > last.untilNanos() + GRACE_NANOS)
            .toList();
    boolean inUse =
        all.stream()
            .anyMatch(
                each ->
                    each.worked()
                        && each.nanos() >= of.first.get(address).nanos()
                        && each.nanos() <= last.untilNanos());
    if (!inUse || of.askedNanos > last.nanos() || late.size() < OFTEN) {
      return;
    }
    Examples examples = new Examples();
    late.forEach(each -> examples.add(address, each.frame()));
    out.reportAs(
        "expired",
        false,
        place(asked, address, examples, late.get(0), last.frame()),
        late.size(),
        Seconds.of(late.get(late.size() - 1).nanos() - last.untilNanos()),
        last.frame());
  }

  private static Finding.Place place(
      Asked asked, Address address, Examples examples, Connect first, Long... answers) {
    List<Long> frames = new ArrayList<>(List.of(answers));
    frames.addAll(examples.frames());
    return new Finding.Place(
        asked.client() + " connecting to " + address + " for " + asked.name(),
        examples.toString(),
        List.copyOf(frames),
        DisplayFilter.uses(asked.client(), address, asked.name()),
        Finding.Parties.of(asked.name(), first.connection()));
  }

  private void conclude(Asked asked, Answers of, Address old, Conclusions out) {
    Way use = new Way(asked.client(), old);
    Given last = of.last.get(old);
    long over = Math.max(last.untilNanos(), of.newest.nanos()) + GRACE_NANOS;
    List<Connect> all = new ArrayList<>(connects.getOrDefault(use, new TreeSet<>()));
    boolean inUse =
        all.stream()
            .anyMatch(
                each ->
                    each.nanos() >= of.first.get(old).nanos() && each.nanos() <= last.untilNanos());
    List<Connect> late = all.stream().filter(each -> each.nanos() > over).toList();
    if (late.isEmpty()) {
      return;
    }
    Examples examples = new Examples();
    late.forEach(each -> examples.add(old, each.frame()));
    Object[] what = {
      asked.client(), old, asked.name(), of.current, of.newest.frame(), last.frame(), examples
    };
    if (!inUse) {
      out.undecided(FindingTexts.of(finds, "unused", "undecided", what));
    } else if (late.size() < OFTEN) {
      out.undecided(FindingTexts.of(finds, "few", "undecided", what));
    } else {
      long lastConnect = late.get(late.size() - 1).nanos();
      out.report(
          false,
          place(asked, old, examples, late.get(0), last.frame(), of.newest.frame()),
          asked.client(),
          old,
          asked.name(),
          of.current,
          of.newest.frame(),
          last.frame(),
          late.size(),
          Seconds.of(lastConnect - last.untilNanos()));
    }
  }
}
