package dev.faultlab.testcontainers.condition;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The names that a name server answers for, as a configuration of CoreDNS.
 *
 * @param names what is answered, by name in lower case
 * @param forwardOthers whether other names are asked of the name server's own resolver, as in a
 *     compose project; otherwise they do not exist
 */
public record Zone(Map<String, Answer> names, boolean forwardOthers) {
  /** Seconds that an answer about an upstream may be kept, until a condition says otherwise. */
  static final int TTL = 5;

  private static final int RECORDS = 5300;

  /** CoreDNS waits 2 s for a server that it forwards to, so longer delays use several. */
  private static final long STEP_MILLIS = 1500;

  private static final String NO_SUCH_NAME = "  template ANY ANY {\n    rcode NXDOMAIN\n  }\n";

  /** The treatment of a query. */
  public enum Treatment {
    /** The addresses. */
    ADDRESSES,
    /** An answer with a server failure. */
    SERVFAIL,
    /** An answer that there is no such name. */
    NXDOMAIN,
    /** Silence; the log says {@code asked TYPE NAME.} */
    NO_ANSWER
  }

  /**
   * What is answered for a name.
   *
   * @param addresses IPv4 or IPv6
   * @param ttl seconds that they may be kept
   * @param delay of each answer
   * @param treatment of each query
   */
  public record Answer(List<String> addresses, int ttl, Duration delay, Treatment treatment) {}

  /**
   * The text of a Corefile.
   *
   * @param serial given as the TXT record of {@code serial.faultlab}
   * @return for CoreDNS 1.15
   */
  public String corefile(int serial) {
    StringBuilder text = new StringBuilder();
    StringBuilder records = new StringBuilder();
    TreeSet<Long> delays = new TreeSet<>();
    names.forEach(
        (name, answer) -> {
          text.append(name).append(":53 {\n");
          if (answer.treatment == Treatment.NO_ANSWER) {
            text.append("  log . \"asked {type} {name}\"\n  erratic {\n    drop 1\n  }\n}\n");
            return;
          }
          // erratic answers late, with another address: it is discarded, and the next server asked
          for (long remaining = answer.delay.toMillis(); remaining > 0; remaining -= STEP_MILLIS) {
            delays.add(Math.min(remaining, STEP_MILLIS));
            text.append("  forward . 127.0.0.1:").append(port(Math.min(remaining, STEP_MILLIS)));
            text.append(" {\n    next NOERROR SERVFAIL\n    max_fails 0\n  }\n");
          }
          text.append("  forward . 127.0.0.1:" + RECORDS + " {\n    max_fails 0\n  }\n}\n");
          records.append(records(name, answer));
        });
    for (long millis : delays) {
      text.append(".:" + port(millis) + " {\n  bind 127.0.0.1\n");
      text.append("  erratic {\n    delay 1 " + millis + "ms\n  }\n}\n");
    }
    text.append(".:" + RECORDS + " {\n  bind 127.0.0.1\n" + records + NO_SUCH_NAME + "}\n");
    text.append("serial.faultlab:53 {\n  template IN TXT {\n    answer \"{{ .Name }} 0 IN TXT ");
    text.append(serial + "\"\n  }\n}\n");
    String others = forwardOthers ? "  forward . /etc/resolv.conf\n" : NO_SUCH_NAME;
    return text.append(".:53 {\n" + others + "  ready\n  errors\n}\n").toString();
  }

  private static String records(String name, Answer answer) {
    if (answer.treatment != Treatment.ADDRESSES) {
      return template("ANY ANY", name, "    rcode " + answer.treatment + "\n");
    }
    StringBuilder text = new StringBuilder();
    for (String type : List.of("A", "AAAA")) {
      StringBuilder lines = new StringBuilder();
      for (String address : answer.addresses) {
        if (address.contains(":") == type.equals("AAAA")) {
          lines.append(
              String.format("    answer \"{{ .Name }} %d IN %s %s\"\n", answer.ttl, type, address));
        }
      }
      text.append(lines.isEmpty() ? "" : template("IN " + type, name, lines.toString()));
    }
    return text + template("ANY ANY", name, "    rcode NOERROR\n");
  }

  private static String template(String types, String name, String lines) {
    return String.format(
        "  template %s {\n    match \"(?i)^%s[.]$\"\n%s    fallthrough\n  }\n",
        types, name.replace(".", "[.]"), lines);
  }

  private static long port(long millis) {
    return 10_000 + millis;
  }
}
