/**
 * Reads packet captures. {@code dev.faultlab.capture} has files and frames, {@code .dns} lookups,
 * {@code .tcp} connections.
 */
module dev.faultlab.capture {
  // Only for captures with that compression.
  requires static com.github.luben.zstd_jni;
  requires static org.tukaani.xz;

  exports dev.faultlab.capture;
  exports dev.faultlab.capture.dns;
  exports dev.faultlab.capture.tcp;
}
