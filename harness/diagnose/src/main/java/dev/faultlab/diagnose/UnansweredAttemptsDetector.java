package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.IcmpError;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpConnection.State;
import dev.faultlab.capture.ledger.ConnectionLedger;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Connection attempts without an answer, or refused by ICMP.
 *
 * <p>The fact that decides: was the same address and port heard by the same client while an attempt
 * waited (other than by resets)? Then the server is not down.
 *
 * <p>Thresholds, with their units:
 *
 * <ul>
 *   <li>attempts of a client at an address and port: at least 3, each with 2 SYNs or an ICMP error
 *       that refuses it.
 *   <li>time that 3 of them waited, if nothing was heard: 2.5 s. A program that tries two addresses
 *       at once (RFC 8305) gives up the slower one.
 *   <li>addresses and ports for a scan: at least 20 that one client tried, less than half of which
 *       answered.
 * </ul>
 *
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 */
final class UnansweredAttemptsDetector extends LedgerDetector {
  private static final int SCAN_DESTINATIONS = 20;
  private static final long MIN_WAIT_NANOS = SECOND * 5 / 2;

  /** Destination unreachable: prohibited (RFC 1812 5.2.7.1, RFC 4443 3.1). */
  private static final Set<Integer> PROHIBITED = Set.of(9, 10, 13);

  private static final Set<Integer> PROHIBITED_SIX = Set.of(1, 5, 6);

  private final Set<Address> scanners = new HashSet<>();

  UnansweredAttemptsDetector(MemoryBudget budget) {
    super(FindingId.UNANSWERED_ATTEMPTS, 1, budget);
  }

  @Override
  void conclude(Pair pair, List<TcpConnection> all, DestinationContext context, Conclusions out) {
    ConnectionLedger ledger = context.facts().ledger();
    List<TcpConnection> lost =
        all.stream()
            .filter(UnansweredAttemptsDetector::failed)
            .filter(one -> ledger.answeredElsewhere(one).isEmpty() && !one.opening().portsInUse())
            .toList();
    if (lost.isEmpty()) {
      return;
    }
    ConnectionLedger.DestinationCounts dests = ledger.destinationsOf(pair.client());
    if (dests.destinations() >= SCAN_DESTINATIONS && dests.answered() * 2 < dests.destinations()) {
      if (scanners.add(pair.client())) {
        out.undecided(
            FindingTexts.of(
                findingId, "scan", "why", pair.client(), dests.destinations(), dests.answered()));
      }
      return;
    }
    if (lost.size() < MIN_COUNT) {
      return;
    }
    Examples examples = new Examples();
    long syns = 0;
    long longest = 0;
    int alive = 0;
    int prohibited = 0;
    int refused = 0;
    int longWaits = 0;
    Optional<IcmpError> icmp = Optional.empty();
    for (TcpConnection each : lost) {
      long from = each.opening().nanos();
      long to = each.ending().lastNanos();
      examples.add(each, each.opening().frame());
      syns = Math.max(syns, each.syns());
      longest = Math.max(longest, to - from);
      longWaits += to - from >= MIN_WAIT_NANOS ? 1 : 0;
      Optional<IcmpError> refusal = each.ending().icmp().filter(IcmpError::refuses);
      boolean heard = all.stream().anyMatch(other -> other.ending().heard().isWithin(from, to));
      alive += heard && refusal.isEmpty() ? 1 : 0;
      prohibited += refusal.filter(this::prohibits).isPresent() ? 1 : 0;
      refused += refusal.isPresent() ? 1 : 0;
      icmp = icmp.or(() -> refusal);
    }
    TcpCounts tcp = context.facts().tcp();
    Finding.Place place = Finding.Place.ofConnections(pair, examples);
    if (icmp.isPresent() && (prohibited >= MIN_COUNT || alive < MIN_COUNT)) {
      out.reportAs(
          "icmp",
          prohibited >= MIN_COUNT,
          place,
          refused,
          lost.size(),
          icmp.get().from(),
          icmp.get().type(),
          icmp.get().code(),
          icmp.get().frame());
    } else if (tcp.answered == 0 && tcp.succeeded > 0) {
      out.undecided(
          FindingTexts.of(
              findingId, "filtered", "why", lost.size(), pair.client(), pair.server(), examples));
    } else if (alive >= MIN_COUNT || longWaits >= MIN_COUNT) {
      boolean up = alive >= MIN_COUNT;
      String seconds = Seconds.of(longest);
      out.reportAs(up ? "alive" : "", up, place, lost.size(), syns, seconds, alive, all.size());
    }
  }

  static boolean failed(TcpConnection attempt) {
    State fate = attempt.state();
    return fate == State.UNREACHABLE || fate == State.UNANSWERED && attempt.syns() > 1;
  }

  private boolean prohibits(IcmpError error) {
    return error.from().isV4()
        ? error.type() == 3 && PROHIBITED.contains(error.code())
        : error.type() == 1 && PROHIBITED_SIX.contains(error.code());
  }
}
