package dev.faultlab.roll;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.compare.SignatureComparison;
import dev.faultlab.seen.State;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One count at one hold and direction.
 *
 * @param seen in each trial of a pass
 * @param controls that it was compared with
 */
record RollRow(
    CountKey at, Map<Pass, List<Count>> seen, Set<Pass> controls, SignatureComparison became) {

  /** A pass had ended before. */
  static final Count NOT_REACHED = Count.notExercised("not reached");

  /** A control shows the same as the roll only from this part of the roll's share on. */
  private static final double MIN_SHARE = 0.5;

  /**
   * A fault is one of the mix if no control shows it as clearly. A control with another fault
   * decides nothing. A single control ran the same versions as the roll there, so the size of its
   * share is chance and does not count.
   *
   * @param seen counts of the trials that count. Without any the reason is empty, because the
   *     report states it once for all rows
   */
  static SignatureComparison decide(Map<Pass, List<Count>> seen, Set<Pass> controls) {
    double share = controls.size() == 1 ? 0 : MIN_SHARE;
    Set<Pass> compared = EnumSet.of(Pass.OLD_TO_NEW);
    compared.addAll(controls);
    List<Count> trials = seen.get(Pass.OLD_TO_NEW);
    List<Count> shown = trials.stream().filter(Count::present).toList();
    Change change = shown.isEmpty() ? Change.STILL_ABSENT : Change.APPEARED;
    for (State open : List.of(State.NOT_EXERCISED, State.UNKNOWN, State.PRESENT)) {
      for (Pass pass : compared) {
        boolean isRoll = pass == Pass.OLD_TO_NEW;
        for (Count one : seen.get(pass)) {
          boolean alike = one.present() && (isRoll || alike(seen.get(pass), shown, share));
          if (one.state() == open && !alike && (!isRoll || shown.isEmpty())) {
            return new SignatureComparison(Change.CANNOT_TELL, pass.words() + ": " + one.reason());
          }
          change = alike && !isRoll && !shown.isEmpty() ? Change.STILL_THERE : change;
        }
      }
    }
    return trials.isEmpty()
        ? new SignatureComparison(Change.CANNOT_TELL, "")
        : new SignatureComparison(change, (shown.isEmpty() ? trials : shown).get(0).reason());
  }

  /** Whether each trial of a control shows the same, in at least this part of the share. */
  private static boolean alike(List<Count> control, List<Count> shown, double minShare) {
    double maxShare = shown.stream().mapToDouble(Count::share).max().orElse(1);
    return control.stream().allMatch(one -> one.present() && one.share() >= minShare * maxShare)
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
  boolean needsSentence() {
    boolean unremarkable = became.change() == Change.STILL_ABSENT && control().isEmpty();
    boolean isShown = seen.get(Pass.OLD_TO_NEW).stream().anyMatch(Count::present);
    return !unremarkable && !became.reason().isEmpty() && (reached() || isShown);
  }

  /** A sentence on the controls that show the fault; empty if none does. */
  String control() {
    String which = shown().map(Pass::words).collect(joining(" and "));
    return switch (became.change()) {
      case STILL_THERE -> ". A control shows it too: " + which + ".";
      case STILL_ABSENT -> which.isEmpty() ? "" : ". Only a control shows it: " + which + ".";
      default -> "";
    };
  }

  private Stream<Pass> shown() {
    return controls.stream().filter(p -> seen.get(p).stream().anyMatch(Count::present));
  }

  /** Whether only the new version shows it: then it is a fault of that version, not of the mix. */
  boolean isOfNewVersion() {
    return became.change() == Change.STILL_THERE && shown().allMatch(Pass.NEW_TO_NEW::equals);
  }

  /** What became of it, in capitals if a reader must act. */
  String verdict() {
    boolean isExercised = all().noneMatch(one -> one.state() == State.NOT_EXERCISED);
    boolean isOpen = bearing() == Bearing.OPEN && !isExercised;
    String words =
        became.change() == Change.STILL_THERE ? "not of the mix" : became.change().words();
    return bearing().words(isOpen ? State.NOT_EXERCISED.words() : words);
  }
}
