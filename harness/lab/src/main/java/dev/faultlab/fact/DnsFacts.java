package dev.faultlab.fact;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsSummary;
import dev.faultlab.capture.NameFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Reads facts on lookups from a trial's capture. */
public final class DnsFacts {
  private final DnsSummary dns;
  private final String shown;

  /** Name on the wire to the requested name, where a search list changed it. */
  private final Map<String, String> bases = new HashMap<>();

  /**
   * Reads the capture.
   *
   * @param file evidence file
   * @throws MissingFact when there is no such file, or it shows no DNS or cuts it off: a trial's
   *     capture has at least its own markers
   * @throws UnreadableEvidence when it cannot be read to its end
   */
  public DnsFacts(TrialEvidence evidence, String file) {
    this.shown = evidence.shown(file);
    this.dns = evidence.capture(file).dns();
    if (dns.counts().unreadable().cutOff() > 0) {
      throw new MissingFact(
          "%s: the snap length leaves nothing to count of %d DNS messages"
              .formatted(shown, dns.counts().unreadable().cutOff()));
    }
    if (dns.counts().queries() == 0) {
      throw new MissingFact(
          "%s: none of its %d frames is a DNS query, not even the capture's own marker"
              .formatted(shown, dns.coverage().frames()));
    }
    dns.expansions()
        .forEach(each -> each.steps().forEach(s -> bases.putIfAbsent(s.name(), each.base())));
  }

  /**
   * All lookups of a host and of names below it. The names that a search list makes of one
   * (resolv.conf(5) search, ndots) count as one lookup, as far as the capture shows.
   */
  public LookupTraffic lookups(String host) {
    String base = normalised(host);
    Map<String, List<NameFacts>> names = new TreeMap<>();
    for (NameFacts each : dns.names().values()) {
      if (belongs(each.name(), base)) {
        names.computeIfAbsent(requested(each.name()), n -> new ArrayList<>()).add(each);
      }
    }
    List<DnsExchange> exchanges =
        dns.exchanges().stream().filter(e -> belongs(e.name(), base)).toList();
    List<NameFacts> facts = names.values().stream().flatMap(List::stream).toList();
    Map<String, List<DnsExchange>> byName =
        exchanges.stream().collect(Collectors.groupingBy(e -> requested(e.name())));
    NameLookups busiest =
        names.keySet().stream()
            .map(name -> oneName(name, names.get(name), byName.getOrDefault(name, List.of())))
            .max(NameLookups.ORDER)
            .orElse(new NameLookups(base, 0, 0, 0, 0));
    OutstandingLookups together = OutstandingLookups.certain(exchanges);
    return new LookupTraffic(
        LookupTraffic.LOOKUPS.of(
            names.values().stream().mapToLong(DnsFacts::lookups).sum(), shown, frames(facts)),
        names.size(),
        LookupTraffic.MAX_ONE_NAME.of(busiest.max(), shown, frame(busiest.frame())),
        busiest.name(),
        busiest.max() - busiest.certain(),
        LookupTraffic.MAX_ALL_NAMES.of(together.max(), shown, frame(together.frame())),
        facts.stream().mapToLong(each -> each.counts().retransmissions()).sum());
  }

  /** Time from query to answer in milliseconds of each answered query of a name. */
  public List<Double> answerMillis(String name) {
    return dns.exchanges().stream()
        .filter(e -> e.name().equals(normalised(name)))
        .flatMap(e -> e.durationNanos().stream().boxed())
        .map(nanos -> nanos / 1e6)
        .toList();
  }

  /** The steps of a search list follow one another, so each lookup takes the first unused one. */
  private static long lookups(List<NameFacts> steps) {
    return steps.stream().mapToLong(each -> each.counts().lookups()).max().orElse(0);
  }

  private NameLookups oneName(String name, List<NameFacts> steps, List<DnsExchange> exchanges) {
    OutstandingLookups certain = OutstandingLookups.certain(exchanges);
    long max = certain.max();
    long frame = certain.frame();
    for (NameFacts each : steps) {
      if (each.peak().outstanding() > max) {
        max = each.peak().outstanding();
        frame = each.peak().frame();
      }
    }
    return new NameLookups(name, max, certain.max(), frame, lookups(steps));
  }

  private String requested(String name) {
    return bases.getOrDefault(name, name);
  }

  private boolean belongs(String name, String base) {
    String asked = requested(name);
    return name.equals(base)
        || asked.equals(base)
        || name.endsWith("." + base)
        || asked.endsWith("." + base);
  }

  private static String frames(List<NameFacts> names) {
    long first = names.stream().mapToLong(NameFacts::firstFrame).min().orElse(0);
    long last = names.stream().mapToLong(NameFacts::lastFrame).max().orElse(0);
    return first == 0 ? "no frame" : "frames " + first + "-" + last;
  }

  private static String frame(long number) {
    return number == 0 ? "no frame" : "frame " + number;
  }

  private static String normalised(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }
}
