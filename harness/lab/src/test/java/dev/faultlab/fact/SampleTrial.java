package dev.faultlab.fact;

import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.evidence.TrialRole;
import dev.faultlab.point.Point;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Trials that were carried out and left files in a folder. */
public final class SampleTrial {
  /** One whose files lie where its run's do. */
  public static TrialEvidence in(Path folder) {
    return in(folder, folder, Map.of());
  }

  public static TrialEvidence in(Path run, Path folder, Map<String, String> settings) {
    return in(run, folder, settings, Optional.empty());
  }

  public static TrialEvidence in(
      Path run, Path folder, Map<String, String> settings, Optional<CaptureStats> capture) {
    return new TrialEvidence(
        run, settings, record(1, run.relativize(folder).toString(), capture, Optional.empty()));
  }

  /** A trial of the point {@code v}, which took a millisecond. */
  public static TrialRecord record(
      int index, String folder, Optional<CaptureStats> capture, Optional<String> failure) {
    return new TrialRecord(
        new Point("v", Map.of()),
        index,
        Optional.of(TrialRole.MEASURED),
        folder,
        "2026-01-01T00:00:00Z",
        1,
        capture,
        failure,
        Optional.empty());
  }
}
