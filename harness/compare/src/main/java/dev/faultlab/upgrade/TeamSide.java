package dev.faultlab.upgrade;

import dev.faultlab.compare.ObservedSignature;
import dev.faultlab.lab.Lab;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StackResult;
import dev.faultlab.verdict.Control;
import java.util.List;
import java.util.Optional;

/** What the team's side has shown: in the run of the candidates, or in one that was kept. */
interface TeamSide {

  /** What a signature saw at a point; nothing observed where it was not run there. */
  ObservedSignature side(Point point, String signature);

  /** Whether every trial there could be carried out, and there was one. */
  boolean carriedOut(Point point);

  /** What leaves a point open: met on its stack, or by the run itself. */
  Optional<String> obstacle(Point point);

  /** What it ran on. */
  Optional<StackResult> stack(Point point);

  /** What its points have shown as each other's controls. */
  List<Control> controls(Lab lab);

  /** Of a run. */
  static TeamSide in(RunResult run) {
    return new TeamSide() {
      @Override
      public ObservedSignature side(Point point, String signature) {
        return ObservedSignature.of(run, point, signature);
      }

      @Override
      public boolean carriedOut(Point point) {
        return run.trials().stream().anyMatch(trial -> trial.point().equals(point))
            && run.trials().stream()
                .filter(trial -> trial.point().equals(point))
                .allMatch(trial -> trial.failure().isEmpty());
      }

      @Override
      public Optional<String> obstacle(Point point) {
        return run.obstacle(point);
      }

      @Override
      public Optional<StackResult> stack(Point point) {
        return run.stackOf(point);
      }

      @Override
      public List<Control> controls(Lab lab) {
        return Control.in(run.outcomes());
      }
    };
  }
}
