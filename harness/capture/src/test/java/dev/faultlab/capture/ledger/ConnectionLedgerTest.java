package dev.faultlab.capture.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpConnection.State;
import dev.faultlab.capture.packet.CaptureFile;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.Wire;
import dev.faultlab.capture.tcp.TcpScene;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionLedgerTest {
  private static final String SYN = "S7/64240";
  private static final String SYN_ACK = "A7/65160";

  private static ConnectionLedger ledger(List<TcpConnection> connections, MemoryBudget budget) {
    ConnectionLedger ledger = new ConnectionLedger((client, server) -> Optional.empty(), budget);
    connections.forEach(ledger::add);
    return ledger;
  }

  private static ConnectionLedger ledger(TcpScene scene) {
    return ledger(scene.read(), new MemoryBudget());
  }

  private static TcpScene play(String steps) {
    return new TcpScene()
        .play(steps.replace("SYN-ACK", SYN_ACK).replace("SYN", SYN).replace("open", "h7/65160/7"));
  }

  private static Destination only(ConnectionLedger ledger) {
    assertThat(ledger.destinations()).hasSize(1);
    return ledger.destinations().iterator().next();
  }

  /** The states of Zeek are by the definitions in the documentation of its conn.log. */
  @ParameterizedTest
  @CsvSource({
    "SYN, UNANSWERED, S0, 1",
    "SYN SYN SYN, UNANSWERED, S0, 3",
    "SYN R, REFUSED, REJ, 1",
    "SYN SYN R, REFUSED, REJ, 2",
    "SYN r, UNANSWERED, RSTOS0, 1",
    "SYN F, CLOSED, SH, 1",
    "SYN SYN-ACK, OPEN, S1, 1",
    "SYN SYN SYN-ACK c502, OPEN, S1, 2",
    "open, OPEN, S1, 1",
    "open >100 a500, OPEN, S1, 1",
    "open >100 a500 F f, CLOSED, SF, 1",
    "open F, CLOSED, S2, 1",
    "open f, CLOSED, S3, 1",
    "open R, RESET, RSTR, 1",
    "open r, RESET, RSTO, 1",
    "open F f R, RESET, RSTR, 1",
    "open w1/100 w1/100, SILENT, S1, 1",
    "open w1/100 w1/100 a500, OPEN, S1, 1",
    "open w1/100 w1/100 r, SILENT, RSTO, 1",
    "open w1/100 w1/100 R, RESET, RSTR, 1",
    "open >100 a500 q0 q0, SILENT, S1, 1",
    "open >100 a500 q0 q0 a500, OPEN, S1, 1",
    "SYN-ACK, OPEN, OTH, 0",
    "SYN-ACK c502, OPEN, S1, 0",
    "SYN-ACK R, RESET, RSTRH, 0",
    "SYN-ACK f, CLOSED, SHR, 0",
    ">100 a500, OPEN, OTH, 0",
    ">100 a500 F f, CLOSED, SF, 0",
    ">100 a500 F, CLOSED, OTH, 0"
  })
  void knowsTheFateOfEachConnection(String steps, State fate, String zeek, long syns) {
    Destination destination = only(ledger(play(steps)));
    assertThat(destination.count(fate)).isEqualTo(destination.count()).isEqualTo(1);
    TcpConnection connection = destination.of(fate).get(0);
    assertThat(ZeekState.of(connection)).isEqualTo(zeek);
    assertThat(connection.syns()).isEqualTo(syns);
    boolean late = syns > 1 && connection.handshakeSeen();
    assertThat(connection.isLate()).isEqualTo(late);
    assertThat(destination.lateCount()).isEqualTo(late ? 1 : 0);
    assertThat(destination.late()).hasSize(late ? 1 : 0);
  }

  /** By the time to live of its SYN-ACK and data, else by that of the server's other SYN-ACKs. */
  @ParameterizedTest
  @CsvSource({
    "open R0, PEER",
    "open t63 R0, ANOTHER",
    "open t63 a500 R0, PEER",
    "open t63 a500 t62 a500 t63 R0, PEER",
    "SYN R0, UNKNOWN",
    "SYN R0 p9 open, PEER",
    "SYN t63 R0 p9 t64 open, ANOTHER"
  })
  void saysWhoSentAReset(String steps, Destination.Sender sender) {
    Destination destination = only(ledger(play(steps)));
    TcpConnection reset =
        destination
            .connections()
            .filter(each -> each.serverSide().closing().reset().isPresent())
            .findFirst()
            .orElseThrow();
    assertThat(destination.resetBy(reset)).contains(sender);
    assertThat(destination.resetBy(only(ledger(play("open"))).of(State.OPEN).get(0))).isEmpty();
  }

  /** The silence before the data or the probe that the reset answers, not before the reset. */
  @ParameterizedTest
  @CsvSource({
    "open P5000 R0, 5001",
    "open P5000 >100 P20 R0, 5001",
    "open P5000 >100 a500 P20 R0, 21",
    "open P5000 q0 P70 q0 P20 R0, 5001"
  })
  void knowsTheSilenceBeforeAReset(String steps, long millis) {
    TcpConnection connection = play(steps).read().get(0);
    assertThat(connection.serverSide().closing().reset().orElseThrow().idleNanos())
        .isEqualTo(millis * 1_000_000);
  }

  @Test
  void knowsWhatWorks() {
    Destination destination =
        only(ledger(play("open P60000 >100 a500 p9 SYN SYN p8 open P30000 w1/100 w1/100")));
    assertThat(destination.workingConnections()).hasSize(1);
  }

  @Test
  void keepsExamplesThatAreSpreadOverAll() {
    TcpScene scene = new TcpScene();
    for (int port = 1; port <= 1000; port++) {
      scene.port(port).handshake(7, 65_160, 7);
    }
    Destination destination = only(ledger(scene));
    assertThat(destination.count(State.OPEN)).isEqualTo(1000);
    assertThat(destination.of(State.OPEN))
        .hasSizeBetween(128, 256)
        .extracting(each -> each.client().port() / 250 + "." + each.client().port() % 4)
        .contains("0.0", "0.1", "0.2", "0.3", "3.0", "3.1", "3.2", "3.3");
  }

  /** 900 bytes for a destination, and 1,300 for a connection, of 8 % of the heap. */
  @ParameterizedTest
  @CsvSource({"2200, 1, 0", "2100, 0, 1", "3500, 2, 0", "800, -1, 2"})
  void saysWhatDoesNotFit(long bytes, int kept, long dropped) {
    TcpScene scene = play("open" + (bytes == 2100 || bytes == 2200 ? "" : " p9 open"));
    ConnectionLedger ledger = ledger(scene.read(), new MemoryBudget(bytes / 8 * 100 + 100));
    assertThat(ledger.dropped()).isEqualTo(dropped);
    assertThat(ledger.destinations()).hasSize(kept < 0 ? 0 : 1);
    if (kept >= 0) {
      assertThat(only(ledger).of(State.OPEN)).hasSize(kept);
      assertThat(only(ledger).count(State.OPEN)).isEqualTo(bytes == 3500 ? 2 : 1);
    }
  }

  /** Of either the examples have a rate of their own, and the last ones are kept as well. */
  @Test
  void samplesEachFateAtTheSameRate() {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 4000; i++) {
      all.append("p%d %s ".formatted(10_000 + i, i % 16 == 15 ? SYN : "h7/65160/7 R"));
    }
    Destination dest = only(ledger(new TcpScene().play(all.toString())));
    assertThat(dest.of(State.UNANSWERED)).hasSize(250);
    assertThat(dest.of(State.RESET)).hasSizeBetween(160, 256);
    Map<State, Long> sampled =
        dest.sample().collect(Collectors.groupingBy(TcpConnection::state, Collectors.counting()));
    assertThat(sampled.get(State.RESET)).isBetween(90L, 260L);
    assertThat(sampled.get(State.RESET) / sampled.get(State.UNANSWERED)).isBetween(8L, 30L);
  }

  @Test
  void tellsAScanFromAClientWithAServerThatIsDown() {
    TcpScene scene = new TcpScene();
    for (int port = 1; port <= 100; port++) {
      scene.serverPort(port).play(port == 80 ? SYN + " " + SYN_ACK : SYN);
    }
    ConnectionLedger ledger = ledger(scene);
    TcpConnection any = ledger.destinations().iterator().next().connections().findAny().get();
    assertThat(ledger.destinationsOf(any.client().address()))
        .isEqualTo(new ConnectionLedger.DestinationCounts(100, 1));
    assertThat(ledger.destinationsOf(any.server().address()))
        .isEqualTo(new ConnectionLedger.DestinationCounts(0, 0));
  }

  /** A SYN to 10.0.0.2, and a SYN-ACK of 10.0.0.3. */
  @ParameterizedTest
  @CsvSource({"101, 40000, true", "102, 40000, false", "101, 40001, false"})
  void knowsAnAnswerFromElsewhere(long acknowledged, int port, boolean answer) {
    CaptureFile file = CaptureFile.pcap();
    file.add(0, frame("10.0.0.1", "10.0.0.2", 40_000, 443, 100, 0, Packet.SYN));
    int both = Packet.SYN | Packet.ACK;
    file.add(1, frame("10.0.0.3", "10.0.0.1", 443, port, 7, acknowledged, both));
    List<TcpConnection> connections = file.connections(false);
    assertThat(connections).hasSize(2);
    ConnectionLedger ledger = ledger(connections, new MemoryBudget());
    assertThat(ledger.answeredElsewhere(connections.get(0)).map(each -> each.server().toString()))
        .isEqualTo(answer ? Optional.of("10.0.0.3:443") : Optional.empty());
    assertThat(ledger.answeredElsewhere(connections.get(1))).isEmpty();
  }

  /** A flood would make the search for them quadratic. */
  @Test
  void keepsSixtyFourStrayAnswersToOneSocket() {
    CaptureFile file = CaptureFile.pcap();
    file.add(0, frame("10.0.0.1", "10.0.0.2", 40_000, 443, 64, 0, Packet.SYN));
    file.add(0, frame("10.0.0.1", "10.0.0.4", 40_000, 443, 63, 0, Packet.SYN));
    for (int i = 1; i <= 65; i++) {
      int both = Packet.SYN | Packet.ACK;
      file.add(i, frame("10.0.0.3", "10.0.0.1", i, 40_000, 7, i, both));
    }
    List<TcpConnection> connections = file.connections(false);
    ConnectionLedger ledger = ledger(connections, new MemoryBudget());
    assertThat(ledger.answeredElsewhere(connections.get(0))).isEmpty();
    assertThat(ledger.answeredElsewhere(connections.get(1))).isPresent();
  }

  private static byte[] frame(
      String from, String to, int source, int destination, long sequence, long ack, int flags) {
    byte[] tcp =
        Wire.tcp(source, destination, sequence, ack, flags, 64_240, new byte[0], new byte[0]);
    return Wire.ethernet(Wire.ipv4(from, to, 6, 1, tcp));
  }
}
