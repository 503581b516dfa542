package dev.faultlab.observation;

import dev.faultlab.fact.EvidenceReader;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Variant;
import dev.faultlab.signature.Observation;
import dev.faultlab.signature.Observer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs the signatures of a lab once on each trial. */
public final class TrialObserver {
  private final LabSignatures signatures;
  private final Observer observer = new Observer();

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
}
