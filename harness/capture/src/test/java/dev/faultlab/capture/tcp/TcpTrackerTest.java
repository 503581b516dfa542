package dev.faultlab.capture.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpConnection.CloseKind;
import dev.faultlab.capture.TcpOption;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TcpTrackerTest {

  private static TcpConnection only(TcpScene scene) {
    return scene.read().get(0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void readsWhatBothSidesOffer(boolean six) {
    TcpConnection connection = only(new TcpScene(six).handshake(7, 65_160, 1));
    assertThat(connection)
        .hasToString(six ? "[fd00::1]:40000 -> [fd00::2]:9092" : "10.0.0.1:40000 -> 10.0.0.2:9092");
    assertThat(connection.opening().directionKnown()).isTrue();
    assertThat(connection.opening().handshakeAckFrame()).hasValue(3);
    Offer client = connection.clientSide().offer().orElseThrow();
    assertThat(client.frame()).isEqualTo(1);
    assertThat(client.options().windowScale()).isEqualTo(new TcpOption(7));
    Offer server = connection.serverSide().offer().orElseThrow();
    assertThat(server.frame()).isEqualTo(2);
    assertThat(server.rawWindow()).isEqualTo(65_160);
    TcpOption one = new TcpOption(1);
    assertThat(server.options()).isEqualTo(new Offer.Options(new TcpOption(1460), one, one, one));
  }

  @Test
  void scalesWindowsOnlyWhereBothOffer() {
    TcpSide both = only(new TcpScene().handshake(7, 65_160, 4).ack(1, 5000)).serverSide();
    assertThat(both.windows().orElseThrow().shift()).hasValue(4);
    assertThat(both.windows().orElseThrow().effective(5000)).hasValue(80_000);
    TcpSide one = only(new TcpScene().handshake(-1, 65_160, 4).ack(1, 5000)).serverSide();
    assertThat(one.windows().orElseThrow().shift()).hasValue(0);
  }

  @Test
  void seesTheRightEdgeFallShortInAMismatchedConnection() {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 1).ack(1, 626);
    scene.data(1, 1252).ack(1253, 789).data(1253, 1448).ack(2701, 789);
    TcpConnection connection = only(scene);
    TcpSide.Windows windows = connection.serverSide().windows().orElseThrow();
    TcpSide.RightEdge edge = windows.edge().orElseThrow();
    assertThat(windows.firstRaw()).isEqualTo(626);
    assertThat(edge.shortSegments()).isEqualTo(3);
    assertThat(edge.shortFirstFrame()).isEqualTo(4);
    assertThat(edge.reachedFrame()).isZero();
    TcpSide client = connection.clientSide();
    assertThat(client.pace().maxInFlight()).isEqualTo(1448);
    assertThat(client.pace().rounds()).isEqualTo(2);
    assertThat(client.pace().windowLimited()).hasValue(2L);
  }

  @Test
  void theEdgeOfTheHandshakeIsReachedExactly() {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 3).ack(1, 8144).ack(1, 8145);
    TcpSide.RightEdge edge = only(scene).serverSide().windows().orElseThrow().edge().orElseThrow();
    assertThat(edge.reachedFrame()).isEqualTo(5);
  }

  @Test
  void theClientsWindowIsHeldAgainstItsSynToo() {
    byte[] options = Wire.synOptions(1460, 7);
    TcpConnection connection = only(new TcpScene().handshake(options, 65_160, options, 100));
    TcpSide.RightEdge edge = connection.clientSide().windows().orElseThrow().edge().orElseThrow();
    assertThat(edge.shortSegments()).isEqualTo(1);
    assertThat(edge.largestShortfall()).isEqualTo(64_240 - 12_800);
  }

  @Test
  void doesNotTakeTheWindowOfASwappedAcknowledgement() {
    TcpScene byAck = new TcpScene().handshake(7, 65_160, 7).data(1, 20_000);
    assertThat(limited(byAck.ack(20_001, 800).ack(10_001, 12))).isZero();
    TcpScene byStamp = new TcpScene().handshake(7, 65_160, 7).data(1, 20_000);
    byStamp.stamp(5010).ack(20_001, 800).stamp(5000).ack(20_001, 12);
    assertThat(limited(byStamp)).isZero();
    TcpScene byIpId = new TcpScene().handshake(7, 65_160, 7).data(1, 20_000);
    byIpId.serverIpId(9).stamp(5000).ack(20_001, 800).serverIpId(8).stamp(5000).ack(20_001, 12);
    assertThat(limited(byIpId)).isZero();
    TcpScene newer = new TcpScene().handshake(7, 65_160, 7).data(1, 20_000);
    assertThat(limited(newer.ack(20_001, 800).ack(20_001, 12))).isEqualTo(1);
  }

  /** How often the client could not go on for the window, with another segment. */
  private static long limited(TcpScene scene) {
    return only(scene.data(20_001, 1448)).clientSide().pace().windowLimited().orElseThrow();
  }

  @Test
  void followsSequenceNumbersAcrossTheirWrap() {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 7);
    for (int i = 0; i < 10; i++) {
      scene.data(1 + i * 1000, 1000).ack(1001 + i * 1000, 500);
    }
    TcpSide client = only(scene).clientSide();
    assertThat(client.volume().bytes()).isEqualTo(10_000);
    assertThat(client.volume().retransmissions()).isZero();
    assertThat(client.pace().maxInFlight()).isEqualTo(1000);
  }

  @Test
  void knowsHowAConnectionEnds() {
    TcpScene fin = new TcpScene().handshake(7, 65_160, 7);
    fin.client(1, 1, Packet.FIN | Packet.ACK, 502, fin.stamps(), 0);
    fin.server(1, 2, Packet.ACK, 502, fin.stamps(), 0);
    assertThat(only(fin).close()).as("the server may go on").isEqualTo(CloseKind.OPEN);
    fin.server(1, 2, Packet.FIN | Packet.ACK, 502, fin.stamps(), 0);
    fin.client(2, 2, Packet.ACK, 502, fin.stamps(), 0);
    assertThat(only(fin).close()).isEqualTo(CloseKind.FIN);
    assertThat(only(fin).clientSide().volume().unseenBytes()).isZero();
    assertThat(only(fin).serverSide().volume().unseenBytes()).isZero();
    TcpScene reset = new TcpScene().handshake(7, 65_160, 7);
    reset.server(1, 1, Packet.RST, 0, new byte[0], 0);
    TcpConnection connection = only(reset);
    assertThat(connection.close()).isEqualTo(CloseKind.RESET);
    assertThat(connection.serverSide().windows()).as("a reset's window means nothing").isEmpty();
    assertThat(only(new TcpScene().handshake(7, 1, 7)).close()).isEqualTo(CloseKind.OPEN);
  }

  @Test
  void separatesConnectionsThatUseTheSamePortsOneAfterTheOther() {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 7);
    scene.client(1, 1, Packet.FIN | Packet.ACK, 502, scene.stamps(), 0);
    scene.client(1_000_000, 0, Packet.SYN, 64_240, Wire.synOptions(1460, 9), 0);
    assertThat(scene.read()).hasSize(2);
    TcpScene again = new TcpScene();
    again.client(0, 0, Packet.SYN, 64_240, Wire.synOptions(1460, 9), 0);
    again.pause(1000).client(0, 0, Packet.SYN, 64_240, Wire.synOptions(1460, 9), 0);
    assertThat(again.read()).hasSize(1);
    assertThat(only(again).clientSide().offer().orElseThrow().retransmissions()).isEqualTo(1);
  }

  @Test
  void leavesOutWhatTheConnectionBeforeSaysToASyn() {
    TcpScene scene = new TcpScene();
    scene.client(0, 0, Packet.SYN, 64_240, Wire.synOptions(1460, 10), 0);
    // TIME-WAIT acknowledges what it knows, the client resets that, and asks again.
    scene.server(900_000, -4_000_000, Packet.ACK, 32_768, scene.stamps(), 0);
    scene.client(-4_000_000, 0, Packet.RST, 0, new byte[0], 0);
    scene.pause(1000);
    scene.handshake(10, 65_535, 1).data(1, 19).ack(20, 512);
    TcpConnection connection = only(scene);
    assertThat(connection.close()).isEqualTo(CloseKind.OPEN);
    assertThat(connection.clientSide().offer().orElseThrow().retransmissions()).isEqualTo(1);
    assertThat(connection.clientSide().volume().unseenBytes()).isZero();
    assertThat(connection.serverSide().volume().unseenBytes()).isZero();
    TcpSide.Windows windows = connection.serverSide().windows().orElseThrow();
    assertThat(windows.maxRaw()).isEqualTo(512);
    assertThat(windows.shift()).hasValue(1);
  }

  @Test
  void aRefusedConnectionIsStillOneThatWasReset() {
    TcpScene scene = new TcpScene();
    scene.client(0, 0, Packet.SYN, 64_240, Wire.synOptions(1460, 10), 0);
    scene.server(-5000, 1, Packet.RST | Packet.ACK, 0, new byte[0], 0);
    assertThat(only(scene).close()).isEqualTo(CloseKind.RESET);
  }

  @Test
  void knowsThatItDoesNotKnowTheScaleWithoutAHandshake() {
    TcpConnection connection = only(new TcpScene().data(1, 100).ack(101, 789));
    assertThat(connection.handshakeSeen()).isFalse();
    assertThat(connection.opening().directionKnown()).isFalse();
    assertThat(connection.serverSide().windows().orElseThrow().shift()).isEmpty();
    assertThat(connection.serverSide().windows().orElseThrow().edge()).isEmpty();
    assertThat(connection.clientSide().pace().windowLimited()).isEmpty();
  }

  @Test
  void releasesConnectionsBeforeTheCaptureEnds() {
    List<TcpConnection> released = new ArrayList<>();
    TcpScene scene = new TcpScene();
    for (int i = 0; i < 3000; i++) {
      scene.port(10_000 + i).handshake(7, 65_160, 7);
      scene.server(1, 1, Packet.RST, 0, new byte[0], 0);
      scene.pause(10);
    }
    TcpTracker tracker = new TcpTracker(released::add, false, TcpEvents.NONE, new MemoryBudget());
    AtomicInteger beforeEnd = new AtomicInteger();
    scene.feed(
        packet -> {
          tracker.packet(packet);
          beforeEnd.set(released.size());
        });
    tracker.finished();
    assertThat(released).hasSize(3000);
    assertThat(beforeEnd.get()).isGreaterThan(2000);
  }

  @Test
  void keepsATimeLineWhenAsked() {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 4).data(1, 1000).ack(1001, 4000);
    TcpConnection connection = scene.read(true).get(0);
    assertThat(connection.timeline()).hasSize(5);
    assertThat(connection.timeline().get(3).inFlight()).isEqualTo(1000);
    assertThat(connection.timeline().get(4).effectiveWindow()).isEqualTo(64_000);
    assertThat(connection.timeline().get(4).fromClient()).isFalse();
    assertThat(only(scene).timeline()).isEmpty();
  }

  @Test
  void aTimeLineHasWindowsThatAreNotScaled() {
    TcpScene scene = new TcpScene().handshake(0, 65_160, 0).ack(1, 4000);
    assertThat(scene.read(true).get(0).timeline().get(3).effectiveWindow()).isEqualTo(4000);
    TcpScene unknown = new TcpScene().data(1, 100).ack(101, 789);
    assertThat(unknown.read(true).get(0).timeline().get(1).effectiveWindow()).isEqualTo(-1);
  }

  @Test
  void tellsOfConnectsAndRequestsAsTheyHappen() {
    String pair = " 10.0.0.1 10.0.0.2 9092";
    TcpScene scene = new TcpScene();
    scene.client(0, 0, Packet.SYN, 64_240, Wire.synOptions(1460, 7), 0);
    scene.pause(1000).handshake(7, 65_160, 7);
    assertThat(scene.events()).containsExactly("connecting" + pair);
    scene.data(1, 10).data(11, 10).ack(21, 500);
    assertThat(scene.events()).endsWith("begins" + pair + " first", "ends" + pair).hasSize(3);
    scene.server(1, 21, Packet.ACK, 500, scene.stamps(), 5);
    scene.server(6, 21, Packet.ACK, 500, scene.stamps(), 5);
    assertThat(scene.events()).hasSize(3);
    scene.data(21, 10).server(11, 31, Packet.RST, 0, new byte[0], 0);
    assertThat(scene.events()).endsWith("begins" + pair, "ends" + pair).hasSize(5);
  }

  @Test
  void withoutAHandshakeNobodyKnowsWhoAsks() {
    assertThat(new TcpScene().data(1, 10).data(11, 10).events()).isEmpty();
  }
}
