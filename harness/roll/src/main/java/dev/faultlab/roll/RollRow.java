package dev.faultlab.roll;

import static java.util.stream.Collectors.toSet;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.compare.SignatureComparison;
import dev.faultlab.seen.State;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One count at one hold and direction.
 *
 * @param seen in each trial of a pass
 */
record RollRow(Measured at, Map<Pass, List<Count>> seen, SignatureComparison became) {

  /** A pass had ended before. */
  static final Count NOT_REACHED = Count.notExercised("not reached");

  /**
   * A count appeared only against both controls. What a control shows too, and as clearly, is not
   * of the mix. A control that shows something else decides nothing.
   *
   * @param seen in the trials that count; without any the reason is empty, as it is that of all
   *     rows
   */
  static SignatureComparison decide(Map<Pass, List<Count>> seen) {
    List<Count> trials = seen.get(Pass.OLD_TO_NEW);
    List<Count> shown = trials.stream().filter(Count::present).toList();
    Change change = shown.isEmpty() ? Change.STILL_ABSENT : Change.APPEARED;
    for (State open : List.of(State.NOT_EXERCISED, State.UNKNOWN, State.PRESENT)) {
      for (Pass pass : Pass.values()) {
        boolean roll = pass == Pass.OLD_TO_NEW;
        for (Count one : seen.get(pass)) {
          boolean alike = one.present() && (roll || alike(seen.get(pass), shown));
          if (one.state() == open && !alike && (!roll || shown.isEmpty())) {
            return new SignatureComparison(Change.CANNOT_TELL, pass.words() + ": " + one.reason());
          }
          change = alike && !roll && !shown.isEmpty() ? Change.STILL_THERE : change;
        }
      }
    }
    return trials.isEmpty()
        ? new SignatureComparison(Change.CANNOT_TELL, "")
        : new SignatureComparison(change, (shown.isEmpty() ? trials : shown).get(0).reason());
  }

  /** Whether each trial of a control shows the same, in at least half as large a share. */
  private static boolean alike(List<Count> control, List<Count> shown) {
    double most = shown.stream().mapToDouble(Count::share).max().orElse(1);
    return control.stream().allMatch(one -> one.present() && 2 * one.share() >= most)
        && (shown.isEmpty() || codes(control).equals(codes(shown)));
  }

  private static Set<String> codes(List<Count> seen) {
    return seen.stream().map(Count::code).collect(toSet());
  }

  private Stream<Count> all() {
    return seen.values().stream().flatMap(List::stream);
  }

  Bearing bearing() {
    return became.change().bearing();
  }

  /** In all trials of all passes. */
  boolean exercised() {
    return all().allMatch(Count::decided);
  }

  boolean reached() {
    return all().noneMatch(NOT_REACHED::equals);
  }

  /** Whether it needs a sentence of its own. */
  boolean told() {
    boolean plain = became.change() == Change.STILL_ABSENT && control().isEmpty();
    boolean shows = seen.get(Pass.OLD_TO_NEW).stream().anyMatch(Count::present);
    return !plain && !became.reason().isEmpty() && (reached() || shows);
  }

  /** What a control adds to the answer. */
  String control() {
    return switch (became.change()) {
      case STILL_THERE -> ". A control shows it too.";
      case STILL_ABSENT -> all().anyMatch(Count::present) ? ". Only a control shows it." : "";
      default -> "";
    };
  }

  /** What became of it, in capitals if a reader must act. */
  String verdict() {
    boolean met = all().noneMatch(one -> one.state() == State.NOT_EXERCISED);
    boolean open = bearing() == Bearing.OPEN && !met;
    return bearing().words(open ? State.NOT_EXERCISED.words() : became.change().words());
  }
}
