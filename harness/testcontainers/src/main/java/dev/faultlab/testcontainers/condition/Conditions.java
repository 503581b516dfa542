package dev.faultlab.testcontainers.condition;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** All conditions, by name and with the settings that a {@code faultlab.yaml} gives. */
public final class Conditions {
  private static final Pattern SECONDS = Pattern.compile("(\\d{1,5})(ms|s|m)?");

  private record Kind(
      Map<String, String> settings, Function<Map<String, String>, NetworkCondition> make) {}

  /** The value of a setting that must be given. */
  private static final String REQUIRED = "";

  private static final Map<String, Kind> ALL =
      new TreeMap<>(
          Map.of(
              "idle-dropped",
              new Kind(
                  Map.of("after", REQUIRED),
                  given -> new IdleDropped(duration(given.get("after")))),
              "address-flip",
              new Kind(
                  Map.of("old", "alive", "grace", "0s"),
                  given ->
                      new AddressFlip(
                          choice(given.get("old"), "silent", "alive"),
                          duration(given.get("grace")))),
              "dead-server",
              new Kind(Map.of(), given -> new DeadServer()),
              "mtu-hole",
              new Kind(Map.of(), given -> new MtuHole()),
              "narrow-ports",
              new Kind(Map.of("ports", "16"), given -> new NarrowPorts(number(given.get("ports")))),
              "slow-dns",
              new Kind(
                  Map.of("delay", "100ms"), given -> new SlowDns(duration(given.get("delay")))),
              "lost-dns",
              new Kind(
                  Map.of("replies", "1"), given -> new LostDns(number(given.get("replies"))))));

  private Conditions() {}

  /** {@return the names of all conditions, sorted} */
  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /**
   * The settings of a condition with their default values; an empty one must be given.
   *
   * @param id of the condition
   * @return values by name
   * @throws IllegalArgumentException when there is no such condition
   */
  public static Map<String, String> settings(String id) {
    return kind(id).settings;
  }

  /**
   * A condition with its settings.
   *
   * @param id of the condition
   * @param given by name; the others have their default values. A duration is written {@code
   *     100ms}, {@code 5s} or {@code 6m}
   * @return the condition
   * @throws IllegalArgumentException when there is no such condition or setting, or a value is not
   *     allowed
   */
  public static NetworkCondition named(String id, Map<String, String> given) {
    Kind kind = kind(id);
    for (String name : given.keySet()) {
      String settings = "%s: expected one of the settings %s, found \"%s\"";
      if (!kind.settings.containsKey(name)) {
        throw new IllegalArgumentException(
            settings.formatted(id, new TreeMap<>(kind.settings).keySet(), name));
      }
    }
    Map<String, String> all = new TreeMap<>(kind.settings);
    all.putAll(given);
    all.forEach(
        (name, value) -> {
          if (value.equals(REQUIRED)) {
            throw new IllegalArgumentException(
                "%s: expected a value of \"%s\", found none".formatted(id, name));
          }
        });
    return kind.make.apply(all);
  }

  private static Kind kind(String id) {
    Expected.that(ALL.containsKey(id), "a condition of " + names(), id);
    return ALL.get(id);
  }

  private static boolean choice(String text, String yes, String no) {
    Expected.that(text.equals(yes) || text.equals(no), yes + " or " + no, text);
    return text.equals(yes);
  }

  private static int number(String text) {
    Expected.that(text.matches("\\d{1,4}"), "a number", text);
    return Integer.parseInt(text);
  }

  private static Duration duration(String text) {
    Matcher matcher = SECONDS.matcher(text);
    Expected.that(matcher.matches(), "a duration such as 5s", text);
    long value = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2) == null ? "s" : matcher.group(2)) {
      case "ms" -> Duration.ofMillis(value);
      case "m" -> Duration.ofMinutes(value);
      default -> Duration.ofSeconds(value);
    };
  }
}
