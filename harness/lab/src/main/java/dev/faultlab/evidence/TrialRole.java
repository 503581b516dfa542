package dev.faultlab.evidence;

/** The purpose of a trial. */
public enum TrialRole {
  /** It counts for the verdict, and other trials may run at the same time. */
  COUNTED,

  /** It counts for the verdict and for metrics: nothing else runs. */
  MEASURED
}
