package dev.faultlab.fact;

import dev.faultlab.capture.End;
import dev.faultlab.capture.dns.DnsCapture;
import dev.faultlab.capture.dns.DnsExchange;
import dev.faultlab.capture.dns.DnsSummary;
import dev.faultlab.capture.dns.NameFacts;
import dev.faultlab.evidence.TrialEvidence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Reads facts on look-ups from a trial's capture. */
public final class DnsFacts {
  private final DnsSummary dns;
  private final String shown;

  /**
   * Reads the capture.
   *
   * @param file evidence file
   * @throws MissingFact when there is no such file, or it cannot be read to its end
   */
  public DnsFacts(TrialEvidence evidence, String file) {
    this.shown = evidence.shown(file);
    Path path = evidence.file(file).orElseThrow(() -> new MissingFact("no evidence file " + shown));
    try {
      this.dns = DnsCapture.read(path);
    } catch (IOException e) {
      throw new MissingFact(shown + " cannot be read: " + e.getMessage());
    }
    if (!(dns.end() instanceof End.Complete)) {
      throw new MissingFact(shown + ": " + dns.end().sentence());
    }
  }

  /** All look-ups of a host, of names below it, and of its expansions by a search list. */
  public LookupTraffic lookups(String host) {
    String base = plain(host);
    List<NameFacts> names =
        dns.names().values().stream().filter(n -> belongs(n.name(), base)).toList();
    List<DnsExchange> exchanges =
        dns.exchanges().stream().filter(e -> belongs(e.name(), base)).toList();
    NameFacts busiest =
        names.stream()
            .max(
                Comparator.comparingInt(NameFacts::maxOutstanding)
                    .thenComparing(NameFacts::lookups)
                    .thenComparing(NameFacts::name))
            .orElse(null);
    return new LookupTraffic(
        new Fact<>(
            "look-ups on the wire",
            names.stream().mapToLong(NameFacts::lookups).sum(),
            shown,
            frames(names)),
        names.size(),
        new Fact<>(
            "most look-ups of one name outstanding",
            busiest == null ? 0L : busiest.maxOutstanding(),
            shown,
            busiest == null ? "no frame" : "frame " + busiest.maxFrame()),
        busiest == null ? base : busiest.name(),
        busiest == null ? 0 : busiest.doubtfulInMax(),
        allNames(exchanges),
        exchanges.stream().filter(e -> e.answer().isEmpty()).count(),
        names.stream().mapToLong(NameFacts::retransmissions).sum());
  }

  /** Time from query to answer in milliseconds of each answered query of a name. */
  public List<Double> answerMillis(String name) {
    return dns.exchanges().stream()
        .filter(e -> e.name().equals(plain(name)))
        .flatMap(e -> e.durationNanos().stream().boxed())
        .map(nanos -> nanos / 1e6)
        .toList();
  }

  /**
   * Most look-ups outstanding over all names. As for a single name, the maximum over the record
   * types: the A and the AAAA query of one look-up must not count twice. An unanswered query counts
   * as outstanding from its first transmission to its last, when somebody was certainly waiting.
   */
  private Fact<Long> allNames(List<DnsExchange> exchanges) {
    long most = 0;
    long frame = 0;
    for (int type : exchanges.stream().mapToInt(DnsExchange::type).distinct().toArray()) {
      List<long[]> changes = new ArrayList<>();
      for (DnsExchange e : exchanges) {
        if (e.type() == type) {
          changes.add(new long[] {e.frame(), 1});
          changes.add(new long[] {lastFrame(e), -1});
        }
      }
      changes.sort(Comparator.<long[]>comparingLong(c -> c[0]).thenComparingLong(c -> -c[1]));
      long outstanding = 0;
      for (long[] change : changes) {
        outstanding += change[1];
        if (outstanding > most) {
          most = outstanding;
          frame = change[0];
        }
      }
    }
    return new Fact<>(
        "most look-ups of all names outstanding",
        most,
        shown,
        frame == 0 ? "no frame" : "frame " + frame);
  }

  private static long lastFrame(DnsExchange exchange) {
    if (exchange.answer().isPresent()) {
      return exchange.answer().get().frame();
    }
    List<DnsExchange.Sent> again = exchange.retransmissions();
    return again.isEmpty() ? exchange.frame() : again.get(again.size() - 1).frame();
  }

  private static boolean belongs(String name, String base) {
    return name.equals(base) || name.endsWith("." + base) || name.startsWith(base + ".");
  }

  private static String frames(List<NameFacts> names) {
    if (names.isEmpty()) {
      return "no frame";
    }
    long first = names.stream().mapToLong(NameFacts::firstFrame).min().orElse(0);
    long last = names.stream().mapToLong(NameFacts::lastFrame).max().orElse(0);
    return "frames " + first + "-" + last;
  }

  private static String plain(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }
}
