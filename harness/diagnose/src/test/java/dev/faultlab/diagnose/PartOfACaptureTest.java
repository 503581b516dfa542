package dev.faultlab.diagnose;

import static dev.faultlab.capture.dns.DnsScene.A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.Wire;
import dev.faultlab.diagnose.Finding.Confidence;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is said of a capture that does not fit into memory. */
class PartOfACaptureTest {
  private static final long SMALL = 100_000;
  private static final long MEDIUM = 6_000_000;
  private static final long LARGE = 1L << 30;

  private static Diagnosis diagnose(byte[] capture, long heap) {
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(capture))) {
      return Diagnose.run(reader, new MemoryBudget(heap));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Three names with a search list, which is certain, and then names that fill the memory. */
  private static byte[] searchListAndManyNames() {
    DnsScene scene = new DnsScene();
    int n = 0;
    for (String base : List.of("a.lab", "b.lab", "c.lab")) {
      for (String end : List.of(".ns.svc.local", ".svc.local", ".local")) {
        scene.query(n, 2000 + n, n, base + end, A).noSuchName(n + 1, 2000 + n, n, base + end, A);
        n += 2;
      }
      scene.query(n, 2000 + n, n, base, A).answer(n + 1, 2000 + n, n, base, A);
      n += 2;
    }
    for (; n < 800; n++) {
      scene.query(n * 10, 2000 + n, n, "host" + n + ".example", A);
      scene.answer(n * 10 + 1, 2000 + n, n, "host" + n + ".example", A);
    }
    return scene.toBytes();
  }

  @Test
  void nothingIsCertainOfAPart() {
    byte[] capture = searchListAndManyNames();
    Diagnosis whole = diagnose(capture, LARGE);
    assertThat(whole.findings())
        .singleElement()
        .satisfies(f -> assertThat(f.confidence()).isEqualTo(Confidence.CERTAIN));
    assertThat(whole.unseen()).noneMatch(why -> why.contains("do not fit"));

    Diagnosis part = diagnose(capture, MEDIUM);
    assertThat(part.findings())
        .singleElement()
        .satisfies(f -> assertThat(f.confidence()).isEqualTo(Confidence.LIKELY))
        .satisfies(f -> assertThat(f.not()).contains("more than fits into memory"));
    assertThat(part.unseen())
        .anyMatch(why -> why.contains("DNS queries for more names") && why.contains("-Xmx4g"));
    // An answer to a query that was left out does not say that the capture lacks it.
    assertThat(part.unseen()).noneMatch(why -> why.contains("whose query is not in the capture"));
  }

  private static void second(DnsScene scene, double at, int id, String name) {
    byte[] query = Wire.udp(3000 + id, 53, Wire.dnsQuery(id, name, A));
    byte[] answer = Wire.udp(53, 3000 + id, Wire.dnsAnswer(id, name, A, 0, 30, "10.0.0.9"));
    scene.frame(at, "10.0.0.1", "10.0.0.54", query);
    scene.frame(at + 10, "10.0.0.54", "10.0.0.1", answer);
  }

  /** A client that waits for a dead server; whether that answered others is not known of a part. */
  @Test
  void aDeadServerIsUndecidedInAPart() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 3; n++) {
      scene.query(n * 40_000, 2000 + n, n, "a.lab", A);
      second(scene, n * 40_000 + 5000, 10 + n, "a.lab");
    }
    // The client asks the second server first as well, hardly ever, so that it is no habit.
    second(scene, 150_000, 20, "b.lab");
    for (int n = 0; n < 300; n++) {
      scene.frame(200_000, "10.0.0.2", "10.0.0.54", Wire.udp(n, 53, Wire.dnsQuery(n, "c.lab", A)));
    }
    byte[] capture = scene.toBytes();
    assertThat(diagnose(capture, LARGE).findings())
        .singleElement()
        .satisfies(f -> assertThat(f.id()).isEqualTo(FindingId.DEAD_RESOLVER))
        .satisfies(f -> assertThat(f.confidence()).isEqualTo(Confidence.CERTAIN));
    Diagnosis part = diagnose(capture, SMALL);
    assertThat(part.findings()).isEmpty();
    assertThat(part.unseen()).anyMatch(why -> why.contains("DNS messages beyond the queries"));
  }

  /** Of a flood of findings the first ones are told, and how many more there are. */
  @Test
  void tellsHowManyFindingsThereAreBeyondThoseThatAreKept() {
    Conclusions out = new Conclusions(Detectors.create(new MemoryBudget()).get(0));
    for (int n = 0; n < 1_000; n++) {
      out.add(
          Optional.empty(),
          false,
          new Finding.Place("a", "b", List.of(1L), "c", Finding.Parties.of(null, null, null, null)),
          "d",
          "e",
          "f",
          "g");
      out.undecided("so");
    }
    assertThat(out.findings).hasSize(200);
    assertThat(out.undecided).hasSize(200);
    assertThat(out.leftOut())
        .containsExactly(
            "800 findings of window-scale-mismatch beyond the first 200",
            "800 doubts of window-scale-mismatch beyond the first 200");
  }
}
