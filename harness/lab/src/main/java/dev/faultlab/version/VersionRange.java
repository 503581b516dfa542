package dev.faultlab.version;

import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Versions between bounds: {@code >=5.4-alpha2 <5.4.2}. Alternatives are separated by {@code ||}.
 *
 * @param text as it is declared
 */
public record VersionRange(VersionOrder order, String text) {
  private static final Pattern BOUND = Pattern.compile("(>=|<=|<|>)\\s*([^\\s<>=,]+)\\s*");
  private static final Pattern BOUNDS = Pattern.compile("\\s*(?:" + BOUND + ")+");

  /**
   * @throws IllegalArgumentException when it has another form, or a bound is no version
   */
  public VersionRange {
    for (String alternative : text.split("\\|\\|", -1)) {
      if (!BOUNDS.matcher(alternative).matches()) {
        throw new IllegalArgumentException(
            "'%s' is no range; write '>=5.4-alpha2 <5.4.2'".formatted(alternative));
      }
      BOUND.matcher(alternative).results().forEach(b -> order.compare(b.group(2), b.group(2)));
    }
  }

  /**
   * Whether a version is in it; empty if that cannot be known: it is no version, or names a line of
   * releases that a bound divides.
   */
  public Optional<Boolean> contains(String version) {
    if (!version.matches("v?[0-9].*")) {
      return Optional.empty(); // such as LATEST or [1.0,2.0), which have a place in Maven's order
    }
    List<Optional<Boolean>> each =
        Stream.of(text.split("\\|\\|"))
            .map(one -> allOf(BOUND.matcher(one).results().map(b -> within(b, version)).toList()))
            .toList();
    return each.contains(Optional.of(true))
        ? Optional.of(true)
        : each.contains(Optional.<Boolean>empty()) ? Optional.empty() : Optional.of(false);
  }

  /** What holds for a version and all older ones; empty if that differs, or cannot be known. */
  public Optional<Boolean> upTo(String version) {
    try {
      return bounds().stream().allMatch(bound -> order.compare(version, bound) < 0)
          ? contains(version)
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The versions where it begins or ends. */
  public List<String> bounds() {
    return BOUND.matcher(text).results().map(bound -> bound.group(2)).toList();
  }

  /** The versions with which it begins, or those with which it ends. */
  public List<String> bounds(boolean begins) {
    return BOUND
        .matcher(text)
        .results()
        .filter(bound -> bound.group(1).startsWith(">") == begins)
        .map(bound -> (bound.group(1).matches(">|<=") ? "after " : "") + bound.group(2))
        .toList();
  }

  /** No if one says no; unknown if one is unknown. */
  public static Optional<Boolean> allOf(List<Optional<Boolean>> each) {
    return each.contains(Optional.of(false))
        ? Optional.of(false)
        : each.contains(Optional.<Boolean>empty()) ? Optional.empty() : Optional.of(true);
  }

  private Optional<Boolean> within(MatchResult bound, String version) {
    String limit = bound.group(2);
    if (limit.startsWith(version + ".") && !limit.substring(version.length()).matches("(\\.0)+")) {
      return Optional.empty();
    }
    try {
      int found = order.compare(version, limit);
      boolean same = bound.group(1).endsWith("=") && found == 0;
      return Optional.of(same || (bound.group(1).startsWith("<") ? found < 0 : found > 0));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
