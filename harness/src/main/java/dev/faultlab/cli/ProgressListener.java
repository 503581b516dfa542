package dev.faultlab.cli;

import dev.faultlab.machine.Progress;
import dev.faultlab.run.RunListener;
import java.util.Optional;

/** Shows a run's phases as progress. */
final class ProgressListener implements RunListener {
  private final Progress progress;
  private Optional<Progress.Step> current = Optional.empty();

  ProgressListener(Progress progress) {
    this.progress = progress;
  }

  @Override
  public void phase(String title, int steps) {
    close();
    current = Optional.of(progress.start(title, steps));
  }

  @Override
  public void say(String message) {
    progress.say(message);
  }

  @Override
  public void step(String what) {
    current.ifPresent(step -> step.advance(what));
  }

  @Override
  public void close() {
    current.ifPresent(Progress.Step::close);
    current = Optional.empty();
  }
}
