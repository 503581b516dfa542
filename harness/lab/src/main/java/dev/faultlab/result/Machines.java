package dev.faultlab.result;

import dev.faultlab.point.Point;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which measurements may be compared: those of one class of machine. A run that was merged from
 * shards may be from several machines, and records for a point only its shard.
 */
public final class Machines {
  private static final List<String> CLASS = List.of("cpu", "cores", "kernel");
  private static final String MEMORY = "memory";

  /** Firmware and kernel reserve a little more or less memory from boot to boot. */
  private static final double SAME_MEMORY = 0.02;

  private static final Pattern KILOBYTES = Pattern.compile("[0-9]+ kB");

  /** An entry that only the provenance of a merged run has. */
  private static final String MERGED = "merged from";

  /** Differences between the machines of a merged run's shards. */
  private static final String SEPARATOR = "; ";

  private static final Pattern SHARD = Pattern.compile("(shard-[0-9]+)-.*");

  private Machines() {}

  /** How the machine classes of two runs differ; empty if they do not. */
  public static List<String> differing(RunResult a, RunResult b) {
    List<String> differ = new ArrayList<>(CLASS);
    differ.removeIf(name -> Objects.equals(a.provenance().get(name), b.provenance().get(name)));
    List<String> memory = new ArrayList<>(entries(a, MEMORY));
    memory.addAll(entries(b, MEMORY));
    if (!entries(a, MEMORY).equals(entries(b, MEMORY)) && !sameMemory(memory)) {
      differ.add(MEMORY);
    }
    return differ;
  }

  /**
   * Whether the measurements at two points come from one class of machine, if {@link #differing}
   * finds no difference. Two runs with several classes each may have distributed their shards
   * differently.
   */
  public static boolean comparable(RunResult a, Point one, RunResult b, Point other) {
    if (!several(a) && !several(b)) {
      return true;
    }
    Optional<String> shard = shard(a, one);
    return a.runId().equals(b.runId()) && shard.isPresent() && shard.equals(shard(b, other));
  }

  private static boolean several(RunResult run) {
    return CLASS.stream().anyMatch(name -> entries(run, name).size() > 1)
        || !sameMemory(entries(run, MEMORY));
  }

  private static Optional<String> shard(RunResult run, Point point) {
    return run.stackOf(point)
        .map(StackResult::name)
        .map(SHARD::matcher)
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1));
  }

  /** One entry, or one per shard of a merged run. */
  private static List<String> entries(RunResult run, String name) {
    String text = run.provenance().getOrDefault(name, "");
    return run.provenance().containsKey(MERGED) ? List.of(text.split(SEPARATOR)) : List.of(text);
  }

  private static boolean sameMemory(List<String> sizes) {
    if (!sizes.stream().allMatch(KILOBYTES.asMatchPredicate())) {
      return sizes.stream().distinct().count() == 1;
    }
    DoubleSummaryStatistics kilobytes =
        sizes.stream()
            .mapToDouble(size -> Double.parseDouble(size.replace(" kB", "")))
            .summaryStatistics();
    return kilobytes.getMax() - kilobytes.getMin() <= SAME_MEMORY * kilobytes.getMax();
  }
}
