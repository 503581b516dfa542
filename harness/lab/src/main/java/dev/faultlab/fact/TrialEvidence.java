package dev.faultlab.fact;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.capture.End;
import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.Json;
import dev.faultlab.files.RefusedPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A trial that was carried out: what it left behind, for all signatures, and what they observed.
 * Each capture and each JSON file is read at most once, and kept until the trial is {@link
 * #withObservations}.
 */
public final class TrialEvidence {
  private final Path runFolder;
  private final Map<String, String> settings;
  private final TrialRecord trial;
  private final Map<String, JsonNode> json = new HashMap<>();
  private final Map<String, CaptureReading> captures = new HashMap<>();
  private final Map<String, UnreadableEvidence> unreadable = new HashMap<>();
  private final Map<String, Observation> observations = new HashMap<>();

  /**
   * @param runFolder folder of the run; sources of facts are given relative to it
   * @param settings the values the trial ran with
   */
  public TrialEvidence(Path runFolder, Map<String, String> settings, TrialRecord trial) {
    this(runFolder, settings, trial, Map.of());
  }

  /** For a trial with captures that were read already. */
  public TrialEvidence(
      Path runFolder,
      Map<String, String> settings,
      TrialRecord trial,
      Map<String, CaptureReading> captures) {
    this.runFolder = runFolder;
    this.settings = settings;
    this.trial = trial;
    this.captures.putAll(captures);
  }

  /** The same files, of which nothing is kept in memory. */
  public TrialEvidence uncached() {
    return new TrialEvidence(runFolder, settings, trial);
  }

  /**
   * The same trial with what its signatures found. No file is kept in memory.
   *
   * @param found id of each signature that is expected of the variant, to its observation
   */
  public TrialEvidence withObservations(Map<String, Observation> found) {
    TrialEvidence evidence = uncached();
    evidence.observations.putAll(found);
    return evidence;
  }

  /**
   * The observation of a signature.
   *
   * @throws IllegalArgumentException when the trial's variant expects nothing of it
   */
  public Observation of(String signature) {
    Observation seen = observations.get(signature);
    if (seen == null) {
      throw new IllegalArgumentException(
          "nothing is expected of signature '" + signature + "' in " + shown(""));
    }
    return seen;
  }

  public Map<String, String> settings() {
    return settings;
  }

  public TrialRecord trial() {
    return trial;
  }

  public Optional<String> failure() {
    return trial.failure();
  }

  /** The folder of the trial. */
  public Path folder() {
    return InnerPath.of(runFolder, trial.folder());
  }

  /**
   * The evidence file of that name, if the trial has it; it may be packed.
   *
   * @throws RefusedPath when the name leads out of the trial's folder
   */
  public Optional<Path> file(String name) {
    return EvidenceFiles.find(InnerPath.of(folder(), name));
  }

  /** A file's name as reports show it: relative to the folder of the run. */
  public String shown(String name) {
    return runFolder.relativize(folder().resolve(name)).toString();
  }

  /**
   * A JSON file.
   *
   * @throws MissingFact when it is not there
   * @throws UnreadableEvidence when it is not JSON
   */
  public JsonNode json(String name) {
    return readOnce(json, name, Json::read);
  }

  /**
   * A capture that was read to its end.
   *
   * @throws MissingFact when it is not there
   * @throws UnreadableEvidence when it cannot be read to its end
   */
  public CaptureReading capture(String name) {
    CaptureReading read = readOnce(captures, name, CaptureReading::read);
    if (!(read.end() instanceof End.Complete)) {
      throw new UnreadableEvidence(shown(name) + ": " + read.end().sentence());
    }
    return read;
  }

  private interface EvidenceReader<T> {
    T read(Path file) throws IOException;
  }

  private <T> T readOnce(Map<String, T> cache, String name, EvidenceReader<T> reader) {
    if (unreadable.containsKey(name)) {
      throw unreadable.get(name);
    }
    T read = cache.get(name);
    if (read == null) {
      Path path = file(name).orElseThrow(() -> new MissingFact("no evidence file " + shown(name)));
      try {
        read = reader.read(path);
      } catch (IOException e) {
        unreadable.put(
            name, new UnreadableEvidence(shown(name) + " cannot be read: " + e.getMessage()));
        throw unreadable.get(name);
      }
      cache.put(name, read);
    }
    return read;
  }
}
