package dev.faultlab.version;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Versions between bounds: {@code >=5.4-alpha2 <5.4.2}. Alternatives are separated by {@code ||}.
 *
 * @param text as it is declared
 */
public record VersionRange(VersionOrder order, String text) {
  private static final Pattern BOUND = Pattern.compile("(>=|<=|<|>)\\s*(\\S+)");

  /**
   * @throws IllegalArgumentException when it has another form, or a bound is no version
   */
  public VersionRange {
    alternatives(text)
        .flatMap(VersionRange::bounds)
        .forEach(b -> order.compare(b.group(2), b.group(2)));
  }

  private static Stream<String> alternatives(String text) {
    return Stream.of(text.split("\\|\\|", -1)).map(String::strip);
  }

  private static Stream<Matcher> bounds(String alternative) {
    return Stream.of(alternative.replaceAll("([<>]=?)\\s+", "$1").split("\\s+"))
        .map(
            written -> {
              Matcher bound = BOUND.matcher(written);
              if (!bound.matches()) {
                throw new IllegalArgumentException(
                    "'%s' is no range; write '>=5.4-alpha2 <5.4.2'".formatted(alternative));
              }
              return bound;
            });
  }

  /**
   * Whether a version is in it; empty if that cannot be known: it is no version, or names a line of
   * releases that a bound divides.
   */
  public Optional<Boolean> contains(String version) {
    List<Optional<Boolean>> each =
        alternatives(text)
            .map(one -> all(bounds(one).map(b -> within(b, version)).toList()))
            .toList();
    return each.contains(Optional.of(true))
        ? Optional.of(true)
        : each.contains(Optional.<Boolean>empty()) ? Optional.empty() : Optional.of(false);
  }

  /** No if one says no; unknown if one is unknown. */
  public static Optional<Boolean> all(List<Optional<Boolean>> each) {
    return each.contains(Optional.of(false))
        ? Optional.of(false)
        : each.contains(Optional.<Boolean>empty()) ? Optional.empty() : Optional.of(true);
  }

  private Optional<Boolean> within(Matcher bound, String version) {
    String limit = bound.group(2);
    if (limit.startsWith(version + ".") && !limit.substring(version.length()).matches("(\\.0)+")) {
      return Optional.empty();
    }
    try {
      int order = this.order.compare(version, limit);
      return Optional.of(
          switch (bound.group(1)) {
            case ">=" -> order >= 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            default -> order < 0;
          });
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
