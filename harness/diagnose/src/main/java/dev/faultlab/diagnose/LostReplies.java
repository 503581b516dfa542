package dev.faultlab.diagnose;

import static dev.faultlab.diagnose.FindingId.LOST_DNS_REPLY;
import static dev.faultlab.diagnose.FindingTexts.text;

import dev.faultlab.capture.DnsExchange;
import java.util.List;
import java.util.Optional;

/** Lost replies of one client and one server, found once the server's usual behaviour is known. */
final class LostReplies {
  /** The lost ones. */
  final Examples examples = new Examples();

  /** Cases that may also be a slow server, or one that never answers such questions. */
  final Examples unclear = new Examples();

  private long certain;
  private long likely;

  /** Whether one was repeated under another id. */
  private boolean underOtherId;

  /** How many the capturing machine lost before they left it. */
  private long local;

  /** How many were sent from one port together with a query that was answered. */
  private long siblingsAnswered;

  private long late;
  private Optional<RepeatedQuery> longest = Optional.empty();

  LostReplies(
      List<RepeatedQuery> repeated,
      List<DnsExchange> unanswered,
      ServerHabits habits,
      long endNanos) {
    repeated.forEach(each -> add(each, each.read(habits, endNanos), habits));
    late = unclear.count();
    for (DnsExchange each : unanswered) {
      // The server may ignore such questions, or limit their rate. If no client repeated a query,
      // the answer may be missing only in the capture.
      long retry = each.retransmissions().isEmpty() ? 0 : each.retransmissions().get(0).frame();
      unclear.add(each.name(), each.frame(), retry);
    }
  }

  private void add(RepeatedQuery query, RepeatedQuery.Conclusion reading, ServerHabits habits) {
    boolean maybeSlow = reading == RepeatedQuery.Conclusion.MAYBE_SLOW;
    // Without EDNS is another question, and edns-dropped another fault.
    if (maybeSlow && (query.isQuick() || query.mayBeAboutEdns(habits))) {
      return;
    }
    (maybeSlow ? unclear : examples)
        .add(
            query.first().name(),
            query.first().frame(),
            query.lastSent().frame(),
            query.answer().frame());
    if (maybeSlow) {
      return;
    }
    local += query.wasLostInside(habits) ? 1 : 0;
    siblingsAnswered += query.first().repeats().siblingAnswered() ? 1 : 0;
    underOtherId |= query.sameQuery() != RepeatedQuery.SameQuery.YES;
    certain += reading == RepeatedQuery.Conclusion.LOST ? 1 : 0;
    likely += reading == RepeatedQuery.Conclusion.LIKELY_LOST ? 1 : 0;
    if (longest.filter(each -> each.stallNanos() >= query.stallNanos()).isEmpty()) {
      longest = Optional.of(query);
    }
  }

  private static String sentence(RepeatedQuery query) {
    return text(
        LOST_DNS_REPLY,
        "times",
        query.first().frame(),
        query.lastSent().frame(),
        query.answer().frame(),
        Seconds.of(query.delayNanos()),
        Seconds.of(query.stallNanos()));
  }

  String unclearText() {
    return text(LOST_DNS_REPLY, "unclear", late, unclear.count() - late, unclear);
  }

  boolean isLoss() {
    return certain + likely > 0;
  }

  boolean isCertain() {
    return certain > 0;
  }

  String why(ServerHabits.Server server) {
    String typical =
        server.times.count == 0
            ? ""
            : ", nine of ten within " + Seconds.of(server.times.nineOfTenNanos());
    return text(
        LOST_DNS_REPLY,
        "why",
        certain + likely,
        server.answers,
        typical,
        longest.map(LostReplies::sentence).orElse(""),
        local == 0 ? "" : text(LOST_DNS_REPLY, "inside", local, server.passedOn),
        siblingsAnswered == 0 ? "" : text(LOST_DNS_REPLY, "beside", siblingsAnswered));
  }

  String remedy() {
    String race = text(LOST_DNS_REPLY, "race");
    return (local + siblingsAnswered > 0 ? race : "") + text(LOST_DNS_REPLY, "do");
  }

  /** Other explanations. */
  String otherExplanations(ServerHabits.Server server) {
    if (local > 0) {
      return "Not a slow server: the query was lost before it left.";
    }
    if (isCertain()) {
      return text(LOST_DNS_REPLY, "sure");
    }
    if (underOtherId) {
      return text(LOST_DNS_REPLY, "another-id");
    }
    return text(LOST_DNS_REPLY, "maybe-slow", server.times.count, Seconds.of(server.slowestNanos));
  }
}
