/**
 * Reads packet captures: {@code dev.faultlab.capture.file.Capture} is the way in. Users get its
 * package and the one of its values.
 */
@SuppressWarnings("module") // the other modules are built later, or are none
module dev.faultlab.capture {
  requires com.github.luben.zstd_jni;
  requires org.tukaani.xz;

  exports dev.faultlab.capture;
  exports dev.faultlab.capture.file;
  exports dev.faultlab.capture.ledger;
  exports dev.faultlab.capture.dns to
      dev.faultlab.diagnose;
  exports dev.faultlab.capture.packet to
      dev.faultlab.diagnose;
  exports dev.faultlab.capture.tcp to
      dev.faultlab.diagnose;
}
