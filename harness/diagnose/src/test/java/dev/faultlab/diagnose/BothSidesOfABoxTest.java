package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.TcpConversation;
import dev.faultlab.capture.packet.Wire;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A connection on both sides of a box that shifts sequence numbers, beside a DNS loss. */
class BothSidesOfABoxTest {

  /** Bytes that only the capture lost are still a gap, whatever the distance. */
  @Test
  void keepsAGapThatIsOne() {
    DnsScene scene = new DnsScene();
    TcpConversation talk = new TcpConversation(scene, "10.0.0.1", 40_000, "10.0.0.9", 80).open(0);
    talk.send(2, 300);
    // Acknowledged, and never seen.
    talk.ack(3, -40_000_000);
    assertThat(Diagnosing.of(scene).unseen())
        .anyMatch(each -> each.contains("40000000 bytes were sent and are not in the capture"));
  }

  /** The ports are used again at once, after a reset. */
  @Test
  void keepsConnectionsApartThatUseTheSamePorts() {
    DnsScene scene = new DnsScene();
    new TcpConversation(scene, "10.0.0.1", 40_000, "10.0.0.9", 80)
        .syn(0)
        .reset(1)
        .reconnect()
        .open(2)
        .send(4, 100);
    Diagnosis diagnosis = Diagnosing.of(scene);
    assertThat(diagnosis.totals().connections()).isEqualTo(2);
    assertThat(diagnosis.unseen()).noneMatch(each -> each.contains("gaps"));
  }

  /** A server that answers a SYN twice, as some balancers do: neither is the other's copy. */
  @Test
  void followsBothAnswersToASyn() {
    DnsScene scene = new DnsScene();
    new TcpConversation(scene, "10.0.0.1", 40_000, "10.0.0.9", 80).syn(0);
    for (int n = 0; n < 2; n++) {
      byte[] options = Wire.synOptions(1460, 7);
      long seq = 5_000_000 + n * 16_000_000L;
      int flags = Packet.SYN | Packet.ACK;
      byte[] tcp = Wire.tcp(80, 40_000, seq, 1_000_001, flags, 64_240, options, new byte[0]);
      scene.raw(1 + n * 0.7, Wire.ethernet(Wire.ipv4("10.0.0.9", "10.0.0.1", 6, 7 + n, tcp)));
    }
    byte[] data =
        Wire.tcp(80, 40_000, 21_000_001, 1_000_001, Packet.ACK, 502, new byte[0], new byte[300]);
    scene.raw(3, Wire.ethernet(Wire.ipv4("10.0.0.9", "10.0.0.1", 6, 9, data)));
    List<TcpConnection> all = scene.connections();
    assertThat(all).hasSize(1);
    assertThat(all.get(0).serverSide().volume().bytes()).isEqualTo(300);
  }

  /** A stack that gives all its packets one IP identification. */
  @Test
  void followsSegmentsOfOneIdentification() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 4; n++) {
      byte[] tcp =
          Wire.tcp(80, 40_000, 1 + n * 1448, 1, Packet.ACK, 502, new byte[0], new byte[1448]);
      scene.raw(n, Wire.ethernet(Wire.ipv4("10.0.0.9", "10.0.0.1", 6, 1, tcp)));
    }
    List<TcpConnection> all = scene.connections();
    assertThat(all.get(0).serverSide().volume().bytes()).isEqualTo(4 * 1448);
  }
}
