package dev.faultlab.capture.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.packet.CaptureFile;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.Wire;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which segments are the same ones on the other side of a box that shifts sequence numbers. */
class BothSidesTest {
  private static final long CLIENT = 1_000_000;
  private static final long SERVER = 5_000_000;
  private static final int DATA = Packet.ACK | Packet.PSH;

  private final CaptureFile file = CaptureFile.pcap();
  private long nanos = 1_700_000_000_000_000_000L;

  private BothSidesTest after(long more) {
    nanos += more;
    return this;
  }

  private void segment(
      boolean client, long seq, long ack, int flags, int window, int id, int size) {
    byte[] options = (flags & Packet.SYN) != 0 ? Wire.synOptions(1460, 7) : new byte[0];
    int from = client ? 40_000 : 80;
    byte[] tcp = Wire.tcp(from, 40_080 - from, seq, ack, flags, window, options, new byte[size]);
    String sender = client ? "10.0.0.1" : "10.0.0.9";
    String receiver = client ? "10.0.0.9" : "10.0.0.1";
    file.add(nanos, Wire.ethernet(Wire.ipv4(sender, receiver, 6, id, tcp)));
  }

  private List<TcpConnection> read() {
    return file.connections(false);
  }

  /** A SYN with another number is a copy within 10 ms, or within a second with the same id. */
  @ParameterizedTest
  @CsvSource({
    "10000000, 7, 8, 64240, 0, 1",
    "10000001, 7, 8, 64240, 0, 2",
    "10000001, 7, 7, 64240, 0, 1",
    "10000001, 0, 0, 64240, 0, 2",
    "1000000000, 7, 7, 64240, 0, 1",
    "1000000001, 7, 7, 64240, 0, 2",
    "1000, 7, 7, 64241, 0, 2",
    "1000, 7, 7, 64240, 1, 2",
  })
  void aSynWithAnotherNumberIsACopyIfItIsTheSameAndClose(
      long apart, int id, int nextId, int window, int size, int connections) {
    segment(true, CLIENT, 0, Packet.SYN, 64_240, id, 0);
    after(apart).segment(true, CLIENT + 70_000, 0, Packet.SYN, window, nextId, size);
    assertThat(read()).hasSize(connections);
    assertThat(read().get(0).clientSide().volume().segments()).isEqualTo(1);
    assertThat(read().get(0).clientSide().offer().orElseThrow().retransmissions()).isZero();
  }

  @Test
  void aSynAfterAnAnswerIsAnotherConnection() {
    segment(true, CLIENT, 0, Packet.SYN, 64_240, 7, 0);
    after(1000).segment(false, SERVER, CLIENT + 1, Packet.RST | Packet.ACK, 0, 0, 0);
    after(1000).segment(true, CLIENT + 70_000, 0, Packet.SYN, 64_240, 8, 0);
    assertThat(read()).hasSize(2);
  }

  /** Once the distance is known, a repetition is recognised at any time, answered or not. */
  @ParameterizedTest
  @CsvSource({"70000, 1", "70001, 2"})
  void aRepeatedSynIsRecognisedByTheDistance(long distance, int connections) {
    segment(true, CLIENT, 0, Packet.SYN, 64_240, 7, 0);
    after(1000).segment(true, CLIENT + 70_000, 0, Packet.SYN, 64_240, 7, 0);
    after(1000).segment(false, SERVER, CLIENT + 1, Packet.SYN | Packet.ACK, 65_160, 0, 0);
    after(3_000_000_000L).segment(true, CLIENT, 0, Packet.SYN, 64_240, 8, 0);
    after(3_000_000_000L).segment(true, CLIENT + distance, 0, Packet.SYN, 64_240, 9, 0);
    assertThat(read()).hasSize(connections);
    assertThat(read().get(0).clientSide().volume().segments()).isEqualTo(2);
    assertThat(read().get(0).clientSide().offer().orElseThrow().retransmissions()).isEqualTo(1);
  }

