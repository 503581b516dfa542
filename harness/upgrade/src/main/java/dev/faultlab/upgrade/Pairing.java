package dev.faultlab.upgrade;

import dev.faultlab.lab.Variant;
import dev.faultlab.point.Point;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A variant with all its settings except the changed versions, and the points that are compared
 * there.
 *
 * @param variant declaration
 * @param place the point without the components
 * @param before at the team's versions; empty if the variant makes no sense there
 * @param after one per candidate; empty likewise
 * @param inTwoRuns whether the sides are of two runs; then they may be the same point
 */
public record Pairing(
    Variant variant,
    Point place,
    Optional<Point> before,
    List<Optional<Point>> after,
    boolean inTwoRuns) {

  /** Whether both sides exist, and are not one measurement. */
  public boolean compares(int candidate) {
    return before.isPresent()
        && after.get(candidate).isPresent()
        && (inTwoRuns || !before.equals(after.get(candidate)));
  }

  /** Whether it compares anything with any candidate. */
  public boolean compares() {
    return IntStream.range(0, after.size()).anyMatch(this::compares);
  }

  /** All its points: what is compared, so that it is measured at the same time. */
  public Set<Point> points() {
    return Stream.concat(before.stream(), after.stream().flatMap(Optional::stream))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
