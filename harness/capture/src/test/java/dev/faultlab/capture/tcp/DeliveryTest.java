package dev.faultlab.capture.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.packet.Packet;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of data that is repeated: never acknowledged, or only in smaller segments. */
class DeliveryTest {

  /** After one segment of 1448 bytes: it is sent again in these sizes, and acknowledged whole. */
  @ParameterizedTest
  @CsvSource({
    "1448 1448 500, 2 1448 500",
    "1448 1448 1448 500, 3 1448 500",
    "1448 500 500, ",
    "1448 1448, ",
    "1000 1000 900, ",
    "1000 1000 899, 2 1000 899",
    "1000 1448 1448 500, 2 1448 500",
    "1448 1448 500 500, 2 1448 500",
    "1448 1448 1448, ",
  })
  void dataThatArrivesInSmallerSegmentsOnly(String again, String reduced) {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 7).data(1, 1448);
    for (String size : again.split(" ")) {
      scene.pause(200).data(1, Integer.parseInt(size));
    }
    scene.ack(1449, 500);
    TcpSide.Delivery delivery = scene.read().get(0).clientSide().delivery();
    long frame = 4;
    long acked = 5 + again.split(" ").length;
    if (reduced == null) {
      assertThat(delivery.reduced()).isEmpty();
    } else {
      int[] expected = Arrays.stream(reduced.split(" ")).mapToInt(Integer::parseInt).toArray();
      assertThat(delivery.reduced())
          .contains(new TcpSide.Reduced(frame, acked, expected[0], expected[1], expected[2]));
    }
    assertThat(delivery.last()).isEmpty();
    assertThat(delivery.largestAcknowledged()).isEqualTo(1448);
  }

  /** What the server sends after the client's data and before the client repeats it. */
  @ParameterizedTest
  @CsvSource({
    "none, NOTHING",
    "ack, ACKNOWLEDGEMENT",
    "data, SEGMENT",
    "fin, SEGMENT",
    "syn-ack, SEGMENT",
    "reset, SEGMENT",
    "data ack, ACKNOWLEDGEMENT",
    "ack data, ACKNOWLEDGEMENT",
  })
  void tellsWhatWasHeardAfterDataThatWasNeverAcknowledged(String sent, TcpSide.Heard heard) {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 7).pause(5000).data(1, 100);
    for (String each : sent.split(" ")) {
      switch (each) {
        case "ack" -> scene.ack(1, 500);
        case "data" -> scene.server(1, 1, Packet.ACK, 500, scene.stamps(), 10);
        case "fin" -> scene.server(1, 1, Packet.ACK | Packet.FIN, 500, scene.stamps(), 0);
        case "syn-ack" -> scene.server(0, 1, Packet.ACK | Packet.SYN, 65_160, scene.stamps(), 0);
        case "reset" -> scene.server(1, 1, Packet.RST, 0, new byte[0], 0);
        default -> scene.pause(0);
      }
    }
    scene.pause(300).data(1, 100).pause(600).data(1, 60);
    TcpSide.Unacknowledged last = scene.read().get(0).clientSide().delivery().last().orElseThrow();
    assertThat(last.heard()).isEqualTo(heard);
    assertThat(last.frame()).isEqualTo(4);
    assertThat(last.repetitions()).isEqualTo(2);
    assertThat(last.size()).isEqualTo(100);
    assertThat(last.idleNanos()).isEqualTo(5_001_000_000L);
    int between = sent.equals("none") ? 0 : sent.split(" ").length;
    assertThat(last.lastNanos() - last.firstNanos()).isEqualTo((902 + between) * 1_000_000L);
  }

  /** What was repeated before a partial acknowledgement does not count for the rest. */
  @Test
  void theRestOfTheDataBeginsAnew() {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 7).data(1, 1000);
    scene.data(1, 1000).data(1, 1000).ack(501, 500);
    assertThat(scene.read().get(0).clientSide().delivery().last()).isEmpty();
    scene.data(501, 500).pause(100).data(501, 300);
    TcpSide.Unacknowledged last = scene.read().get(0).clientSide().delivery().last().orElseThrow();
    assertThat(last.frame()).as("its first repetition").isEqualTo(8);
    assertThat(last.repetitions()).isEqualTo(2);
    assertThat(last.size()).isEqualTo(500);
    assertThat(last.idleNanos()).isZero();
    assertThat(last.heard()).isEqualTo(TcpSide.Heard.NOTHING);
    assertThat(last.lastNanos() - last.firstNanos()).isEqualTo(101_000_000L);
  }

  /** The smallest of those behind it, and nothing from before it was acknowledged. */
  @Test
  void theSmallestSegmentBehindTheOneThatIsMissing() {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 7).data(1, 9).data(10, 5).ack(15, 500);
    scene.data(15, 1448).pause(200).data(15, 1448);
    assertThat(last(scene).smallestBehind()).isZero();
    assertThat(last(scene.data(1463, 300)).smallestBehind()).isEqualTo(300);
    assertThat(last(scene.data(1763, 200).data(1963, 700)).smallestBehind()).isEqualTo(200);
  }

  /** The last segment before it came a millisecond or more before. */
  @Test
  void theLongestSilenceBeforeDataThatWasAcknowledged() {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 7).data(1, 9).ack(10, 500);
    scene.pause(9000).data(10, 9).ack(19, 500).pause(5000).data(19, 9).ack(28, 500);
    long survived = scene.read().get(0).clientSide().delivery().survivedIdleNanos();
    assertThat(survived).isBetween(9_000_000_000L, 9_100_000_000L);
    scene.pause(60_000).data(28, 9);
    assertThat(scene.read().get(0).clientSide().delivery().survivedIdleNanos()).isEqualTo(survived);
  }

  private static TcpSide.Unacknowledged last(TcpScene scene) {
    return scene.read().get(0).clientSide().delivery().last().orElseThrow();
  }
}
