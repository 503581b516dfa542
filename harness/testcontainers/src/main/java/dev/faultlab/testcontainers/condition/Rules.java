package dev.faultlab.testcontainers.condition;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  /**
   * The same with at least 6 bytes of payload after the usual options, or 18 without. As short is
   * the empty query by which pgjdbc's {@code isValid} tests a connection. Shorter are the messages
   * that end one politely: PostgreSQL's Terminate and MySQL's COM_QUIT have 5 bytes.
   */
  static final String REQUEST = DATA + " -m length --length 58:";

  /** The kernel counts in credits of 32 bits, which more packets than that in an hour overflow. */
  static final int MAX_PACKETS = 36;

  static final String SYN = "-p tcp --tcp-flags SYN,ACK SYN";

  /**
   * The end of a TLS connection, which is no request: a record of type alert (RFC 8446, section
   * 5.1), or an encrypted record of an alert's length (type 23, 2 + 1 + 16 bytes).
   */
  static final List<String> TLS_ALERTS =
      List.of(
          "-p tcp -m u32 --u32 0>>22&0x3C@12>>26&0x3C@0>>24=0x15",
          "-p tcp -m u32 --u32 0>>22&0x3C@12>>26&0x3C@0>>24=0x17"
              + "&&0>>22&0x3C@12>>26&0x3C@1=0x03030013");

  private static final Pattern SAVED =
      Pattern.compile("^\\[(\\d+):\\d+\\] .*--comment \"?([^\\s\"]+)", Pattern.MULTILINE);

  private final Part part;
  private final String token = UUID.randomUUID().toString().substring(0, 8);
  private final List<Rule> added = new ArrayList<>();

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

    private String table() {
      return chain.split(" ")[0];
    }

    private String line(String action, String token) {
      return "%s %s %s -m comment --comment %s:%s %s"
          .formatted(action, chain.split(" ")[1], match, token, label, target);
    }
  }

  /** Appends rules, all in one command. */
  void add(List<Rule> rules) {
    run(rules, "-A");
    added.addAll(rules);
  }

  void add(Rule... rules) {
    add(List.of(rules));
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

  /** Takes the rules with this label back. */
  void remove(String label) {
    List<Rule> rules = added.stream().filter(rule -> rule.label.equals(label)).toList();
    added.removeAll(rules);
    run(rules, "-D");
  }

  @Override
  public void close() {
    List<Rule> rules = new ArrayList<>(added);
    Collections.reverse(rules);
    added.clear();
    run(rules, "-D");
  }

  /** All in one command, because a process for each takes its time. */
  private void run(List<Rule> rules, String action) {
    if (rules.isEmpty()) {
      return;
    }
    StringBuilder text = new StringBuilder("iptables-restore -w --noflush <<'END'\n");
    for (String table : rules.stream().map(Rule::table).distinct().toList()) {
      text.append("*").append(table).append("\n");
      rules.stream()
          .filter(rule -> rule.table().equals(table))
          .forEach(rule -> text.append(rule.line(action, token)).append("\n"));
      text.append("COMMIT\n");
    }
    part.bash(text.append("END\n").toString());
  }

  /**
   * Matches a query of type A for a name (RFC 1035, section 4.1.2), so that a lookup of A and AAAA
   * counts once.
   */
  static String asksFor(String name) {
    StringBuilder hex = new StringBuilder();
    for (String label : name.split("[.]")) {
      hex.append(String.format("%02x", label.length()));
      label.chars().forEach(c -> hex.append(String.format("%02x", c)));
    }
    return "-m string --algo bm --icase --hex-string |" + hex + "0000010001|";
  }

  /** A rule that only counts the first packet that it sees of each connection of a client. */
  Rule oncePerConnection(String chain, String match, String label) {
    return Rule.count(chain, match + " " + limit("srcip,srcport", "day", 1, label), label);
  }

  /** Matches the first packets that the rule sees, for an hour, at most {@link #MAX_PACKETS}. */
  String first(String label, int packets) {
    return limit("srcip", "hour", packets, label);
  }

  /** A name for a table of the kernel, of this label only. */
  String name(String label) {
    return token + Integer.toHexString(label.hashCode() & 0xffff);
  }

  private String limit(String mode, String time, int packets, String label) {
    return String.format(
        "-m hashlimit --hashlimit-mode %s --hashlimit-upto 1/%s --hashlimit-burst %d"
            + " --hashlimit-htable-expire 86400000 --hashlimit-name %s",
        mode, time, packets, name(label));
  }
}
