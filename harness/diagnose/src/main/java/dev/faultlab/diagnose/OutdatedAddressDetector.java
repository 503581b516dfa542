package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpConnection.Fate;
import dev.faultlab.capture.Way;
import dev.faultlab.capture.dns.Asked;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

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
 *   <li>connections kept for each address: the first and the last 63, to bound memory.
 * </ul>
 *
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 */
final class OutdatedAddressDetector extends Detector {
  /** A connect that begins with a valid answer may come slightly after its expiry. */
  private static final long GRACE_NANOS = 2 * SECOND;

  private static final int NAME_BYTES = 250;
  private static final int ADDRESS_BYTES = 120;

  private static final int KEPT = 64;
  private static final int CONNECT_BYTES = 90;

  private final Map<Asked<Address>, Answers> names = new LinkedHashMap<>();
  private final Map<Way, Uses> connects = new HashMap<>();

  /** A new connection, or an attempt in vain. */
  private record Connect(
      long nanos, long frame, Finding.Connection connection, boolean worked, boolean unanswered) {}

  /** Connections to an address by their SYN's frame; they arrive in the order in which they end. */
  private static final class Uses {
    final TreeMap<Long, Connect> kept = new TreeMap<>();
    boolean isWhole = true;

    void add(TcpConnection connection, MemoryBudget budget) {
      Offer syn = connection.clientSide().offer().orElseThrow();
      boolean vain = connection.fate() == Fate.UNANSWERED && connection.syns() > 1;
      Finding.Connection ends = Finding.Connection.of(connection);
      if (!budget.take(Part.FINDINGS, CONNECT_BYTES)) {
        return;
      }
      kept.put(
          syn.frame(), new Connect(syn.timeNanos(), syn.frame(), ends, connection.worked(), vain));
      // The first connection shows that the address was in use, later ones that it still is.
      if (kept.size() > KEPT) {
        kept.remove(kept.higherKey(kept.firstKey()));
        isWhole = false;
        budget.giveBack(Part.FINDINGS, CONNECT_BYTES);
      }
    }
  }

  /** An address that a client was given for a name. */
  private static final class Given {
    long firstNanos = Long.MAX_VALUE;

    /** Of the answer after which it is valid for longest. */
    long nanos;

    long frame;
    long untilNanos = Long.MIN_VALUE;

    void by(DnsExchange.Answer answer) {
      // Exchanges arrive in the order in which they end.
      firstNanos = Math.min(firstNanos, answer.timeNanos());
      long until = answer.timeNanos() + answer.ttlSeconds().getAsLong() * SECOND;
      if (until > untilNanos) {
        nanos = answer.timeNanos();
        frame = answer.frame();
        untilNanos = until;
      }
    }
  }

  /** The answers to a client for a name, only those with an address. */
  private static final class Answers {
    final Map<Address, Given> given = new LinkedHashMap<>(2);
    DnsExchange.Answer newest;

    /** The last query, whatever became of it. */
    long askedNanos;

    static boolean tells(DnsExchange.Answer answer) {
      boolean any = answer.rcode() == 0 && !answer.addresses().isEmpty();
      return any && answer.complete() && answer.ttlSeconds().isPresent();
    }
  }

  OutdatedAddressDetector(MemoryBudget budget) {
    super(FindingId.OUTDATED_ADDRESS, LabFault.of("dns-go", "outdated-address"), budget);
  }

  @Override
  void exchange(DnsExchange exchange) {
    Asked<Address> asked =
        new Asked<>(exchange.client().address(), exchange.name(), exchange.type());
    DnsExchange.Answer answer = exchange.answer().filter(Answers::tells).orElse(null);
    if (answer == null && !names.containsKey(asked)) {
      return;
    }
    Answers of = budget.keep(names, asked, NAME_BYTES, Answers::new);
    of.askedNanos = Math.max(of.askedNanos, exchange.timeNanos());
    if (answer != null) {
      for (Address address : answer.addresses()) {
        budget.keep(of.given, address, ADDRESS_BYTES, Given::new).by(answer);
      }
      if (of.newest == null || answer.timeNanos() > of.newest.timeNanos()) {
        of.newest = answer;
      }
    }
  }

  @Override
  void connection(TcpConnection connection) {
    // A name service is no use of an address.
    if (connection.syns() > 0 && !NameTraffic.isNameService(connection.server())) {
      Way way = new Way(connection.client().address(), connection.server().address());
      budget.keep(connects, way, NAME_BYTES, Uses::new).add(connection, budget);
    }
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    Map<Way, String> onlyNames = new HashMap<>();
    each(
        (asked, address) ->
            onlyNames.merge(
                new Way(asked.by(), address), asked.name(), (a, b) -> a.equals(b) ? a : ""));
    each(
        (asked, address) -> {
          Way way = new Way(asked.by(), address);
          Uses uses = connects.get(way);
          // The client may have the address from another name.
          if (uses != null && !onlyNames.get(way).isEmpty()) {
            conclude(asked, names.get(asked), address, uses, out);
          }
        });
  }

  private void each(BiConsumer<Asked<Address>, Address> use) {
    names.forEach((asked, of) -> of.given.keySet().forEach(each -> use.accept(asked, each)));
  }

  /** If the address is still the newest, attempts in vain count, without a new lookup. */
  private void conclude(Asked<Address> asked, Answers of, Address old, Uses uses, Conclusions out) {
    Given given = of.given.get(old);
    boolean current = of.newest.addresses().contains(old);
    long over = Math.max(given.untilNanos, current ? 0 : of.newest.timeNanos()) + GRACE_NANOS;
    List<Connect> late =
        uses.kept.values().stream()
            .filter(each -> each.nanos > over && (!current || each.unanswered))
            .toList();
    boolean inUse =
        uses.kept.values().stream()
            .filter(each -> !current || each.worked)
            .anyMatch(each -> each.nanos >= given.firstNanos && each.nanos <= given.untilNanos);
    boolean often = inUse && late.size() >= OFTEN;
    if (late.isEmpty() || current && !(often && of.askedNanos <= given.nanos)) {
      return;
    }
    Examples examples = new Examples();
    late.forEach(each -> examples.add(old, each.frame));
    long last = late.get(late.size() - 1).nanos;
    Object[] what = {
      asked.by(),
      old,
      asked.name(),
      of.newest.addresses(),
      of.newest.frame(),
      given.frame,
      examples,
      (uses.isWhole ? "" : "at least ") + late.size(),
      Seconds.of(last - given.untilNanos)
    };
    if (!often) {
      String why = inUse ? "few" : uses.isWhole ? "unused" : "many";
      out.undecided(FindingTexts.of(finds, why, "undecided", what));
      return;
    }
    Finding.Place place =
        new Finding.Place(
            asked.by() + " connecting to " + old + " for " + asked.name(),
            examples.toString(),
            Stream.concat(
                    Stream.of(given.frame, of.newest.frame()).distinct(),
                    examples.frames().stream())
                .toList(),
            DisplayFilter.uses(asked.by(), old, asked.name()),
            Finding.Parties.of(asked.name(), late.get(0).connection));
    out.reportAs(current ? "expired" : "", false, place, what);
  }
}
