package dev.faultlab.observation;

import dev.faultlab.evidence.EvidenceFiles;
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

/** Runs the signatures of a lab once on each trial. */
public final class TrialObserver {
  private final LabSignatures signatures;
  private final Observer observer = new Observer();

  /** Several threads use it. */
  private final Set<Drawn> drawn = ConcurrentHashMap.newKeySet();

  private record Drawn(Point point, List<String> outcomes) {}

  public TrialObserver(Lab lab) {
    this.signatures = new LabSignatures(lab);
  }

  /** Reads a trial's evidence and returns its observations. */
  public ObservedTrial observe(Variant variant, EvidenceReader files) {
    Map<String, Observation> seen = new LinkedHashMap<>();
    for (String signature : variant.expect().keySet()) {
      seen.put(signature, observer.observe(signatures.declared(signature, variant), files));
    }
    return new ObservedTrial(files.trial(), seen);
  }

  /**
   * The same; for the first trial of a point with each outcome, the chart data of its captures is
   * stored beside them.
   */
  public ObservedTrial draw(Cell cell, EvidenceReader files) throws IOException {
    ObservedTrial seen = observe(cell.variant(), files);
    if (drawn.add(new Drawn(cell.point(), outcomes(seen)))) {
      Map<String, CaptureChart> charts = charts(files);
      if (!charts.isEmpty()) {
        StoredCharts.write(files.trial().folder(), charts);
      }
    }
    return seen;
  }

  private static List<String> outcomes(ObservedTrial seen) {
    List<String> outcomes = new ArrayList<>();
    outcomes.add("failed " + seen.evidence().failure().isPresent());
    seen.signatures().forEach((id, o) -> outcomes.add(id + " " + o.state() + " " + o.code()));
    return outcomes;
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
