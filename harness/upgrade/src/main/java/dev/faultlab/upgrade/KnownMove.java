package dev.faultlab.upgrade;

import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.Lab;
import dev.faultlab.version.VersionRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a lab knows of the moves of a component.
 *
 * @param component as {@code --from} takes it
 * @param what whether a fault comes or goes with the move
 * @param version with which it does
 * @param fault in one line
 */
public record KnownMove(String component, String what, String version, String lab, String fault) {

  /**
   * What these labs know, by component, and then what comes before what goes.
   *
   * @param only the name of one; empty for all versions, without settings
   * @throws BadQuestion when no lab has it
   */
  public static List<KnownMove> in(List<Lab> labs, String only) {
    List<KnownMove> moves = new ArrayList<>();
    for (Lab lab : labs) {
      Components.in(lab)
          .forEach(
              (name, axis) -> {
                if (only.isEmpty() ? !name.contains(":") : name.equals(only)) {
                  moves.addAll(of(lab, name, axis.range().orElse("any")));
                }
              });
    }
    if (moves.isEmpty()) {
      throw new BadQuestion("there is no component '" + only + "'" + Components.hint(only, labs));
    }
    moves.sort(Comparator.comparing(KnownMove::component).thenComparing(KnownMove::what));
    return moves;
  }

  private static List<KnownMove> of(Lab lab, String name, String range) {
    List<KnownMove> moves = new ArrayList<>();
    Optional<VersionRange> faulty = Optional.ofNullable(lab.faulty().get(name)).map(f -> f.range());
    for (boolean comes : List.of(true, false)) {
      String what = comes ? "comes with a move up to" : "goes with a move up to";
      faulty.stream()
          .flatMap(f -> f.bounds(comes).stream())
          .forEach(v -> moves.add(new KnownMove(name, what, v, lab.name(), lab.title())));
    }
    if (faulty.isEmpty() || lab.signatures().size() > 1) {
      KnownFault.in(List.of(lab))
          .forEach(f -> moves.add(new KnownMove(name, "needs a run", range, f.lab(), f.title())));
    }
    return moves;
  }
}