  /** Two segments of 300 bytes, one after the other: copies if they differ in a distance alone. */
  @ParameterizedTest
  @CsvSource({
    "16777216, 1000000, 7, 7, 502, 24, 300, 300",
    "-16777216, 1000000, 7, 7, 502, 24, 300, 300",
    "16777215, 1000000, 7, 7, 502, 24, 300, 600",
    "16777216, 1000000, 7, 8, 502, 24, 300, 600",
    "16777216, 1000000, 0, 0, 502, 24, 300, 300",
    "16777216, 1000000, 7, 0, 502, 24, 300, 300",
    "16777216, 1000000, 0, 7, 502, 24, 300, 300",
    "16777216, 10000000, 0, 0, 502, 24, 300, 300",
    "16777216, 10000001, 0, 0, 502, 24, 300, 600",
    "16777216, 1000000, 7, 7, 501, 24, 300, 600",
    "16777216, 1000000, 7, 7, 502, 16, 300, 600",
    "16777216, 1000000, 7, 7, 502, 24, 200, 500",
  })
  void aSegmentFarAwayIsACopyIfItIsTheSameAndClose(
      long distance, long apart, int id, int nextId, int window, int flags, int size, long bytes) {
    segment(true, CLIENT, SERVER, DATA, 502, id, 300);
    after(apart).segment(true, CLIENT + distance, SERVER, flags, window, nextId, size);
    assertThat(read()).hasSize(1);
    assertThat(read().get(0).clientSide().volume().bytes()).isEqualTo(bytes);
  }

  /** Also one that differs in what it acknowledges: the other direction is shifted. */
  @ParameterizedTest
  @CsvSource({"16777216, 1", "16777215, 2", "0, 2"})
  void anAcknowledgementFarAwayIsACopy(long distance, long segments) {
    segment(true, CLIENT, SERVER, Packet.ACK, 502, 7, 0);
    after(1000).segment(true, CLIENT, SERVER + distance, Packet.ACK, 502, 7, 0);
    assertThat(read().get(0).clientSide().volume().segments()).isEqualTo(segments);
  }

