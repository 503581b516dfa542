package dev.faultlab.diagnose;

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
  private boolean another;

  /** How many the capturing machine lost before they left it. */
  private long inside;

  /** How many were sent from one port together with a query that was answered. */
  private long beside;

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
      long again = each.retransmissions().isEmpty() ? 0 : each.retransmissions().get(0).frame();
      unclear.add(each.name(), each.frame(), again);
    }
  }

  private void add(RepeatedQuery query, RepeatedQuery.Reading reading, ServerHabits habits) {
    boolean maybeSlow = reading == RepeatedQuery.Reading.MAYBE_SLOW;
    // Without EDNS is another question, and edns-dropped another fault.
    if (maybeSlow && (query.isQuick() || query.mayBeAboutEdns(habits))) {
      return;
    }
    (maybeSlow ? unclear : examples)
        .add(
            query.first().name(),
            query.first().frame(),
            query.again().frame(),
            query.answer().frame());
    if (maybeSlow) {
      return;
    }
    inside += query.wasLostInside(habits) ? 1 : 0;
    beside += query.first().repeats().siblingAnswered() ? 1 : 0;
    another |= query.same() != RepeatedQuery.SameQuery.YES;
    certain += reading == RepeatedQuery.Reading.LOST ? 1 : 0;
    likely += reading == RepeatedQuery.Reading.LIKELY_LOST ? 1 : 0;
    if (longest.filter(each -> each.stallNanos() >= query.stallNanos()).isEmpty()) {
      longest = Optional.of(query);
    }
  }

  private static String sentence(RepeatedQuery query) {
    return String.format(
        "asked in frame %d, again in frame %d, answered in frame %d, %s after the repetition and %s"
            + " after it was asked first",
        query.first().frame(),
        query.again().frame(),
        query.answer().frame(),
        Seconds.of(query.delayNanos()),
        Seconds.of(query.stallNanos()));
  }

  String unclearText() {
    return String.format(
        "queries answered only when sent again: %d, never answered: %d: %s. A server that is"
            + " slow or never answers such queries looks the same. So does a capture that lost the"
            + " answer or ends before it.",
        late, unclear.count() - late, unclear);
  }

  boolean isLoss() {
    return certain + likely > 0;
  }

  boolean isCertain() {
    return certain > 0;
  }

  String why(ServerHabits.Server server) {
    String usual =
        server.times.count == 0
            ? ""
            : ", nine of ten within " + Seconds.of(server.times.nineOfTenNanos());
    return String.format(
        "Answered only when sent again: %d; answers of this server in all: %d%s. Longest stall: %s."
            + " The program waited that long for the name.%s%s",
        certain + likely,
        server.answers,
        usual,
        longest.map(LostReplies::sentence).orElse(""),
        insideText(server),
        besideText());
  }

  private String insideText(ServerHabits.Server server) {
    return inside == 0
        ? ""
        : String.format(
            " %d of these queries never left the machine of the capture: %d other queries were"
                + " captured a second time, after the translation of the server's address, and"
                + " these were not.",
            inside, server.passedOn);
  }

  private String besideText() {
    return beside == 0
        ? ""
        : String.format(
            " At %d of them the client had asked for A and AAAA from one port at once and got one"
                + " answer. A race in Linux's connection tracking, which drops one of the first"
                + " two packets of a UDP flow, looks like that; so does a random loss.",
            beside);
  }

  String remedy() {
    String race =
        "On the client and on each machine in between that translates addresses, check"
            + " insert_failed in conntrack -S: it grows if this race occurs. The fix is a kernel"
            + " with 4e35c1cb9460 (5.0; the first part, ed07d9a021df,"
            + " is in 4.19), a DNS cache on each node, or in resolv.conf options"
            + " single-request-reopen (glibc; musl has no such option). ";
    return (inside + beside > 0 ? race : "")
        + "Find out where: full socket buffers, conntrack limits or rate limits between the two,"
        + " or a forwarding server that lost the query; make a second capture at the server."
        + " Lower timeout: in resolv.conf, or put a caching resolver on the host.";
  }

  /** Other explanations. */
  String against(ServerHabits.Server server) {
    if (inside > 0) {
      return "Not a slow server: the query was lost before it left.";
    }
    if (isCertain()) {
      return "Not a slow server: after the repetition the answer came as fast as this server"
          + " usually answers, and none of its answers took as long as the client waited. A"
          + " single point of capture does not show whether the query, its answer, or the"
          + " server's query to another server was lost.";
    }
    if (another) {
      return "What speaks against it: the repetition has another id, so it may be a separate"
          + " lookup, and only the capture may lack the answer to the first one.";
    }
    return String.format(
        "What speaks against it: a slow server that merged the repetition with the first"
            + " transmission could by chance have answered at that moment. %d answers to queries"
            + " that were sent once, the slowest after %s, are too few or too slow to rule that"
            + " out.",
        server.times.count, Seconds.of(server.slowestNanos));
  }
}
