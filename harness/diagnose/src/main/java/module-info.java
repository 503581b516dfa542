/** Looks for known faults in a capture: {@code dev.faultlab.diagnose.Diagnose} is the way in. */
module dev.faultlab.diagnose {
  requires transitive dev.faultlab.capture;

  exports dev.faultlab.diagnose;
}
