package dev.faultlab.diagnose;

import dev.faultlab.capture.dns.DnsExchange;
import java.util.List;

/**
 * What one client missed of one server, once it is known how that server answers as a rule.
 *
 * @param certain how many replies were lost for sure
 * @param likely how many probably were
 * @param another whether one was asked again under another id
 * @param examples the lost ones
 * @param unclear what may also be a slow server, or one that never answers such questions
 * @param longest the longest stall among the lost ones
 */
record LostReplies(
    long certain,
    long likely,
    boolean another,
    Examples examples,
    Examples unclear,
    String longest) {

  static LostReplies of(
      List<RepeatedQuery> repeated,
      List<DnsExchange> unanswered,
      ServerHabits habits,
      long endNanos) {
    Examples examples = new Examples();
    Examples unclear = new Examples();
    String longest = "";
    long longestNanos = 0;
    long certain = 0;
    long likely = 0;
    boolean another = false;
    for (RepeatedQuery each : repeated) {
      RepeatedQuery.Reading reading = each.read(habits, endNanos);
      Examples where = reading == RepeatedQuery.Reading.MAYBE_SLOW ? unclear : examples;
      where.add(each.name(), each.frame(), each.againFrame(), each.answer().frame());
      another |= where == examples && each.same() != RepeatedQuery.SameQuery.YES;
      certain += reading == RepeatedQuery.Reading.LOST ? 1 : 0;
      likely += reading == RepeatedQuery.Reading.LIKELY_LOST ? 1 : 0;
      if (where == examples && each.stallNanos() > longestNanos) {
        longestNanos = each.stallNanos();
        longest = sentence(each);
      }
    }
    for (DnsExchange each : unanswered) {
      // The server may not answer such questions, or limit their rate; and what nobody asked for
      // again may have an answer that only the capture lost.
      long again = each.retransmissions().isEmpty() ? 0 : each.retransmissions().get(0).frame();
      unclear.add(each.name(), each.frame(), again);
    }
    return new LostReplies(certain, likely, another, examples, unclear, longest);
  }

  private static String sentence(RepeatedQuery query) {
    return String.format(
        "asked in frame %d, again in frame %d, answered in frame %d, %s after the repetition and %s"
            + " after it was asked first",
        query.frame(),
        query.againFrame(),
        query.answer().frame(),
        Seconds.of(query.delayNanos()),
        Seconds.of(query.stallNanos()));
  }

  boolean isLoss() {
    return certain + likely > 0;
  }

  boolean isCertain() {
    return certain > 0;
  }

  String why(ServerHabits.Server server) {
    String usual = server.timed() == 0 ? "" : ", usually within " + Seconds.of(server.usualNanos());
    return String.format(
        "Answered only when sent again: %d; answers of this server in all: %d%s. Longest stall: %s."
            + " Whoever waits for that name waits as long.",
        certain + likely, server.answers(), usual, longest);
  }

  /** What else it may be. */
  String against(ServerHabits.Server server) {
    if (isCertain()) {
      return "Not a slow server: the answer came as fast after the repetition as this server"
          + " usually answers, and nothing that it sent came as late as the first transmission"
          + " waited. Whether the query, its answer, or what the server asked of another server was"
          + " lost cannot be told from one point of capture.";
    }
    if (another) {
      return "What speaks against it: asked again under another id, it may be a look-up of its own,"
          + " and the answer to the first one missing in the capture only.";
    }
    return String.format(
        "What speaks against it: a server that was slow, and merged the repetition with the first"
            + " transmission, could by chance have answered at that moment; %d answers to queries"
            + " that were sent once, the slowest of the server after %s, are too few or too slow to"
            + " rule that out.",
        server.timed(), Seconds.of(server.slowestNanos()));
  }
}
