package dev.faultlab.run;

import dev.faultlab.machine.Progress;
import dev.faultlab.observation.ObservedTrial;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.signature.State;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Shows a run's phases as progress, the remaining trials, and on a terminal a line for each stack
 * that is up: its current trial, and the results of earlier ones. Several threads report to it.
 */
public final class ProgressListener implements RunListener, AutoCloseable {
  private static final class Line {
    private final String stack;
    private String trial = "";
    private long sinceNanos;
    private int failed;
    private final Map<String, Map<State, Integer>> found = new LinkedHashMap<>();

    Line(String stack) {
      this.stack = stack;
    }
  }

  /** Stacks are numbered; they come up in any order. */
  private static final Comparator<Line> BY_NUMBER =
      Comparator.comparing((Line line) -> line.stack.length()).thenComparing(line -> line.stack);

  private final Progress progress;
  private final TimeEstimate left;
  private final Map<StackSpec, Line> lines = new LinkedHashMap<>();
  private Optional<Progress.Step> current = Optional.empty();

  /**
   * @param left the remaining time of the run's trials
   */
  public ProgressListener(Progress progress, TimeEstimate left) {
    this.progress = progress;
    this.left = left;
  }

  @Override
  public void begins(String run, Plan plan) {
    progress.below(this::lines);
  }

  private List<String> lines() {
    synchronized (lines) {
      return lines.values().stream().sorted(BY_NUMBER).map(ProgressListener::text).toList();
    }
  }

  @Override
  public void up(String stack, StackSpec spec) {
    synchronized (lines) {
      lines.put(spec, new Line(stack));
    }
  }

  @Override
  public void down(StackSpec spec) {
    synchronized (lines) {
      lines.remove(spec);
    }
  }

  @Override
  public void trialBegins(PlannedTrial trial) {
    left.begins();
    synchronized (lines) {
      Line line = lines.get(trial.cell().stack());
      line.trial = trial.cell().id() + " #" + trial.index();
      line.sinceNanos = System.nanoTime();
    }
  }

  @Override
  public void trialEnds(PlannedTrial trial, ObservedTrial observed) {
    synchronized (lines) {
      Line line = lines.get(trial.cell().stack());
      line.trial = "";
      line.failed += observed.evidence().failure().isPresent() ? 1 : 0;
      observed
          .signatures()
          .forEach(
              (signature, seen) ->
                  line.found
                      .computeIfAbsent(signature, s -> new EnumMap<>(State.class))
                      .merge(seen.state(), 1, Integer::sum));
    }
    left.ends(trial);
  }

  @Override
  public void leftOut(PlannedTrial trial) {
    left.leftOut(trial);
  }

  @Override
  public void phase(String title, int steps) {
    end();
    Progress.Step step = progress.start(title, steps);
    if (title.equals(TRIALS)) {
      step.left(left::words);
    }
    current = Optional.of(step);
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
    progress.below(List::of);
    end();
  }

  private void end() {
    current.ifPresent(Progress.Step::close);
    current = Optional.empty();
  }

  private static String text(Line line) {
    long seconds = Duration.ofNanos(System.nanoTime() - line.sinceNanos).toSeconds();
    String now = line.trial.isEmpty() ? "waits" : String.format("%s, %d s", line.trial, seconds);
    return line.stack
        + ": "
        + now
        + (line.found.isEmpty() ? "" : "; until now " + words(line.found))
        + (line.failed == 0 ? "" : "; " + line.failed + " failed");
  }

  private static String words(Map<String, Map<State, Integer>> found) {
    return found.entrySet().stream()
        .map(
            seen ->
                seen.getKey()
                    + " "
                    + seen.getValue().entrySet().stream()
                        .map(s -> s.getKey().name().toLowerCase(Locale.ROOT) + " " + s.getValue())
                        .collect(Collectors.joining(", ")))
        .collect(Collectors.joining("; "));
  }
}
