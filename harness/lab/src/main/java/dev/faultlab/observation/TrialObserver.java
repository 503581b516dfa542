package dev.faultlab.observation;

import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.EvidenceReader;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Variant;
import dev.faultlab.plan.Cell;
import dev.faultlab.point.Point;
import dev.faultlab.signature.Observation;
import dev.faultlab.signature.Observer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Runs the signatures of a lab once on each trial and stores their observations beside it. */
public final class TrialObserver {
  private final LabSignatures signatures;
  private final Observer observer = new Observer();

  /** Several threads use it. */
  private final Set<Drawn> drawn = ConcurrentHashMap.newKeySet();

  private record Drawn(Point point, List<String> outcomes) {}

  public TrialObserver(Lab lab) {
    this.signatures = new LabSignatures(lab);
  }

  /** Reads a trial's evidence and returns its observations; nothing is stored. */
  public ObservedTrial observe(Variant variant, EvidenceReader files) {
    Map<String, Observation> seen = new LinkedHashMap<>();
    for (String signature : variant.expect().keySet()) {
      seen.put(signature, observer.observe(signatures.declared(signature, variant), files));
    }
    return new ObservedTrial(files.trial(), seen);
  }

  /**
   * The same, stored beside the evidence. For the first trial of a point with each outcome, the
   * chart data of its captures is stored too.
   */
  public ObservedTrial store(Cell cell, EvidenceReader files) throws IOException {
    ObservedTrial seen = observe(cell.variant(), files);
    boolean first = drawn.add(new Drawn(cell.point(), outcomes(seen)));
    StoredObservations.write(seen, first ? charts(files) : Map.of());
    return seen;
  }

  private static List<String> outcomes(ObservedTrial seen) {
    List<String> outcomes = new ArrayList<>();
    outcomes.add("failed " + seen.evidence().failure().isPresent());
    seen.signatures().forEach((id, o) -> outcomes.add(id + " " + o.state() + " " + o.code()));
    return outcomes;
  }

  /** The stored observations of a trial, or new ones if none are stored. */
  public ObservedTrial stored(Variant variant, TrialEvidence trial) {
    return StoredObservations.in(trial.folder())
        .filter(stored -> stored.signatures().keySet().equals(variant.expect().keySet()))
        .map(stored -> new ObservedTrial(trial, stored.signatures()))
        .orElseGet(() -> observe(variant, new EvidenceReader(trial)));
  }

  private static Map<String, CaptureChart> charts(EvidenceReader files) throws IOException {
    Map<String, CaptureChart> charts = new LinkedHashMap<>();
    for (String name : EvidenceFiles.sizes(files.trial().folder()).keySet()) {
      if (EvidenceFiles.isCapture(Path.of(name))) {
        try {
          charts.put(name, CaptureChart.of(files.readable(name)));
        } catch (MissingFact e) {
          // The report mentions this when it tries to draw the capture.
        }
      }
    }
    return charts;
  }
}
