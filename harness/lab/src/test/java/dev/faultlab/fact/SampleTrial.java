package dev.faultlab.fact;

import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.evidence.Course;
import dev.faultlab.evidence.TrialEvidence;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Trials that were carried out and left files in a folder. */
public final class SampleTrial {
  private SampleTrial() {}

  /** One whose files lie where its run's do. */
  public static EvidenceReader in(Path folder) {
    return in(folder, folder, Map.of());
  }

  public static EvidenceReader in(Path run, Path folder, Map<String, String> settings) {
    return in(run, folder, settings, Optional.empty());
  }

  public static EvidenceReader in(
      Path run, Path folder, Map<String, String> settings, Optional<CaptureStats> capture) {
    return new EvidenceReader(
        new TrialEvidence(run, folder, "cell", 1, settings, Course.done(capture)));
  }
}
