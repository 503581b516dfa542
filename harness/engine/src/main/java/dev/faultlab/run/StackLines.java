package dev.faultlab.run;

import dev.faultlab.observation.ObservedTrial;
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
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A line for each stack that is up: its current trial, and the results of earlier ones. Several
 * threads report to it.
 */
final class StackLines implements Supplier<List<String>> {
  private record Now(String trial, long sinceNanos) {}

  private static final class Line {
    private final String stack;
    private Optional<Now> now = Optional.empty();
    private int failed;
    private final Map<String, Map<State, Integer>> found = new LinkedHashMap<>();

    Line(String stack) {
      this.stack = stack;
    }
  }

  /** Stacks are numbered; they come up in any order. */
  private static final Comparator<Line> BY_NUMBER =
      Comparator.comparing((Line line) -> line.stack.length()).thenComparing(line -> line.stack);

  private final Map<StackSpec, Line> lines = new LinkedHashMap<>();

  synchronized void up(String stack, StackSpec spec) {
    lines.put(spec, new Line(stack));
  }

  synchronized void down(StackSpec spec) {
    lines.remove(spec);
  }

  synchronized void begins(PlannedTrial trial) {
    lines.get(trial.cell().stack()).now =
        Optional.of(new Now(trial.cell().id() + " #" + trial.index(), System.nanoTime()));
  }

  synchronized void ends(PlannedTrial trial, ObservedTrial observed) {
    Line line = lines.get(trial.cell().stack());
    line.now = Optional.empty();
    line.failed += observed.evidence().failure().isPresent() ? 1 : 0;
    observed
        .signatures()
        .forEach(
            (signature, seen) ->
                line.found
                    .computeIfAbsent(signature, s -> new EnumMap<>(State.class))
                    .merge(seen.state(), 1, Integer::sum));
  }

  @Override
  public synchronized List<String> get() {
    return lines.values().stream().sorted(BY_NUMBER).map(StackLines::text).toList();
  }

  private static String text(Line line) {
    String now =
        line.now
            .map(
                n ->
                    String.format(
                        "%s, %d s",
                        n.trial(),
                        Duration.ofNanos(System.nanoTime() - n.sinceNanos()).toSeconds()))
            .orElse("waits");
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
