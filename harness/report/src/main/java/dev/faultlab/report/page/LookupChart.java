package dev.faultlab.report.page;

import static java.util.Comparator.comparingLong;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsSummary;
import dev.faultlab.capture.NameFacts;
import dev.faultlab.capture.RecordType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Lookups of a capture: in flight over time, and single queries as bars.
 *
 * @param spanMillis time that the bars cover
 * @param bars the {@value #MAX_QUERIES} consecutive queries that are closest together, in
 *     milliseconds after the first; one without an answer ends with the chart
 * @param inFlight lookups of the busiest name last, before it those of all names together if there
 *     are several; time runs from the first query
 */
record LookupChart(double spanMillis, List<Charts.Bar> bars, List<Charts.Line> inFlight) {
  private static final int MAX_QUERIES = 48;
  private static final int QUERIES_BEFORE = 12;
  private static final double NANOS_PER_MILLI = 1e6;

  /** A lookup's two queries, A and AAAA, are in two strengths of the colour of the role. */
  static Optional<LookupChart> of(DnsSummary dns, Charts.Role role) {
    // Without the markers that the harness itself sends into the capture.
    List<DnsExchange> all =
        dns.exchanges().stream().filter(e -> dns.names().containsKey(e.name())).toList();
    if (all.isEmpty()) {
      return Optional.empty();
    }
    int first = densest(all);
    List<DnsExchange> shown = all.subList(first, Math.min(all.size(), first + MAX_QUERIES));
    long start = shown.get(0).timeNanos();
    double end = Math.max(0, (latestAnswer(shown) - start) / NANOS_PER_MILLI);
    List<Charts.Bar> bars = new ArrayList<>();
    for (DnsExchange e : shown) {
      String type = RecordType.text(e.type());
      String reply = e.answer().map(a -> "answered in frame " + a.frame()).orElse("never answered");
      bars.add(
          new Charts.Bar(
              "frame " + e.frame(),
              type,
              role,
              type.equals("AAAA"),
              e.name() + " " + type + ", " + reply,
              (e.timeNanos() - start) / NANOS_PER_MILLI,
              e.answer().map(a -> (a.timeNanos() - start) / NANOS_PER_MILLI).orElse(end)));
    }
    List<NameFacts> names = List.copyOf(dns.names().values());
    return Optional.of(new LookupChart(end, bars, inFlight(names, all.get(0).timeNanos(), role)));
  }

  private static List<Charts.Line> inFlight(List<NameFacts> names, long start, Charts.Role role) {
    List<Charts.Line> lines = new ArrayList<>();
    if (names.size() > 1) {
      lines.add(
          new Charts.Line(
              "all " + names.size() + " names together",
              Charts.Role.MEASURED,
              StepLine.thinned(sum(names), start)));
    }
    NameFacts busiest =
        names.stream()
            .max(
                Comparator.comparingInt((NameFacts each) -> each.peak().outstanding())
                    .thenComparingLong(each -> each.counts().lookups())
                    .thenComparing(NameFacts::name))
            .orElseThrow();
    List<long[]> one =
        busiest.timeline().stream().map(p -> new long[] {p.timeNanos(), p.outstanding()}).toList();
    lines.add(new Charts.Line(busiest.name(), role, StepLine.thinned(one, start)));
    return lines;
  }

  private static int densest(List<DnsExchange> all) {
    int window = Math.min(MAX_QUERIES, all.size());
    int best =
        IntStream.rangeClosed(0, all.size() - window)
            .boxed()
            .min(comparingLong(i -> all.get(i + window - 1).timeNanos() - all.get(i).timeNanos()))
            .orElseThrow();
    // Starts at the beginning of the densest stretch, not inside it.
    int from = Math.max(0, best - QUERIES_BEFORE);
    for (int i = best; i > from; i--) {
      if (all.get(i).timeNanos() >= latestAnswer(all.subList(from, i))) {
        return i;
      }
    }
    return best;
  }

  private static long latestAnswer(List<DnsExchange> exchanges) {
    return exchanges.stream()
        .mapToLong(e -> e.answer().map(DnsExchange.Answer::timeNanos).orElse(e.timeNanos()))
        .max()
        .orElse(0);
  }

  /** The sum of the names' time lines. */
  private static List<long[]> sum(List<NameFacts> names) {
    List<long[]> changes = new ArrayList<>();
    for (NameFacts name : names) {
      int before = 0;
      for (NameFacts.Point point : name.timeline()) {
        changes.add(new long[] {point.frame(), point.timeNanos(), point.outstanding() - before});
        before = point.outstanding();
      }
    }
    changes.sort(comparingLong(c -> c[0]));
    List<long[]> sum = new ArrayList<>();
    long outstanding = 0;
    for (long[] change : changes) {
      outstanding += change[2];
      sum.add(new long[] {change[1], outstanding});
    }
    return sum;
  }
}
