package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.CaptureReader;
import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.tcp.TcpScene;
import dev.faultlab.diagnose.Finding.Confidence;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/** Runs the detectors over a capture in memory, and says what is expected of them. */
final class Diagnosing {
  private Diagnosing() {}

  static Diagnosis of(byte[] capture) {
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(capture))) {
      return Diagnose.run(reader);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  static Diagnosis of(DnsScene scene) {
    return of(scene.toBytes());
  }

  static Diagnosis of(TcpScene scene) {
    return of(scene.toBytes());
  }

  static Diagnosis of(Consumer<DnsScene> scene) {
    DnsScene all = new DnsScene();
    scene.accept(all);
    return of(all);
  }

  static void isSilent(Diagnosis diagnosis) {
    assertThat(diagnosis.findings()).isEmpty();
    assertThat(diagnosis.undecided()).isEmpty();
  }

  static Finding only(Diagnosis diagnosis, FindingId id, Confidence confidence) {
    assertThat(diagnosis.findings()).extracting(Finding::id).containsExactly(id);
    Finding finding = diagnosis.findings().get(0);
    assertThat(finding.confidence()).isEqualTo(confidence);
    assertThat(finding.place().frames()).isNotEmpty();
    return finding;
  }

  static void onlyUndecided(Diagnosis diagnosis, FindingId id, String why) {
    assertThat(diagnosis.findings()).isEmpty();
    assertThat(diagnosis.undecided()).extracting(Diagnosis.Undecided::id).containsExactly(id);
    assertThat(diagnosis.undecided().get(0).why()).contains(why);
  }
}
