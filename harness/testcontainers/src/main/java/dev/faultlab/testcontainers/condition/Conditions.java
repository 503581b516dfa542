package dev.faultlab.testcontainers.condition;

import dev.faultlab.diagnose.Diagnose;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All conditions, by name and with the settings that a {@code faultlab.yaml} gives. */
public final class Conditions {
  private record Kind(
      Map<String, String> settings, Function<Map<String, String>, NetworkCondition> make) {}

  private static final Map<String, Kind> ALL = new TreeMap<>();

  static {
    add("idle-dropped", "after=350s", s -> new IdleDropped(time(s, "after")));
    add("idle-reset", "after=350s", s -> new IdleDropped(time(s, "after"), true));
    add("closes-as-reused", "", s -> new ClosesAsReused());
    add("peer-dies", "", s -> new PeerDies());
    add("upstream-restarts", "down=5s", s -> new UpstreamRestarts(time(s, "down")));
    add("latency", "delay=500ms", s -> new Latency(time(s, "delay")));
    add("certificate-expires", "", s -> new NewCertificates(true));
    add("certificate-rotates", "", s -> new NewCertificates(false));
    add("cpu-quota", "percent=5", s -> new CpuQuota(number(s, "percent")));
    add("loss", "percent=5", s -> new Loss(number(s, "percent")));
    add("address-flip", "old=alive grace=0s", s -> new AddressFlip(old(s), time(s, "grace")));
    add("dead-server", "", s -> new DeadServer());
    add("mtu-hole", "", s -> new MtuHole());
    add("narrow-ports", "ports=16", s -> new NarrowPorts(number(s, "ports")));
    add("slow-dns", "delay=100ms", s -> new SlowDns(time(s, "delay")));
    add("lost-dns", "replies=1", s -> new LostDns(number(s, "replies")));
  }

  private static void add(
      String id, String defaultText, Function<Map<String, String>, NetworkCondition> make) {
    Map<String, String> settings =
        Stream.of(defaultText.split(" "))
            .map(setting -> setting.split("="))
            .filter(setting -> setting.length == 2)
            .collect(Collectors.toUnmodifiableMap(setting -> setting[0], setting -> setting[1]));
    ALL.put(id, new Kind(settings, make));
  }

  private Conditions() {}

  /** {@return the names of all conditions, sorted} */
  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /**
   * The settings of a condition with their default values.
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
    Map<String, String> settings = new TreeMap<>(kind.settings);
    String known = "one of the settings " + List.copyOf(settings.keySet());
    given.keySet().forEach(s -> ArgumentCheck.require(kind.settings.containsKey(s), known, s));
    settings.putAll(given);
    return kind.make.apply(settings);
  }

  /**
   * What to do about faults that conditions show.
   *
   * @param asked whether a condition with a reason is meant
   * @return sentences by condition and reason, such as {@code peer-dies dead-connection-used}
   */
  public static Map<String, String> fixes(BiPredicate<String, String> asked) {
    Map<String, String> found = new TreeMap<>();
    NetworkCondition.About.TEXTS.forEach(
        (key, text) -> {
          String[] parts = key.toString().split("\\.fix\\.");
          if (parts.length == 2 && asked.test(parts[0], parts[1])) {
            found.put(parts[0] + " " + parts[1], Diagnose.remedy(text.toString()));
          }
        });
    return found;
  }

  /**
   * Where the reference explains a fault.
   *
   * @param fault a key of {@link #fixes}
   * @return a page with its section
   */
  public static String page(String fault) {
    String place = fault.split(" ")[0].replaceFirst("^start$", "a-trial");
    String first = "a-trial|idle-dropped|address-flip|dead-server|mtu-hole|narrow-ports|.*-dns";
    String page = place.matches(first) ? "conditions" : "conditions-upstream";
    return "docs/reference/" + page + ".md#" + place;
  }

  private static Kind kind(String id) {
    ArgumentCheck.require(ALL.containsKey(id), "a condition of " + names(), id);
    return ALL.get(id);
  }

  private static AddressFlip.Old old(Map<String, String> settings) {
    String text = settings.get("old");
    List<String> known =
        Stream.of(AddressFlip.Old.values()).map(o -> o.name().toLowerCase(Locale.ROOT)).toList();
    ArgumentCheck.require(known.contains(text), "old to be one of " + known, text);
    return AddressFlip.Old.valueOf(text.toUpperCase(Locale.ROOT));
  }

  private static int number(Map<String, String> settings, String name) {
    String text = settings.get(name);
    ArgumentCheck.require(text.matches("\\d{1,4}"), name + " to be a number", text);
    return Integer.parseInt(text);
  }

  private static Duration time(Map<String, String> settings, String name) {
    String text = settings.get(name);
    ArgumentCheck.require(
        text.matches("\\d{1,5}(ms|s|m)?"), name + " to be a duration such as 5s", text);
    return text.endsWith("ms")
        ? Duration.ofMillis(Long.parseLong(text.replace("ms", "")))
        : Duration.parse("PT" + text + (text.matches(".*\\d") ? "s" : ""));
  }
}
