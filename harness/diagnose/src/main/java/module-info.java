/** Looks for known faults in a capture: {@code dev.faultlab.diagnose.Diagnose} is the way in. */
@SuppressWarnings("module") // the other module is built later
module dev.faultlab.diagnose {
  requires transitive dev.faultlab.capture;

  exports dev.faultlab.diagnose;
  exports dev.faultlab.seen;
  exports dev.faultlab.pattern to
      dev.faultlab.testcontainers;
}
