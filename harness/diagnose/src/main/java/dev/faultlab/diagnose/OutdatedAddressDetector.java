package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpConnection.Fate;
import dev.faultlab.capture.Way;
import dev.faultlab.capture.ledger.ConnectionLedger;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * </ul>
 *
 * <p>A threshold without a source is our choice; docs/detector-accuracy.md has the measured errors.
 */
final class OutdatedAddressDetector extends Detector {
  private static final long SECOND = 1_000_000_000L;

  /** A connect that begins with a valid answer may come slightly after its expiry. */
  private static final long GRACE_NANOS = 2 * SECOND;

  private static final int OFTEN = 3;
  private static final int NAME_BYTES = 250;
  private static final int ADDRESS_BYTES = 120;

  private final MemoryBudget budget;
  private final Map<Asked<Address>, Answers> names = new LinkedHashMap<>();

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

    boolean isValidAt(long at) {
      return at >= firstNanos && at <= untilNanos;
    }
  }

  /** The answers to a client for a name, only those with an address. */
  private static final class Answers {
    final Map<Address, Given> given = new LinkedHashMap<>(2);
    DnsExchange.Answer newest;

    /** The last query, whatever became of it. */
    long askedNanos;
  }

  OutdatedAddressDetector(MemoryBudget budget) {
    super(FindingId.OUTDATED_ADDRESS, Optional.of(LabFault.of("dns-go", "outdated-address")));
    this.budget = budget;
  }

  @Override
  void exchange(DnsExchange exchange) {
    Asked<Address> asked =
        new Asked<>(exchange.client().address(), exchange.name(), exchange.type());
    DnsExchange.Answer answer = exchange.answer().orElse(null);
    boolean tells =
        answer != null
            && answer.rcode() == 0
            && !answer.addresses().isEmpty()
            && answer.complete()
            && answer.ttlSeconds().isPresent();
    Answers of =
        tells ? budget.keep(names, asked, NAME_BYTES, Answers::new).orElse(null) : names.get(asked);
    if (of == null) {
      return;
    }
    of.askedNanos = Math.max(of.askedNanos, exchange.timeNanos());
    if (tells) {
      for (Address address : answer.addresses()) {
        budget
            .keep(of.given, address, ADDRESS_BYTES, Given::new)
            .ifPresent(given -> given.by(answer));
      }
      if (of.newest == null || answer.timeNanos() > of.newest.timeNanos()) {
        of.newest = answer;
      }
    }
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    Map<Way, String> onlyNames = new HashMap<>();
    names.forEach(
        (asked, of) ->
            of.given
                .keySet()
                .forEach(
                    address ->
                        onlyNames.merge(
                            new Way(asked.by(), address),
                            asked.name(),
                            (a, b) -> a.equals(b) ? a : "")));
    names.forEach(
        (asked, of) ->
            of.given.forEach(
                (address, given) -> {
                  Way use = new Way(asked.by(), address);
                  List<ConnectionLedger.Visits> visits = facts.ledger().visits(use);
                  // The client may have the address from another name.
                  if (visits.isEmpty() || onlyNames.get(use).isEmpty()) {
                    return;
                  }
                  int before = out.findings.size();
                  conclude(asked, of, address, uses(visits), out);
                  visits.forEach(each -> out.sampled(before, each.destination()));
                }));
  }

  /** New connections, by their first frame; a name service is no use of an address. */
  private static List<TcpConnection> uses(List<ConnectionLedger.Visits> visits) {
    return visits.stream()
        .filter(each -> !NameTraffic.isNameService(each.destination().server().port()))
        .flatMap(each -> each.all().stream())
        .filter(each -> each.syns() > 0)
        .sorted(Comparator.comparingLong(each -> each.opening().frame()))
        .toList();
  }

  private static Offer syn(TcpConnection of) {
    return of.clientSide().offer().orElseThrow();
  }

  /** If the address is still the newest, attempts in vain count, without a new lookup. */
  private void conclude(
      Asked<Address> asked, Answers of, Address old, List<TcpConnection> uses, Conclusions out) {
    Given given = of.given.get(old);
    boolean current = of.newest.addresses().contains(old);
    long over = Math.max(given.untilNanos, current ? 0 : of.newest.timeNanos()) + GRACE_NANOS;
    List<TcpConnection> late =
        uses.stream()
            .filter(each -> syn(each).timeNanos() > over)
            .filter(each -> !current || each.fate() == Fate.UNANSWERED && each.syns() > 1)
            .toList();
    boolean inUse =
        uses.stream()
            .filter(each -> !current || each.worked())
            .anyMatch(each -> given.isValidAt(syn(each).timeNanos()));
    boolean often = inUse && late.size() >= OFTEN;
    if (late.isEmpty() || current && !(often && of.askedNanos <= given.nanos)) {
      return;
    }
    Examples examples = new Examples();
    late.forEach(each -> examples.add(old, syn(each).frame()));
    long last = syn(late.get(late.size() - 1)).timeNanos();
    Object[] what = {
      asked.by(),
      old,
      asked.name(),
      of.newest.addresses(),
      of.newest.frame(),
      given.frame,
      examples,
      late.size(),
      Seconds.of(last - given.untilNanos)
    };
    if (!often) {
      out.undecided(FindingTexts.of(finds, inUse ? "few" : "unused", "undecided", what));
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
            Finding.Parties.of(asked.name(), Finding.Connection.of(late.get(0))));
    out.reportAs(current ? "expired" : "", false, place, what);
  }
}
