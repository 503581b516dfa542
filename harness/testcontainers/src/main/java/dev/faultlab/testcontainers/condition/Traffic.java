package dev.faultlab.testcontainers.condition;

import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts, at the router, what clients send to each of its addresses: segments with payload
 * ("calls") and new connections. A request that is repeated on the wire counts again.
 */
final class Traffic {
  private final Testbed bed;
  private final Rules rules;
  private Map<String, Long> before = new HashMap<>();

  /** Counts packets with these rules. */
  Traffic(Testbed bed, Rules rules) {
    this.bed = bed;
    this.rules = rules;
  }

  void watch(List<String> clients) {
    List<Rule> added = new ArrayList<>();
    clients.forEach(client -> added.addAll(rules(client)));
    rules.add(added);
  }

  private List<Rule> rules(String client) {
    List<Rule> each = new ArrayList<>();
    for (String address : bed.addresses()) {
      String from = "-s " + client + " -d " + address + " ";
      each.add(Rule.count("raw PREROUTING", from + Rules.DATA, "calls:" + client + ":" + address));
      String opened = "opened:" + client + ":" + address;
      each.add(rules.oncePerConnection("raw PREROUTING", from + Rules.SYN, opened));
      // After the place where conditions drop: what is sent again to no avail is not counted.
      String data = "-d " + client + " " + Rules.DATA + " -m conntrack --ctorigdst " + address;
      each.add(Rule.count("mangle POSTROUTING", data, "replies:" + client + ":" + address));
    }
    return each;
  }

  /** Counts from here on. */
  void reset() {
    before = rules.packets();
  }

  /** Segments of data that were forwarded to a client in all, of each upstream. */
  List<Long> replies(String client) {
    Map<String, Long> now = rules.packets();
    return bed.upstreams().stream()
        .map(each -> sum(now, "replies:" + client, List.of(each.front(), each.spare())))
        .toList();
  }

  /** Since the last reset. */
  Counts counts(String client) {
    return counts(client, rules.packets());
  }

  /** The same, from packets that were read. */
  Counts counts(String client, Map<String, Long> packets) {
    Map<String, Long> now = new HashMap<>(packets);
    now.replaceAll((label, count) -> count - before.getOrDefault(label, 0L));
    return new Counts(
        sum(now, "calls:" + client, bed.fronts()),
        sum(now, "calls:" + client, bed.spares()),
        sum(now, "opened:" + client, bed.fronts()),
        sum(now, "opened:" + client, bed.spares()));
  }

  /**
   * The counts of one client.
   *
   * @param calls segments with payload to the first addresses
   * @param spareCalls the same, to the spare addresses
   * @param opened connections begun to the first addresses
   * @param spareOpened the same, to the spare addresses
   */
  record Counts(long calls, long spareCalls, long opened, long spareOpened) {
    long connections() {
      return opened + spareOpened;
    }

    long total() {
      return calls + spareCalls;
    }
  }

  private static long sum(Map<String, Long> packets, String label, List<String> addresses) {
    return addresses.stream().mapToLong(to -> packets.getOrDefault(label + ":" + to, 0L)).sum();
  }
}
