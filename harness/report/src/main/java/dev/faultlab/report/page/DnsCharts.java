package dev.faultlab.report.page;

import dev.faultlab.capture.dns.DnsExchange;
import dev.faultlab.capture.dns.DnsSummary;
import dev.faultlab.capture.dns.NameFacts;
import dev.faultlab.capture.dns.RecordType;
import dev.faultlab.result.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What a capture shows of DNS: look-ups in flight over time, and single look-ups as bars. */
final class DnsCharts {
  static final String IN_FLIGHT = "look-ups in flight";

  private static final int QUERIES = 48;
  private static final int CLOSE = 12;
  private static final double NANOS_PER_MILLI = 1e6;

  private DnsCharts() {}

  /** Whether there is anything to draw. */
  static boolean useful(DnsSummary dns) {
    return !exchanges(dns).isEmpty();
  }

  /**
   * Look-ups in flight: of the busiest name, and of all names together where there are several.
   * Time runs from the first query.
   */
  static Charts.Steps flight(DnsSummary dns, Charts.Role role) {
    long start = exchanges(dns).get(0).timeNanos();
    List<Charts.Line> lines = new ArrayList<>();
    List<NameFacts> names = List.copyOf(dns.names().values());
    if (names.size() > 1) {
      lines.add(
          new Charts.Line(
              "all " + names.size() + " names together",
              Charts.Role.MEASURED,
              StepLine.thinned(all(names), start)));
    }
    NameFacts busiest =
        names.stream()
            .max(
                Comparator.comparingInt(NameFacts::maxOutstanding)
                    .thenComparingLong(NameFacts::lookups))
            .orElseThrow();
    List<long[]> one = new ArrayList<>();
    busiest.timeline().forEach(p -> one.add(new long[] {p.timeNanos(), p.outstanding()}));
    lines.add(new Charts.Line(busiest.name(), role, StepLine.thinned(one, start)));
    return new Charts.Steps("steps", "seconds", IN_FLIGHT, false, 0, 0, 0, lines);
  }

  /** The {@value #QUERIES} consecutive queries that lie closest together in the capture. */
  static Charts.Waterfall waterfall(DnsSummary dns, Charts.Role role) {
    List<DnsExchange> all = exchanges(dns);
    int first = densest(all);
    List<DnsExchange> shown = all.subList(first, Math.min(all.size(), first + QUERIES));
    long start = shown.get(0).timeNanos();
    double end = 0;
    for (DnsExchange e : shown) {
      end = Math.max(end, (last(e) - start) / NANOS_PER_MILLI);
    }
    List<Charts.Bar> bars = new ArrayList<>();
    for (DnsExchange e : shown) {
      bars.add(
          new Charts.Bar(
              e.name(),
              RecordType.text(e.type()),
              e.frame(),
              e.answer().map(a -> "answered in frame " + a.frame()).orElse("never answered"),
              (e.timeNanos() - start) / NANOS_PER_MILLI,
              e.answer().map(a -> (a.timeNanos() - start) / NANOS_PER_MILLI).orElse(end)));
    }
    return new Charts.Waterfall("waterfall", role, end, bars);
  }

  /** What the bars say in figures. */
  static String headline(Charts.Waterfall waterfall) {
    return waterfall.bars().size() + " queries in " + Numbers.show(waterfall.spanMillis()) + " ms";
  }

  /** Without the markers that the harness sends into the capture itself. */
  private static List<DnsExchange> exchanges(DnsSummary dns) {
    return dns.exchanges().stream().filter(e -> dns.names().containsKey(e.name())).toList();
  }

  private static int densest(List<DnsExchange> all) {
    int best = 0;
    long shortest = Long.MAX_VALUE;
    int window = Math.min(QUERIES, all.size());
    for (int i = 0; i + window <= all.size(); i++) {
      long span = all.get(i + window - 1).timeNanos() - all.get(i).timeNanos();
      if (span < shortest) {
        shortest = span;
        best = i;
      }
    }
    // Start where the densest stretch begins, not in the middle of what was under way already.
    int from = Math.max(0, best - CLOSE);
    for (int i = best; i > from; i--) {
      if (all.get(i).timeNanos() >= latestAnswer(all.subList(from, i))) {
        return i;
      }
    }
    return best;
  }

  private static long latestAnswer(List<DnsExchange> exchanges) {
    return exchanges.stream().mapToLong(DnsCharts::last).max().orElse(0);
  }

  private static long last(DnsExchange e) {
    return e.answer().map(DnsExchange.Answer::timeNanos).orElse(e.timeNanos());
  }

  /** The sum of the names' time lines. */
  private static List<long[]> all(List<NameFacts> names) {
    List<long[]> changes = new ArrayList<>();
    for (NameFacts name : names) {
      int before = 0;
      for (NameFacts.Point point : name.timeline()) {
        changes.add(new long[] {point.frame(), point.timeNanos(), point.outstanding() - before});
        before = point.outstanding();
      }
    }
    changes.sort(Comparator.comparingLong(c -> c[0]));
    List<long[]> sum = new ArrayList<>();
    long outstanding = 0;
    for (long[] change : changes) {
      outstanding += change[2];
      sum.add(new long[] {change[1], outstanding});
    }
    return sum;
  }
}
