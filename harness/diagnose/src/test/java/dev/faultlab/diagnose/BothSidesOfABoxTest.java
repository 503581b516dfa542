package dev.faultlab.diagnose;

import static dev.faultlab.capture.dns.DnsScene.A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.Talk;
import dev.faultlab.capture.packet.Wire;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A connection on both sides of a box that shifts sequence numbers, beside a DNS loss. */
class BothSidesOfABoxTest {

  /** Eleven lookups are quick; the sixth one is sent again after five seconds. */
  private static DnsScene lookups(DnsScene scene) {
    for (int n = 0; n < 12; n++) {
      double at = 100 + n * 20 + (n > 5 ? 5010 : 0);
      String name = "host" + n + ".lab";
      scene.query(at, 2000 + n, n, name, A);
      if (n == 5) {
        scene.query(at + 5000, 2000 + n, n, name, A);
        at += 5000;
      }
      scene.answer(at + 5, 2000 + n, n, name, A);
    }
    return scene.query(30_000, 3000, 99, "last.lab", A).answer(30_005, 3000, 99, "last.lab", A);
  }

  private static Diagnosis diagnose(boolean handshake, long clientShift, long serverShift) {
    DnsScene scene = new DnsScene();
    Talk talk =
        new Talk(scene, "10.0.0.1", 40_000, "10.0.0.9", 80).throughBox(clientShift, serverShift);
    if (handshake) {
      talk.open(0);
    }
    for (int n = 0; n < 4; n++) {
      talk.send(2 + n * 4, 300).reply(3 + n * 4, 1200).clientAck(4 + n * 4, 0);
    }
    lookups(scene);
    return Diagnosing.of(scene.toBytes());
  }

  @ParameterizedTest
  @CsvSource({
    "true, 2097647742, 0",
    "true, -2097647742, 0",
    "true, 0, 1234567890",
    "true, 1111111111, -1999999999",
    // Small ones as well, as the SYN shows them.
    "true, 70000, 0",
    "false, 2097647742, 0",
    "false, 0, 1234567890"
  })
  void isOneConnectionWithoutAGap(boolean handshake, long clientShift, long serverShift) {
    Diagnosis diagnosis = diagnose(handshake, clientShift, serverShift);
    assertThat(diagnosis.totals().connections()).isEqualTo(1);
    assertThat(diagnosis.unseen()).noneMatch(each -> each.contains("gaps"));
    assertThat(diagnosis.findings())
        .extracting(each -> each.id() + " " + each.confidence())
        .containsExactly(FindingId.LOST_DNS_REPLY + " CERTAIN");
  }

  /** Bytes that only the capture lost are still a gap, whatever the distance. */
  @Test
  void keepsAGapThatIsOne() {
    DnsScene scene = new DnsScene();
    Talk talk = new Talk(scene, "10.0.0.1", 40_000, "10.0.0.9", 80).open(0);
    talk.send(2, 300);
    // Acknowledged, and never seen.
    talk.ack(3, -40_000_000);
    assertThat(Diagnosing.of(lookups(scene).toBytes()).unseen())
        .anyMatch(each -> each.contains("40000000 bytes were sent and are not in the capture"));
  }

  /** The ports are used again at once, after a reset. */
  @Test
  void keepsConnectionsApartThatUseTheSamePorts() {
    DnsScene scene = new DnsScene();
    new Talk(scene, "10.0.0.1", 40_000, "10.0.0.9", 80).syn(0).reset(1).anew().open(2).send(4, 100);
    Diagnosis diagnosis = Diagnosing.of(scene.toBytes());
    assertThat(diagnosis.totals().connections()).isEqualTo(2);
    assertThat(diagnosis.unseen()).noneMatch(each -> each.contains("gaps"));
  }

  /** A server that answers a SYN twice, as some balancers do: neither is the other's copy. */
  @Test
  void followsBothAnswersToASyn() {
    DnsScene scene = new DnsScene();
    new Talk(scene, "10.0.0.1", 40_000, "10.0.0.9", 80).syn(0);
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
