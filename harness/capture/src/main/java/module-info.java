/**
 * Reads packet captures: {@code dev.faultlab.capture.Capture} is the way in. Users get that package
 * alone.
 */
@SuppressWarnings("module") // the other modules are built later, or are none
module dev.faultlab.capture {
  // Only for captures with that compression.
  requires static com.github.luben.zstd_jni;
  requires static org.tukaani.xz;

  exports dev.faultlab.capture;
  exports dev.faultlab.capture.dns to
      dev.faultlab.diagnose;
  exports dev.faultlab.capture.packet to
      dev.faultlab.diagnose;
  exports dev.faultlab.capture.tcp to
      dev.faultlab.diagnose;
}
