package dev.faultlab.testcontainers.condition;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Rules of iptables in one part. Each counts the packets that it matches, by a label; {@link
 * #close} removes them all.
 */
final class Rules implements AutoCloseable {
  /**
   * Any segment with payload. Kernels set PSH on the last segment of each write (RFC 9293, section
   * 3.9.1.2), and never on a bare acknowledgement, whose options can make it longer than a short
   * request.
   */
  static final String DATA = "-p tcp --tcp-flags PSH PSH";

  static final String SYN = "-p tcp --tcp-flags SYN,ACK SYN";

  /**
   * The end of a TLS connection, which is no request: a record of type alert (RFC 8446, section
   * 5.1), or an encrypted one of the same length.
   */
  static final String TLS_ALERT = "-m u32 --u32 '0>>22&0x3C@12>>26&0x3C@0>>24=0x15'";

  private static final Pattern SAVED =
      Pattern.compile("^\\[(\\d+):\\d+\\] .*--comment \"?([^ \"]+)", Pattern.MULTILINE);

  private final Part part;
  private final String token = UUID.randomUUID().toString().substring(0, 8);
  private final List<String> added = new ArrayList<>();

  Rules(Part part) {
    this.part = part;
  }

  /**
   * A rule.
   *
   * @param chain with its table: {@code raw PREROUTING}
   * @param match options of iptables
   * @param target such as {@code -j DROP}; empty to count only
   * @param label by which its packets are read; rules with the same label count together
   */
  record Rule(String chain, String match, String target, String label) {

    /** A rule that only counts. */
    static Rule count(String chain, String match, String label) {
      return new Rule(chain, match, "", label);
    }

    static Rule drop(String chain, String match, String label) {
      return new Rule(chain, match, "-j DROP", label);
    }
  }

  /** Appends rules, all in one command. */
  void add(List<Rule> rules) {
    List<String> specs =
        rules.stream()
            .map(
                rule ->
                    String.format(
                        "-t %s %s -m comment --comment %s:%s %s",
                        rule.chain.replace(" ", " @ "), rule.match, token, rule.label, rule.target))
            .toList();
    run(specs, "-A");
    added.addAll(specs);
  }

  /** Packets that each label has matched. */
  Map<String, Long> packets() {
    Map<String, Long> packets = new TreeMap<>();
    Matcher rule = SAVED.matcher(part.run(List.of("iptables-save", "-c")));
    while (rule.find()) {
      if (rule.group(2).startsWith(token + ":")) {
        packets.merge(rule.group(2).substring(9), Long.parseLong(rule.group(1)), Long::sum);
      }
    }
    return packets;
  }

  /** Packets that one label has matched; 0 if there is no such rule. */
  long packets(String label) {
    return packets().getOrDefault(label, 0L);
  }

  @Override
  public void close() {
    List<String> specs = new ArrayList<>(added);
    Collections.reverse(specs);
    added.clear();
    run(specs, "-D");
  }

  private void run(List<String> specs, String action) {
    if (!specs.isEmpty()) {
      part.bash(
          specs.stream()
              .map(spec -> "iptables -w " + spec.replace("@", action))
              .collect(Collectors.joining("\n", "set -e\n", "\n")));
    }
  }

  /**
   * Matches the first packet of each connection of a client that the rule sees, so that the label
   * counts connections.
   */
  String oncePerConnection(String label) {
    return "-m hashlimit --hashlimit-mode srcip,srcport --hashlimit-upto 1/day --hashlimit-burst 1"
        + (" --hashlimit-htable-expire 86400000 --hashlimit-name " + token)
        + Integer.toHexString(label.hashCode() & 0xffff);
  }
}
