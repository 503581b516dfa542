package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.capture.tcp.TcpScene;
import dev.faultlab.diagnose.Diagnosis.Suspicion;
import dev.faultlab.diagnose.Finding.Confidence;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Runs the detectors over a capture in memory, and says what is expected of them. */
final class Diagnosing {
  static Diagnosis of(byte[] capture) {
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(capture))) {
      return Diagnose.run(reader);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  static Diagnosis of(Path file) throws IOException {
    try (CaptureReader reader = CaptureReader.open(file)) {
      return Diagnose.run(reader);
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
    assertThat(finding.frames()).isNotEmpty();
    saysTheSameInValues(finding);
    return finding;
  }

  /** Who and what the finding is about, as values and as text. */
  static void saysTheSameInValues(Finding finding) {
    String client = finding.client().map(Object::toString).orElse("-");
    String server = finding.server().map(Object::toString).orElse("-");
    String name = finding.name().orElse("-");
    String subject = finding.place().subject();
    switch (finding.id()) {
      case SERIALISED_LOOKUPS, DNS_STAMPEDE, LOOKUP_PER_REQUEST ->
          assertThat(subject).isEqualTo(client + " looking up " + name);
      case SEARCH_LIST_MULTIPLICATION -> assertThat(subject).isEqualTo(client);
      case LOST_DNS_REPLY, DEAD_RESOLVER, EDNS_DROPPED, TRUNCATED_UNFETCHABLE, AAAA_ERROR ->
          assertThat(subject).isEqualTo(client + " asking " + server);
      case WINDOW_SCALE_MISMATCH, NO_WINDOW_SCALING -> {
        assertThat(subject).isEqualTo(server);
        assertThat(finding.client()).isEmpty();
      }
      case ANSWER_FROM_ELSEWHERE ->
          assertThat(subject).isIn(client + " asking " + server, client + " to " + server);
      case DEAD_CONNECTION,
          UNANSWERED_ATTEMPTS,
          LATE_HANDSHAKES,
          IDLE_RESET,
          LARGE_HELLO,
          NAGLE_DELAYED_ACK ->
          assertThat(subject).isEqualTo(client + " to " + server);
      case OUTDATED_ADDRESS ->
          assertThat(subject)
              .isEqualTo(
                  "%s connecting to %s for %s",
                  client, finding.server().orElseThrow().address(), name);
      case MTU_BLACK_HOLE ->
          assertThat(subject).contains(client, finding.server().orElseThrow().address().toString());
    }
    boolean ofConnections = finding.place().filter().contains("tcp");
    assertThat(finding.connection().isPresent()).isEqualTo(ofConnections);
    if (finding.id() != FindingId.OUTDATED_ADDRESS) {
      finding
          .connection()
          .ifPresent(each -> assertThat(finding.place().where()).contains(each.toString()));
    }
  }

  /** A finding with this confidence; nothing for -; or undecided, and why. */
  static void hasOutcome(Diagnosis diagnosis, FindingId id, String outcome) {
    switch (outcome) {
      case "-" -> {
        assertThat(diagnosis.findings()).isEmpty();
        assertThat(diagnosis.undecided()).extracting(Suspicion::id).doesNotContain(id);
      }
      case "CERTAIN", "LIKELY" -> {
        Finding finding = only(diagnosis, id, Confidence.valueOf(outcome));
        assertThat(finding.not().contains("What speaks against it"))
            .isEqualTo(outcome.equals("LIKELY"));
      }
      default -> onlyUndecided(diagnosis, id, outcome);
    }
  }

  static void onlyUndecided(Diagnosis diagnosis, FindingId id, String why) {
    assertThat(diagnosis.findings()).isEmpty();
    assertThat(diagnosis.undecided()).extracting(Suspicion::id).containsExactly(id);
    assertThat(diagnosis.undecided().get(0).why()).contains(why);
  }
}
