package dev.faultlab.trial;

import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.lab.CaptureSpec;
import dev.faultlab.lab.Step;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Carries out trials of one run. A trial that fails says why and keeps the evidence it has. */
public final class TrialRunner {
  private final Path run;
  private final LoadClock clock = new LoadClock();

  /**
   * @param run folder of the run
   */
  public TrialRunner(Path run) {
    this.run = run;
  }

  /**
   * One trial.
   *
   * @param folder where its evidence goes; made here
   * @param id id of the cell (or of the calibration), for reports
   * @param index 1-based
   * @param steps what is done
   * @param capture how packets are captured; empty when they are not
   */
  public TrialEvidence run(
      Stack stack,
      Path folder,
      String id,
      int index,
      Map<String, String> settings,
      List<Step> steps,
      Optional<CaptureSpec> capture)
      throws InterruptedException, IOException {
    Files.createDirectories(folder);
    Map<String, String> values = new LinkedHashMap<>(settings);
    values.putAll(stack.placeholders());
    values.put("trial", Integer.toString(index));
    String startedAt = Instant.now().toString();
    long loadNanos = 0;
    Optional<CaptureStats> stats = Optional.empty();
    Optional<String> failure = Optional.empty();
    try {
      Optional<CaptureSession> session = Optional.empty();
      if (capture.isPresent()) {
        String token = Integer.toHexString((startedAt + id).hashCode()) + "-" + index;
        session = Optional.of(CaptureSession.start(capture.get(), stack, token));
      }
      StepRunner runner = new StepRunner(stack, folder, values);
      long begin = System.nanoTime();
      clock.begin();
      try {
        for (Step step : steps) {
          runner.run(step);
        }
      } catch (StackException e) {
        failure = Optional.of(e.getMessage());
      } finally {
        clock.end();
      }
      loadNanos = System.nanoTime() - begin;
      if (session.isPresent()) {
        stats = Optional.of(session.get().stop(folder));
        readRequests(folder, capture.get());
      }
    } catch (StackException e) {
      failure = Optional.of(failure.map(f -> f + "; " + e.getMessage()).orElse(e.getMessage()));
    }
    return new TrialEvidence(
        run, folder, id, index, values, stats, failure, startedAt, loadNanos / 1_000_000);
  }

  /** Seconds until now in which at least one load went on. */
  public double loadSeconds() {
    return clock.seconds();
  }

  /** A capture that cannot be read costs this trial, not those after it. */
  private static void readRequests(Path folder, CaptureSpec capture) {
    if (capture.requests().isPresent()) {
      try {
        RequestsFile.write(folder, capture.file(), capture.requests().get());
      } catch (IOException | RuntimeException e) {
        throw new StackException(capture.file() + ": its requests cannot be read: " + e, e);
      }
    }
  }
}
