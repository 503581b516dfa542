package dev.faultlab.cli;

import dev.faultlab.machine.Progress;
import dev.faultlab.run.FakeEngine;
import java.util.List;

/** Tells an engine of a run's phases, by their titles; keeps what is said. */
record MomentsOfProgress(FakeEngine engine, List<String> heard) implements Progress {

  @Override
  public Step start(String title, int total) {
    try {
      engine.moment(title);
    } catch (InterruptedException e) {
      throw new IllegalStateException("progress cannot be interrupted", e);
    }
    return Progress.silent().start(title, total);
  }

  @Override
  public void say(String message) {
    heard.add(message);
  }
}
