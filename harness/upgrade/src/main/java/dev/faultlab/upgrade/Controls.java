package dev.faultlab.upgrade;

import static dev.faultlab.compare.Change.APPEARED;
import static dev.faultlab.compare.Change.CHANGED_REASON;
import static dev.faultlab.compare.Change.GONE;
import static dev.faultlab.compare.Change.STILL_ABSENT;
import static dev.faultlab.compare.Change.STILL_THERE;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.ObservedSignature;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.lab.Lab;
import dev.faultlab.result.RunResult;
import dev.faultlab.verdict.Control;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes inconclusive what depends on a control that contradicts the lab: a probe that sees a fault
 * where there is none, or misses one, proves nothing about neighbouring points either.
 *
 * @param controls of all runs that are compared
 * @param rows after acceptances were applied
 */
public record Controls(List<Control> controls, List<SignatureRow> rows) {
  /** Changes of a signature that was read; a stack that does not start needs no control. */
  private static final Set<Change> READ_CHANGES =
      EnumSet.of(APPEARED, CHANGED_REASON, GONE, STILL_THERE, STILL_ABSENT);

  private static final Set<Change> FLIPS = EnumSet.of(Change.APPEARED, Change.GONE);

  private static final String NOT_SHOWN =
      "no point at %s shows the fault that the lab expects there, so nothing says that it could be seen: %s";

  /** The controls of a comparison within one run. */
  static Controls of(Lab lab, RunResult run, List<SignatureRow> rows) {
    return new Controls(
        Control.in(run.outcomes()).stream()
            .filter(control -> lab.hasOwnSettings(control.side().point()))
            .distinct()
            .toList(),
        rows);
  }

  /** The rows, as far as their controls let them stand. */
  public List<SignatureRow> withControls() {
    return rows.stream().map(row -> row.with(candidate -> withControls(row, candidate))).toList();
  }

  private CandidateChange withControls(SignatureRow row, int candidate) {
    CandidateChange change = row.candidates().get(candidate);
    return READ_CHANGES.contains(change.change())
        ? ownContradiction(row, candidate)
            .or(() -> contradiction(row, candidate))
            .or(() -> unseen(row, candidate))
            .map(why -> new CandidateChange(change.side(), Change.CANNOT_TELL, why))
            .orElse(change)
        : change;
  }

  /** One side that contradicts the lab may be the change in question; both are not. */
  private Optional<String> ownContradiction(SignatureRow row, int candidate) {
    List<Control> sides = sides(row, candidate);
    boolean isMove = sides.size() == 1 && FLIPS.contains(row.candidates().get(candidate).change());
    return sides.stream()
        .filter(side -> Control.allContradict(sides) && side.contradicts() && !isMove)
        .findFirst()
        .map(c -> "it contradicts the lab: " + c.side().point().settings() + ": " + c.reason());
  }

  /**
   * A point that is not compared is a control for all points, regardless of its version. Any other
   * point is a control only for its own settings.
   */
  private Optional<String> contradiction(SignatureRow row, int candidate) {
    List<Control> others = independentOf(row);
    return Stream.concat(
            others.stream().filter(control -> control.contradicts() && !isCompared(control)),
            sides(row, candidate).stream()
                .flatMap(
                    side ->
                        Control.opposing(side.side(), others, c -> lasts(c, candidate)).stream()))
        .findFirst()
        .map(control -> control.words(control.side().point().words()));
  }

  /** If a fault is gone where the lab expects it, another point must show it there. */
  private Optional<String> unseen(SignatureRow row, int candidate) {
    CandidateChange change = row.candidates().get(candidate);
    return sides(row, candidate).stream()
        .filter(side -> change.change() == Change.GONE && isOf(side, row, change.side()))
        .filter(side -> side.side().presence() == Presence.PRESENT)
        .filter(side -> independentOf(row).stream().noneMatch(other -> other.shows(side)))
        .findFirst()
        .map(side -> NOT_SHOWN.formatted(side.side().point().settings(), side.reason()));
  }

  /**
   * The controls that a row may depend on. A candidate does not control itself, and an accepted
   * fault contradicts nothing.
   */
  private List<Control> independentOf(SignatureRow row) {
    return controls.stream()
        .filter(control -> control.side().signature().equals(row.signature()))
        .filter(control -> row.candidates().stream().noneMatch(c -> isOf(control, row, c.side())))
        .filter(control -> rows.stream().noneMatch(other -> accepted(control, other)))
        .toList();
  }

  /** Both sides of a row, if the lab has an expectation of them. */
  private List<Control> sides(SignatureRow row, int candidate) {
    return controls.stream()
        .filter(
            control ->
                isOf(control, row, row.before())
                    || isOf(control, row, row.candidates().get(candidate).side()))
        .toList();
  }

  /** Whether a control contradicts the lab on each side of its own row, or has no row. */
  private boolean lasts(Control control, int candidate) {
    return rows.stream()
        .map(row -> sides(row, candidate))
        .filter(sides -> sides.contains(control))
        .allMatch(Control::allContradict);
  }

  private boolean isCompared(Control control) {
    return rows.stream()
        .anyMatch(
            row ->
                isOf(control, row, row.before())
                    || row.candidates().stream().anyMatch(c -> isOf(control, row, c.side())));
  }

  private static boolean accepted(Control control, SignatureRow row) {
    return row.candidates().stream()
        .anyMatch(change -> change.accepted().isPresent() && isOf(control, row, change.side()));
  }

  private static boolean isOf(Control control, SignatureRow row, Optional<ObservedSignature> side) {
    return side.map(ObservedSignature::point).filter(control.side().point()::equals).isPresent()
        && control.side().signature().equals(row.signature());
  }
}
