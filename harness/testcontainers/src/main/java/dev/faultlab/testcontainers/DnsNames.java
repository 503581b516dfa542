package dev.faultlab.testcontainers;

import dev.faultlab.testcontainers.condition.ArgumentCheck;
import dev.faultlab.testcontainers.condition.Zone;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** The names that a {@link DelayedDns} answers for. Not safe for several threads. */
final class DnsNames {
  private static final Pattern NAME = Pattern.compile("[a-z0-9_-]+(\\.[a-z0-9_-]+)*");
  private static final Zone.Answer NEW =
      new Zone.Answer(List.of(), 30, Duration.ZERO, Zone.Treatment.ADDRESSES);

  private final Map<String, Zone.Answer> answers = new TreeMap<>();

  /** How many queries for a name still get no answer. */
  private final Map<String, Integer> lost = new HashMap<>();

  void change(String name, UnaryOperator<Zone.Answer> to) {
    Zone.Answer answer = to.apply(answers.getOrDefault(normalised(name), NEW));
    answer.addresses().forEach(DnsNames::requireAddress);
    answers.put(normalised(name), answer);
  }

  void lose(String name, int queries) {
    change(name, old -> old);
    lost.put(normalised(name), queries);
  }

  /** A query got no answer. Returns whether it was the last one to get none. */
  boolean lostLast(String name) {
    return lost.getOrDefault(name, 0) > 0 && lost.merge(name, -1, Integer::sum) == 0;
  }

  String corefile(int serial) {
    Map<String, Zone.Answer> now = new TreeMap<>(answers);
    now.replaceAll(
        (name, answer) ->
            lost.getOrDefault(name, 0) == 0
                ? answer
                : new Zone.Answer(
                    answer.addresses(), answer.ttl(), answer.delay(), Zone.Treatment.NO_ANSWER));
    return new Zone(now, false).corefile(serial);
  }

  private static String normalised(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("\\.$", "");
    ArgumentCheck.require(NAME.matcher(plain).matches(), "a host name such as backend.test", name);
    return plain;
  }

  private static void requireAddress(String address) {
    boolean ok =
        address.matches("\\d{1,3}(\\.\\d{1,3}){3}")
            || address.contains(":") && address.matches("[0-9a-fA-F:.]+");
    ArgumentCheck.require(ok, "an IPv4 or IPv6 address", address);
  }
}
