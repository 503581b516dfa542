package dev.faultlab.fact;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.capture.End;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the evidence of one trial, each capture and each JSON file at most once, for all
 * signatures. It keeps what it has read, so drop it after the trial.
 */
public final class EvidenceReader {
  private final TrialEvidence trial;
  private final Map<String, Optional<Path>> found = new HashMap<>();
  private final Map<String, JsonNode> json = new HashMap<>();
  private final Map<String, CaptureReading> captures = new HashMap<>();
  private final Map<String, UnreadableEvidence> unreadable = new HashMap<>();

  public EvidenceReader(TrialEvidence trial) {
    this.trial = trial;
  }

  /** For a trial with a capture that was read already. */
  public EvidenceReader(TrialEvidence trial, Map<String, CaptureReading> captures) {
    this(trial);
    this.captures.putAll(captures);
  }

  public TrialEvidence trial() {
    return trial;
  }

  /** See {@link TrialEvidence#file}. */
  public Optional<Path> file(String name) {
    return found.computeIfAbsent(name, trial::file);
  }

  /** See {@link TrialEvidence#shown}. */
  public String shown(String name) {
    return trial.shown(name);
  }

  /**
   * A JSON file.
   *
   * @throws MissingFact when it is not there
   * @throws UnreadableEvidence when it is not JSON
   */
  public JsonNode json(String name) {
    return once(json, name, Json::read);
  }

  /**
   * A capture that was read to its end.
   *
   * @throws MissingFact when it is not there
   * @throws UnreadableEvidence when it cannot be read to its end
   */
  public CaptureReading capture(String name) {
    CaptureReading read = once(captures, name, CaptureReading::read);
    if (!(read.end() instanceof End.Complete)) {
      throw new UnreadableEvidence(shown(name) + ": " + read.end().sentence());
    }
    return read;
  }

  private interface Reading<T> {
    T of(Path file) throws IOException;
  }

  private <T> T once(Map<String, T> known, String name, Reading<T> reading) {
    if (unreadable.containsKey(name)) {
      throw unreadable.get(name);
    }
    T read = known.get(name);
    if (read == null) {
      Path path = file(name).orElseThrow(() -> new MissingFact("no evidence file " + shown(name)));
      try {
        read = reading.of(path);
      } catch (IOException e) {
        unreadable.put(
            name, new UnreadableEvidence(shown(name) + " cannot be read: " + e.getMessage()));
        throw unreadable.get(name);
      }
      known.put(name, read);
    }
    return read;
  }
}
