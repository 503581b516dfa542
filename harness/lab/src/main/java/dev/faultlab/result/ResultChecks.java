package dev.faultlab.result;

import dev.faultlab.effect.Estimate;
import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.point.Point;
import dev.faultlab.verdict.Judge;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The rules for every result of a run, whichever program wrote it: everything that reads one relies
 * on them.
 */
final class ResultChecks {
  /** Far more than any lab has: what compares points with each other takes seconds at most. */
  private static final int MAX_POINTS = 10_000;

  /**
   * Rejects a result that no run can have.
   *
   * @throws IOException with the value found, its place, and the value expected
   */
  static void require(RunResult result) throws IOException {
    check(!result.verdict().reasons().isEmpty(), "/verdict/reasons", "none", "a reason");
    instant("/startedAt", result.startedAt());
    instant("/finishedAt", result.finishedAt());
    for (double seconds : result.wallTime().values()) {
      check(seconds >= 0, "/wallTime", seconds, "no negative time");
    }
    int max = result.points().size();
    check(max <= MAX_POINTS, "/points", max + " points", MAX_POINTS + " at most");
    Set<Point> points = new HashSet<>(result.measured());
    check(points.size() == result.points().size(), "/points", "one twice", "each once");
    requireInside(points, "/trials", result.trials(), TrialRecord::point);
    requireInside(points, "/outcomes", result.outcomes(), o -> o.point());
    requireInside(points, "/measurements", result.measurements(), m -> m.point());
    requireInside(points, "/effects", result.effects(), e -> e.fault());
    requireInside(points, "/effects", result.effects(), e -> e.control());
    for (TrialRecord trial : result.trials()) {
      trial(trial);
    }
    Set<Judgement> judged = EnumSet.noneOf(Judgement.class);
    for (Outcome o : result.outcomes()) {
      Outcome ownOutcome =
          Judge.outcome(o.point(), o.signature(), o.expectation(), o.dependsOn(), o.observations());
      boolean isSame = words(o).equals(words(ownOutcome));
      check(isSame, "/outcomes", words(o), words(ownOutcome) + ", as its observations say");
      judged.add(ownOutcome.judgement());
    }
    Judgement verdict = result.verdict().judgement();
    boolean contradicted = judged.contains(Judgement.CONTRADICTED) && result.obstacles().isEmpty();
    boolean open = judged.contains(Judgement.INCONCLUSIVE) || !result.obstacles().isEmpty();
    boolean follows =
        (verdict == Judgement.CONTRADICTED) == contradicted
            && !(verdict == Judgement.AS_EXPECTED && open);
    check(follows, "/verdict", verdict, "what the outcomes and obstacles say");
    for (var measured : result.measurements()) {
      count("/measurements", measured.estimate());
      check(!measured.samples().isEmpty(), "/measurements", "no samples", "one at least");
    }
    for (var effect : result.effects()) {
      count("/effects", effect.faultMedian());
      count("/effects", effect.controlMedian());
      check(effect.p() >= 0 && effect.p() <= 1, "/effects", "p = " + effect.p(), "0 to 1");
    }
  }

  private static String words(Outcome found) {
    return found.judgement() + ", " + found.state() + " " + new TreeMap<>(found.counts());
  }

  private static void trial(TrialRecord trial) throws IOException {
    check(trial.index() >= 1, "/trials", "index " + trial.index(), "1 or more");
    check(trial.loadMillis() >= 0, "/trials", trial.loadMillis() + " ms", "no negative time");
    instant("/trials", trial.startedAt());
    if (trial.capture().isPresent()) {
      CaptureStats stats = trial.capture().get();
      long min = Math.min(stats.captured(), Math.min(stats.received(), stats.dropped()));
      check(min >= 0, "/trials", min + " packets", "no negative count");
    }
  }

  private static void count(String at, Estimate estimate) throws IOException {
    check(estimate.n() >= 1, at, "n = " + estimate.n(), "1 or more");
  }

  private static <T> void requireInside(
      Set<Point> points, String at, List<T> elements, Function<T, Point> point) throws IOException {
    for (T each : elements) {
      check(points.contains(point.apply(each)), at, point.apply(each), "one of /points");
    }
  }

  private static void instant(String at, String text) throws IOException {
    try {
      Instant.parse(text);
    } catch (DateTimeException e) {
      throw new IOException("found '" + text + "' at " + at + ", expected an ISO-8601 instant", e);
    }
  }

  private static void check(boolean holds, String at, Object found, String expected)
      throws IOException {
    if (!holds) {
      throw new IOException("found " + found + " at " + at + ", expected " + expected);
    }
  }
}
