package dev.faultlab.roll;

import static java.util.stream.Collectors.toSet;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.compare.SignatureComparison;
import dev.faultlab.seen.State;
import java.util.List;
import java.util.Map;
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
   * @param seen in the trials that count
   */
  static SignatureComparison decide(Map<Pass, List<Count>> seen) {
    List<Count> roll = seen.get(Pass.OLD_TO_NEW);
    boolean shows = roll.stream().anyMatch(Count::present);
    for (State open : List.of(State.NOT_EXERCISED, State.UNKNOWN)) {
      for (Pass pass : Pass.values()) {
        for (Count one : seen.get(pass)) {
          if (one.state() == open && !(shows && pass == Pass.OLD_TO_NEW)) {
            return open(pass, one);
          }
        }
      }
    }
    boolean control = false;
    for (Pass pass : List.of(Pass.OLD_TO_OLD, Pass.NEW_TO_NEW)) {
      for (Count one : seen.get(pass)) {
        if (one.present() && !alike(seen.get(pass), roll, shows)) {
          return open(pass, one);
        }
        control |= one.present();
      }
    }
    Count first = roll.stream().filter(Count::present).findFirst().orElse(roll.get(0));
    Change with = control ? Change.STILL_THERE : Change.APPEARED;
    return new SignatureComparison(shows ? with : Change.STILL_ABSENT, first.reason());
  }

  private static SignatureComparison open(Pass pass, Count why) {
    return new SignatureComparison(Change.CANNOT_TELL, pass.words() + ": " + why.reason());
  }

  /** Whether each trial of a control shows the same, in at least half as large a share. */
  private static boolean alike(List<Count> control, List<Count> roll, boolean shows) {
    double most =
        shows ? roll.stream().filter(Count::present).mapToDouble(Count::share).max().orElse(1) : 1;
    return control.stream().allMatch(one -> one.present() && 2 * one.share() >= most)
        && (!shows || codes(control).equals(codes(roll)));
  }

  private static Object codes(List<Count> seen) {
    return seen.stream().filter(Count::present).map(Count::code).collect(toSet());
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

  boolean shows() {
    return seen.get(Pass.OLD_TO_NEW).stream().anyMatch(Count::present);
  }

  boolean onlyControl() {
    return !shows() && all().anyMatch(Count::present);
  }

  /** What became of it, in capitals if a reader must act. */
  String verdict() {
    boolean met = all().noneMatch(one -> one.state() == State.NOT_EXERCISED);
    return bearing()
        .words(
            met || bearing() != Bearing.OPEN
                ? became.change().words()
                : State.NOT_EXERCISED.words());
  }
}