  /** One connection, each segment on both sides where a distance is not 0. */
  private TcpConnection connection(long clientShift, long serverShift) {
    boolean box = clientShift != 0 || serverShift != 0;
    int id = 100;
    // From the client?, sequence, acknowledgement, flags, window, length, captured on both sides?
    long[][] segments = {
      {1, 0, 0, Packet.SYN, 64_240, 0, 1},
      {0, 0, 1, Packet.SYN | Packet.ACK, 65_160, 0, 1},
      {1, 1, 1, Packet.ACK, 502, 0, 1},
      {1, 1, 1, DATA, 502, 300, 1},
      {0, 1, 301, Packet.ACK, 509, 0, 1},
      {0, 1, 301, DATA, 508, 1200, 1},
      {1, 301, 1201, Packet.ACK, 495, 0, 1},
      {1, 301, 1201, DATA, 494, 100, 1},
      {0, 1201, 401, DATA, 507, 700, 1},
      {1, 401, 1901, DATA | Packet.FIN, 493, 0, 1},
      {0, 1901, 402, DATA | Packet.FIN, 506, 0, 1},
      {1, 402, 1902, Packet.ACK, 492, 0, 1},
    };
    for (long[] each : segments) {
      boolean client = each[0] == 1;
      for (int time = 0; time < (box ? 2 : 1); time++) {
        // The client's side is captured first where the client sends.
        boolean outer = box && client == (time == 1);
        long mine = outer ? client ? clientShift : serverShift : 0;
        long other = outer ? client ? serverShift : clientShift : 0;
        after(box ? 500_000 : 1_000_000)
            .segment(
                client,
                (client ? CLIENT : SERVER) + each[1] + mine,
                (each[3] & Packet.ACK) == 0 ? 0 : (client ? SERVER : CLIENT) + each[2] + other,
                (int) each[3],
                (int) each[4],
                id,
                (int) each[5]);
      }
      id++;
    }
    List<TcpConnection> all = read();
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "2097647742, 0",
    "-2097647742, 0",
    "0, 1234567890",
    "0, -1234567890",
    "1111111111, -1999999999",
    "-70000, 70000",
    "70000, 0"
  })
  void aConnectionThroughABoxCountsAsTheSameOneWithout(long clientShift, long serverShift) {
    TcpConnection twice = connection(clientShift, serverShift);
    // A SYN with the same number on both sides is one that was repeated.
    int more = clientShift == 0 && serverShift != 0 ? 1 : 0;
    assertThat(twice.clientSide().volume())
        .isEqualTo(
            new TcpSide.Volume(7 + more, 2, 400, 0, Long.MAX_VALUE, Long.MIN_VALUE, 0, 0, 0));
    assertThat(twice.serverSide().volume())
        .isEqualTo(new TcpSide.Volume(5, 2, 1900, 0, Long.MAX_VALUE, Long.MIN_VALUE, 0, 0, 0));
    assertThat(twice.opening().handshakeAckFrame()).isPresent();
    assertThat(twice.close()).isEqualTo(TcpConnection.CloseKind.FIN);
  }

  /** The box has given the copy another id, and it comes late: the distance alone tells. */
  @Test
  void whatIsNearerToTheOtherSideIsOfTheOtherSide() {
    segment(true, CLIENT, SERVER, DATA, 502, 7, 300);
    after(1000).segment(true, CLIENT + 50_000_000, SERVER, DATA, 502, 7, 300);
    after(1_000_000).segment(true, CLIENT + 300, SERVER, DATA, 502, 8, 300);
    after(2_000_000_000L).segment(true, CLIENT + 50_000_300, SERVER, DATA, 502, 900, 300);
    after(1_000_000).segment(false, SERVER, CLIENT + 50_000_600, Packet.ACK, 509, 5, 0);
    after(2_000_000_000L).segment(false, SERVER, CLIENT + 600, Packet.ACK, 508, 905, 0);
    TcpConnection connection = read().get(0);
    assertThat(connection.clientSide().volume().bytes()).isEqualTo(600);
    assertThat(connection.clientSide().volume().unseenBytes()).isZero();
    assertThat(connection.clientSide().volume().segments()).isEqualTo(2);
    assertThat(connection.serverSide().volume().segments()).isEqualTo(1);
    assertThat(connection.serverSide().windows().orElseThrow().maxRaw()).isEqualTo(508);
  }

  /** With a box, another id is no reason against a copy; a moment later it is. */
  @ParameterizedTest
  @CsvSource({"10000000, 1", "10000001, 2"})
  void behindAKnownBoxACopyMayHaveAnotherId(long apart, long segments) {
    segment(true, CLIENT, SERVER, DATA, 502, 7, 300);
    after(1000).segment(true, CLIENT + 50_000_000, SERVER, DATA, 502, 7, 300);
    segment(false, SERVER, CLIENT + 300, DATA, 509, 3, 10);
    after(apart).segment(false, SERVER + 90_000_000, CLIENT + 300, DATA, 509, 4, 10);
    assertThat(read().get(0).serverSide().volume().segments()).isEqualTo(segments);
  }

  /** The copy of a SYN begins no other connect. */
  @Test
  void aCopyIsNoEvent() {
    List<Integer> connects = new ArrayList<>();
    TcpEvents events =
        new TcpEvents() {
          @Override
          public void connecting(Address client, Endpoint server, int ttl, long at) {
            connects.add(server.port());
          }
        };
    segment(true, CLIENT, 0, Packet.SYN, 64_240, 7, 0);
    after(1000).segment(true, CLIENT + 70_000, 0, Packet.SYN, 64_240, 7, 0);
    file.scan(new TcpTracker(any -> {}, false, events, new MemoryBudget()));
    assertThat(connects).containsExactly(80);
  }
}
