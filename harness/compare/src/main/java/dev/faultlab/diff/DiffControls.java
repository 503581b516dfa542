package dev.faultlab.diff;

import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.verdict.Control;
import dev.faultlab.verdict.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Changes that are inconclusive because a control of either run contradicts the lab. */
final class DiffControls {
  private final RunResult a;
  private final RunResult b;
  private final Pairs pairs;

  DiffControls(RunResult a, RunResult b, Pairs pairs) {
    this.a = a;
    this.b = b;
    this.pairs = pairs;
  }

  /** Why a signature's findings at a pair of points prove nothing; empty if they count. */
  Optional<String> against(Outcome before, Outcome now) {
    List<Point> asked = List.of(before.point(), now.point());
    return against("A", a, before, asked).or(() -> against("B", b, now, asked));
  }

  private Optional<String> against(String name, RunResult run, Outcome rests, List<Point> asked) {
    List<Control> others =
        Control.in(run.outcomes()).stream()
            .filter(control -> !asked.contains(control.side().point()))
            .toList();
    return Control.in(List.of(rests)).stream()
        .flatMap(own -> Control.against(own.side(), others, this::lasts).stream())
        .findFirst()
        .map(control -> "in " + name + " " + control.words(run.name(control.side().point())));
  }

  /** Whether a control contradicts the lab in both runs, or has no counterpart. */
  private boolean lasts(Control control) {
    Point point = control.side().point();
    return pairs.pairs().stream()
        .filter(pair -> point.equals(pair.a()) || point.equals(pair.b()))
        .map(
            pair ->
                Stream.concat(
                        at(a, pair.a(), control.side().signature()),
                        at(b, pair.b(), control.side().signature()))
                    .toList())
        .allMatch(Control::lasting);
  }

  private static Stream<Control> at(RunResult run, Point point, String signature) {
    return Control.in(run.outcomes()).stream()
        .filter(control -> control.side().point().equals(point))
        .filter(control -> control.side().signature().equals(signature));
  }
}
