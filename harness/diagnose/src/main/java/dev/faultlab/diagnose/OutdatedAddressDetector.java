package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.Offer;
import dev.faultlab.capture.Route;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpConnection.State;
import dev.faultlab.capture.dns.LookupKey;
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

  private static final int MAX_CONNECTS = 64;
  private static final int CONNECT_BYTES = 90;

  private final Map<LookupKey<Address>, Answers> names = new LinkedHashMap<>();
  private final Map<Route, AddressUses> usesByRoute = new HashMap<>();

  /** A new connection, or a failed attempt. */
  private record Connect(
      long nanos, long frame, Finding.Connection connection, boolean worked, boolean unanswered) {}

  /** Connections to an address by their SYN's frame; they arrive in the order in which they end. */
  private static final class AddressUses {
    final TreeMap<Long, Connect> byFrame = new TreeMap<>();
    boolean isWhole = true;

    void add(TcpConnection connection, MemoryBudget budget) {
      Offer syn = connection.clientSide().offer().orElseThrow();
      boolean dead = connection.state() == State.UNANSWERED && connection.syns() > 1;
      Finding.Connection ends = Finding.Connection.of(connection);
      if (!budget.reserve(Part.FINDINGS, CONNECT_BYTES)) {
        return;
      }
      byFrame.put(
          syn.frame(), new Connect(syn.timeNanos(), syn.frame(), ends, connection.worked(), dead));
      // The first connection shows that the address was in use, later ones that it still is.
      if (byFrame.size() > MAX_CONNECTS) {
        byFrame.remove(byFrame.higherKey(byFrame.firstKey()));
        isWhole = false;
        budget.release(Part.FINDINGS, CONNECT_BYTES);
      }
    }
  }

  /** An address that a client was given for a name. */
  private static final class GivenAddress {
    long firstNanos = Long.MAX_VALUE;

    /** The frame of the answer that keeps the address valid for longest. */
    long nanos;

    long frame;
    long untilNanos = Long.MIN_VALUE;

    void addAnswer(DnsExchange.Answer answer) {
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
    final Map<Address, GivenAddress> addresses = new LinkedHashMap<>(2);
    DnsExchange.Answer newest;

    /** The last query, answered or not. */
    long askedNanos;

    static boolean isUsable(DnsExchange.Answer answer) {
      boolean hasAddress = answer.rcode() == 0 && !answer.addresses().isEmpty();
      return hasAddress && answer.complete() && answer.ttlSeconds().isPresent();
    }
  }

  OutdatedAddressDetector(MemoryBudget budget) {
    super(FindingId.OUTDATED_ADDRESS, LabFault.of("dns-go", "outdated-address"), budget);
  }

  @Override
  void exchange(DnsExchange exchange) {
    LookupKey<Address> key =
        new LookupKey<>(exchange.client().address(), exchange.name(), exchange.type());
    DnsExchange.Answer answer = exchange.answer().filter(Answers::isUsable).orElse(null);
    if (answer == null && !names.containsKey(key)) {
      return;
    }
    Answers answers = budget.keep(names, key, NAME_BYTES, Answers::new);
    answers.askedNanos = Math.max(answers.askedNanos, exchange.timeNanos());
    if (answer != null) {
      for (Address address : answer.addresses()) {
        budget.keep(answers.addresses, address, ADDRESS_BYTES, GivenAddress::new).addAnswer(answer);
      }
      if (answers.newest == null || answer.timeNanos() > answers.newest.timeNanos()) {
        answers.newest = answer;
      }
    }
  }

  @Override
  void connection(TcpConnection connection) {
    // A name service is no use of an address.
    if (connection.syns() > 0 && !NameTraffic.isNameService(connection.server())) {
      Route route = new Route(connection.client().address(), connection.server().address());
      budget.keep(usesByRoute, route, NAME_BYTES, AddressUses::new).add(connection, budget);
    }
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    Map<Route, String> onlyNames = new HashMap<>();
    forEachUse(
        (key, address) ->
            onlyNames.merge(
                new Route(key.party(), address), key.name(), (a, b) -> a.equals(b) ? a : ""));
    forEachUse(
        (key, address) -> {
          Route route = new Route(key.party(), address);
          AddressUses uses = usesByRoute.get(route);
          // The client may have the address from another name.
          if (uses != null && !onlyNames.get(route).isEmpty()) {
            conclude(key, names.get(key), address, uses, out);
          }
        });
  }

  private void forEachUse(BiConsumer<LookupKey<Address>, Address> use) {
    names.forEach(
        (key, answers) -> answers.addresses.keySet().forEach(each -> use.accept(key, each)));
  }

  /** If the address is still the newest, failed attempts without a new lookup count. */
  private void conclude(
      LookupKey<Address> key, Answers answers, Address old, AddressUses uses, Conclusions out) {
    GivenAddress given = answers.addresses.get(old);
    boolean current = answers.newest.addresses().contains(old);
    long end = Math.max(given.untilNanos, current ? 0 : answers.newest.timeNanos()) + GRACE_NANOS;
    List<Connect> late =
        uses.byFrame.values().stream()
            .filter(each -> each.nanos > end && (!current || each.unanswered))
            .toList();
    boolean inUse =
        uses.byFrame.values().stream()
            .filter(each -> !current || each.worked)
            .anyMatch(each -> each.nanos >= given.firstNanos && each.nanos <= given.untilNanos);
    boolean happensOften = inUse && late.size() >= MIN_COUNT;
    if (late.isEmpty() || current && !(happensOften && answers.askedNanos <= given.nanos)) {
      return;
    }
    Examples examples = new Examples();
    late.forEach(each -> examples.add(old, each.frame));
    long last = late.get(late.size() - 1).nanos;
    Object[] values = {
      key.party(),
      old,
      key.name(),
      answers.newest.addresses(),
      answers.newest.frame(),
      given.frame,
      examples,
      (uses.isWhole ? "" : "at least ") + late.size(),
      Seconds.of(last - given.untilNanos)
    };
    if (!happensOften) {
      String why = inUse ? "few" : uses.isWhole ? "unused" : "many";
      out.undecided(FindingTexts.of(findingId, why, "undecided", values));
      return;
    }
    Finding.Place place =
        new Finding.Place(
            key.party() + " connecting to " + old + " for " + key.name(),
            examples.toString(),
            Stream.concat(
                    Stream.of(given.frame, answers.newest.frame()).distinct(),
                    examples.frames().stream())
                .toList(),
            DisplayFilter.uses(key.party(), old, key.name()),
            Finding.Parties.of(key.name(), late.get(0).connection));
    out.reportAs(current ? "expired" : "", false, place, values);
  }
}
