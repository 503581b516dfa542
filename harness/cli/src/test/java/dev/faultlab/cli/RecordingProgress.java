package dev.faultlab.cli;

import dev.faultlab.machine.Progress;
import dev.faultlab.run.FakeEngine;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Tells an engine of a run's phases, by their titles, and of what is said; keeps it, steps as well.
 */
record RecordingProgress(
    FakeEngine engine, List<String> heard, AtomicReference<Supplier<List<String>>> below)
    implements Progress {

  @Override
  public Step start(String title, int total) {
    moment(title);
    return new Step() {
      @Override
      public void advance(String what) {
        heard.add(what);
      }

      @Override
      public void note(String what) {}

      @Override
      public void close() {}
    };
  }

  @Override
  public boolean footer(Supplier<List<String>> lines) {
    below.set(lines);
    return true;
  }

  @Override
  public void say(String message) {
    heard.add(message);
    moment(message);
  }

  private void moment(String name) {
    try {
      engine.moment(name);
    } catch (InterruptedException e) {
      throw new IllegalStateException("progress cannot be interrupted", e);
    }
  }
}
