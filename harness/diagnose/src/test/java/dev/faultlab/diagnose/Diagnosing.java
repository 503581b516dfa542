package dev.faultlab.diagnose;

import dev.faultlab.capture.CaptureReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Runs the detectors over a capture in memory. */
final class Diagnosing {
  private Diagnosing() {}

  static Diagnosis of(byte[] capture) {
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(capture))) {
      return Diagnose.run(reader);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
