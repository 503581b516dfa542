package dev.faultlab.evidence;

/** What a trial is for. */
public enum TrialRole {
  /** It counts for the verdict, and others may go on at the same time. */
  COUNTED,

  /** It counts and is measured: nothing else goes on. */
  MEASURED,

  /** It counts, and bears witness to trials of others at another time than its point's own. */
  WITNESS
}
