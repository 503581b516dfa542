package dev.faultlab.capture;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The DNS of one capture.
 *
 * @param names facts by name (lower case, no final dot), over all clients; those of the zone {@code
 *     marker.lab.}, which open and close a trial, are left out
 * @param exchanges every query in the order of frames
 * @param expansions names that were tried with a search list
 * @param counts of the whole capture
 * @param coverage of the capture
 * @param end whether the capture was read to its end
 */
public record DnsSummary(
    Map<String, NameFacts> names,
    List<DnsExchange> exchanges,
    List<SearchExpansion> expansions,
    DnsCounts counts,
    Coverage coverage,
    End end) {

  /**
   * Facts of a name.
   *
   * @param name whatever its case, with or without the final dot
   * @return empty if it was not looked up
   */
  public Optional<NameFacts> name(String name) {
    String withoutDot =
        name.endsWith(".") && name.length() > 1 ? name.substring(0, name.length() - 1) : name;
    return Optional.ofNullable(names.get(withoutDot.toLowerCase(Locale.ROOT)));
  }
}
