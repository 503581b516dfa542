package dev.faultlab.testcontainers.condition;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * The names that the name server answers for, as a configuration of CoreDNS.
 *
 * @param names in lower case
 * @param forwardOthers whether other names are asked of the name server's own resolver, as in a
 *     compose project; otherwise they do not exist
 */
record Zone(Map<String, Entry> names, boolean forwardOthers) {
  /** Seconds that an answer may be kept. */
  static final int TTL = 5;

  private static final int RECORDS = 5300;

  /** CoreDNS waits 2 s for a server that it forwards to, so longer delays use several. */
  private static final long STEP_MILLIS = 1500;

  record Entry(String address, Duration delay) {}

  Zone {
    names = Map.copyOf(names);
  }

  Zone with(String name, String address, Duration delay) {
    Map<String, Entry> all = new LinkedHashMap<>(names);
    all.put(name.toLowerCase(Locale.ROOT), new Entry(address, delay));
    return new Zone(all, forwardOthers);
  }

  /**
   * The text of a Corefile.
   *
   * @param serial given as the TXT record of {@code serial.faultlab}
   */
  String corefile(int serial) {
    StringBuilder text = new StringBuilder();
    StringBuilder records = new StringBuilder();
    TreeSet<Long> delays = new TreeSet<>();
    names.forEach(
        (name, entry) -> {
          text.append(name).append(":53 {\n");
          // erratic answers late, with another address: it is discarded, and the next server asked
          for (long left = entry.delay.toMillis(); left > 0; left -= STEP_MILLIS) {
            delays.add(Math.min(left, STEP_MILLIS));
            text.append("  forward . 127.0.0.1:").append(10_000 + Math.min(left, STEP_MILLIS));
            text.append(" {\n    next NOERROR SERVFAIL\n    max_fails 0\n  }\n");
          }
          text.append("  forward . 127.0.0.1:" + RECORDS + " {\n    max_fails 0\n  }\n}\n");
          records.append(template("IN A", name, "answer", entry.address));
          records.append(template("ANY ANY", name, "rcode", "NOERROR"));
        });
    delays.forEach(
        millis ->
            text.append(
                    ".:" + (10_000 + millis) + " {\n  bind 127.0.0.1\n  erratic {\n    delay 1 ")
                .append(millis + "ms\n  }\n}\n"));
    String none = "  template ANY ANY {\n    rcode NXDOMAIN\n  }\n";
    text.append(".:" + RECORDS + " {\n  bind 127.0.0.1\n" + records + none + "}\n");
    text.append("serial.faultlab:53 {\n  template IN TXT {\n    answer \"{{ .Name }} 0 IN TXT ");
    text.append(serial + "\"\n  }\n}\n");
    String others = forwardOthers ? "  forward . /etc/resolv.conf\n" : none;
    return text.append(".:53 {\n" + others + "  ready\n  errors\n}\n").toString();
  }

  private static String template(String types, String name, String directive, String value) {
    String what =
        directive.equals("answer") ? "\"{{ .Name }} " + TTL + " IN A " + value + "\"" : value;
    return String.format(
        "  template %s {\n    match \"(?i)^%s[.]$\"\n    %s %s\n    fallthrough\n  }\n",
        types, name.replace(".", "[.]"), directive, what);
  }
}
