package dev.faultlab.upgrade;

import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StackResult;
import dev.faultlab.verdict.Obstacle;
import java.util.Optional;

/** What the team's side has shown: in the run of the candidates, or in one that was kept. */
interface Before {

  /** What a signature saw at a point; nothing observed where it was not run there. */
  Side side(Point point, String signature);

  /** Whether every trial there could be carried out, and there was one. */
  boolean carriedOut(Point point);

  /** What leaves a point open: met on its stack, or by the run itself. */
  Optional<String> obstacle(Point point);

  /** What it ran on. */
  Optional<StackResult> stack(Point point);

  /** Of a run. */
  static Before in(RunResult run) {
    return new Before() {
      @Override
      public Side side(Point point, String signature) {
        return Side.of(run, point, signature);
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
        return Before.obstacle(run, point);
      }

      @Override
      public Optional<StackResult> stack(Point point) {
        return run.stackOf(point);
      }
    };
  }

  /**
   * What a run met that leaves a point open. A stack that did not start is a finding of its own, a
   * metric that cannot be read touches no signature.
   */
  static Optional<String> obstacle(RunResult run, Point point) {
    return run.obstacles().stream()
        .filter(o -> o.kind() != Obstacle.Kind.STACK && o.kind() != Obstacle.Kind.READING)
        .filter(
            o ->
                run.stacks().stream().noneMatch(stack -> stack.name().equals(o.subject()))
                    || run.stackOf(point)
                        .map(StackResult::name)
                        .filter(o.subject()::equals)
                        .isPresent())
        .map(Obstacle::message)
        .findFirst();
  }
}
