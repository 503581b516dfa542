package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.faultlab.capture.packet.CaptureFile;
import dev.faultlab.capture.packet.Wire;
import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.fact.Observation;
import dev.faultlab.seen.State;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The faulty trial, with its capture spoilt: what could be seen is no ground for a verdict then,
 * and the message says what is wrong where.
 */
class FlawedCaptureTest {
  private static final CaptureStats FLAWLESS = new CaptureStats("dns.pcap", 195, 195, 0, true);

  @TempDir Path run;
  private Path folder;
  private byte[] whole;

  @BeforeEach
  void copyTheFaultyTrial() throws IOException {
    CommittedTrial faulty = CommittedTrial.named("shared-name-17");
    folder = Files.createDirectories(run.resolve("evidence/shared-name@jdk=17/1"));
    Files.copy(faulty.folder().resolve("stats.json"), folder.resolve("stats.json"));
    byte[] packed = Files.readAllBytes(faulty.folder().resolve("dns.pcap.gz"));
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      whole = in.readAllBytes();
    }
  }

  @Test
  void presentWhenNothingIsSpoilt() throws IOException {
    assertThat(observe(whole, FLAWLESS).state()).isEqualTo(State.PRESENT);
  }

  @Test
  void whatIsSpoiltIsSaid() throws IOException {
    unknown(
        Arrays.copyOf(whole, 1000),
        "evidence-unreadable",
        "dns.pcap: truncated in frame 9 at byte 921: record announces 77 bytes, 63 follow");
    unknown(
        new byte[0],
        "evidence-unreadable",
        "dns.pcap: truncated in frame 1 at byte 0: the capture is empty");
    unknown(
        "<html>404 Not Found</html>".getBytes(StandardCharsets.UTF_8),
        "evidence-unreadable",
        "dns.pcap: corrupt in frame 1 at byte 0: ");
    unknown(
        Arrays.copyOf(whole, 24), "fact-missing", "dns.pcap: none of its 0 frames is a DNS query");
    byte[] query = Wire.dnsQuery(1, "backend.delay.lab", 1);
    byte[] other = Wire.ethernet(Wire.ipv4("10.0.0.1", "10.0.0.2", 17, 1, Wire.udp(99, 98, query)));
    unknown(
        CaptureFile.pcap().add(0, other).add(1, other).toBytes(),
        "fact-missing",
        "dns.pcap: none of its 2 frames is a DNS query, not even the capture's own marker");
  }

  @Test
  void notThere() throws IOException {
    unknown(observe(FLAWLESS), "fact-missing", "no evidence file ");
  }

  @Test
  void whatTcpdumpSaysCounts() throws IOException {
    Observation dropped = observe(whole, new CaptureStats("dns.pcap", 195, 198, 3, true));
    Observation cut = observe(whole, new CaptureStats("dns.pcap", 195, 195, 0, false));
    assertThat(List.of(dropped, cut))
        .extracting(Observation::state, Observation::code, Observation::reason)
        .containsExactly(
            tuple(State.UNKNOWN, "capture-flawed", "dns.pcap: tcpdump dropped 3 packets"),
            tuple(
                State.UNKNOWN,
                "capture-flawed",
                "dns.pcap: the closing marker is not in the capture, it was cut short"));
  }

  private void unknown(byte[] capture, String code, String reason) throws IOException {
    unknown(observe(capture, FLAWLESS), code, reason);
  }

  private static void unknown(Observation seen, String code, String reason) {
    assertThat(seen.state()).isEqualTo(State.UNKNOWN);
    assertThat(seen.code()).isEqualTo(code);
    assertThat(seen.reason()).contains(reason);
    assertThat(seen.reason()).contains("evidence/shared-name@jdk=17/1/dns.pcap");
  }

  private Observation observe(byte[] capture, CaptureStats stats) throws IOException {
    Files.write(folder.resolve("dns.pcap"), capture);
    return observe(stats);
  }

  private Observation observe(CaptureStats stats) throws IOException {
    return new CommittedTrial(run, folder, "dns.pcap").observe(Optional.of(stats));
  }
}
