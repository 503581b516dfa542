package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.diagnose.FindingId;
import dev.faultlab.owner.Labels;
import dev.faultlab.owner.Owner;
import dev.faultlab.testcontainers.BuiltImages.Tools;
import dev.faultlab.testcontainers.PacketCapture.Recording;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.containers.Network;

/** Captures of a real container, in a network of its own. */
class PacketCaptureIT {
  private static final String NAME = "backend.test";

  @TempDir private static Path folder;
  private static Network network;
  private static DelayedDns dns;
  private static Tools backend;
  private static Tools client;
  private static PacketCapture packets;

  @BeforeAll
  static void start() {
    network = Network.newNetwork();
    backend =
        BuiltImages.tools()
            .withNetwork(network)
            .withCommand(
                "socat",
                "TCP-LISTEN:8080,reuseaddr,fork",
                "SYSTEM:read; printf 'HTTP/1.1 200 OK\\\\r\\\\nContent-Length\\\\: 2\\\\r\\\\n\\\\r\\\\nok'");
    backend.start();
    dns = new DelayedDns().withNetwork(network).address(NAME, 30, backend);
    client = dns.resolves(BuiltImages.tools().withNetwork(network));
    packets = new PacketCapture(client);
    packets.start();
  }

  @AfterAll
  static void stop() {
    packets.stop();
    client.stop();
    dns.stop();
    backend.stop();
    network.close();
  }

  /** Nothing listens on that port, so the first attempt fails at once on any machine. */
  @Test
  void aMissingImageFailsBeforeAnyStart() {
    assertThatThrownBy(() -> Sidecars.requireImage("127.0.0.1:1/none:1"))
        .hasMessageContainingAll(
            "127.0.0.1:1/none:1 is not on",
            "refused",
            "-Dfaultlab.image.netshoot=NAME",
            "RYUK_DIS");
  }

  @Test
  void aLookupForEachRequestIsFoundWithFrames() {
    TestCapture capture =
        during("each", "for i in $(seq 40); do curl -s http://backend.test:8080/; done");
    assertThat(capture.assertFinding(FindingId.LOOKUP_PER_REQUEST).frames()).isNotEmpty();
    assertThatThrownBy(capture::assertHealthy)
        .hasMessageMatching(
            "(?s)expected no finding, found lookup-per-request \\[\\d+.*diagnosis:"
                + " lookup-per-request \\(.*packets: .*each.pcap.*");
    assertThatThrownBy(() -> capture.assertLookups(NAME, 1)).hasMessageContaining("found 40 (");
    capture.assertLookups(NAME, 40);
    assertThatThrownBy(() -> capture.assertFinding(FindingId.WINDOW_SCALE_MISMATCH))
        .hasMessageContaining("expected finding window-scale-mismatch, found lookup-per-request");
  }

  @Test
  void nothingToSeeIsInconclusive() {
    TestCapture capture = during("nothing", "true");
    capture.assertComplete().assertLookups(NAME, 0);
    assertThatThrownBy(() -> capture.assertLookups(NAME, 1))
        .hasMessageStartingWith("inconclusive: no lookup of backend.test");
    assertThatThrownBy(() -> capture.assertConcurrent(NAME, 8))
        .hasMessageStartingWith("inconclusive: no lookup of backend.test");
    assertThatThrownBy(capture::assertHealthy).hasMessageStartingWith("inconclusive: nothing");
  }

  @Test
  void callersThatQueueAreToldFromCallersThatDoNot() {
    dns.delay(NAME, Duration.ofMillis(20));
    String dig = "dig +short +time=3 backend.test @" + Sidecars.address(dns) + " >/dev/null";
    TestCapture queued = during("queued", "for i in $(seq 50); do " + dig + "; done");
    assertThatThrownBy(() -> queued.assertConcurrent(NAME, 8))
        .hasMessageContaining("expected concurrent lookups of backend.test by 8 callers, found 50")
        .hasMessageContaining("at most 1 at once (frames ");
    assertThatThrownBy(() -> queued.assertConcurrent(NAME, 2))
        .hasMessageStartingWith("inconclusive: ");
    dns.fail(NAME, DelayedDns.Failure.NO_ANSWER);
    String twice = dig.replace("+time=3", "+time=1 +tries=1");
    assertThatThrownBy(
            () -> during("unanswered", twice + " & " + twice + " & wait").assertConcurrent(NAME, 8))
        .hasMessageStartingWith("inconclusive: ");
    dns.address(NAME, 30, backend).delay(NAME, Duration.ofMillis(20));
    during("together", "for i in $(seq 16); do " + dig + " & done; wait").assertConcurrent(NAME, 8);
    dns.delay(NAME, Duration.ZERO);
  }

  @Test
  void capturesAtTheSameTimeEndOnTheirOwn() {
    Recording outer = packets.begin();
    Recording inner = packets.begin();
    client.bash("getent ahostsv4 backend.test");
    TestCapture first = inner.end(folder.resolve("inner.pcap"));
    client.bash("getent ahostsv4 backend.test");
    TestCapture second = outer.end(folder.resolve("outer.pcap"));
    first.assertLookups(NAME, 1);
    assertThatThrownBy(() -> second.assertLookups(NAME, 1)).hasMessageContaining("found 2");
  }

  @Test
  void aNameTooLongForTheSnapLengthIsNotCountedAsNone() {
    String longName = "a".repeat(60) + ".backend.test";
    TestCapture capture =
        during("long", "dig +tries=1 +time=1 " + longName + " @" + Sidecars.address(dns));
    assertThatThrownBy(() -> capture.assertLookups(longName, 0))
        .hasMessageContaining("too long for the snap length");
  }

  @Test
  void aKilledTcpdumpLeavesAnIncompleteCapture() throws Exception {
    Recording recording = packets.begin();
    packets.execInContainer("bash", "-c", "kill -9 $(pgrep -n tcpdump)");
    TestCapture capture = recording.end(folder.resolve("killed.pcap"));
    assertThat(capture.complete()).isFalse();
    assertThatThrownBy(() -> capture.assertLookups(NAME, 0))
        .hasMessageStartingWith("inconclusive: packets may be missing");
  }

  @Test
  void aFilterLetsMarkersThrough() {
    try (PacketCapture filtered = new PacketCapture(client).withFilter("tcp port 8080")) {
      filtered.start();
      Recording recording = filtered.begin();
      client.bash("curl -s http://backend.test:8080/");
      TestCapture capture = recording.end(folder.resolve("filtered.pcap")).assertComplete();
      assertThat(capture.dns().exchanges()).isEmpty();
      assertThat(capture.tcp().connections()).hasSize(1);
    }
  }

  @Test
  void cleanFindsOurContainers() {
    assertThat(packets.getContainerInfo().getConfig().getLabels())
        .containsEntry(Labels.OWNER, Owner.current().label())
        .containsKey(Labels.RUN);
    assertThat(dns.getContainerInfo().getConfig().getLabels()).containsKey(Labels.OWNER);
  }

  private static TestCapture during(String name, String script) {
    Recording recording = packets.begin();
    client.bash(script);
    return recording.end(folder.resolve(name + ".pcap"));
  }
}
