package dev.faultlab.capture.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.packet.CaptureFile;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.Wire;
import org.junit.jupiter.api.Test;

/** Requests on a TLS connection are counted without its handshake and its alerts. */
class TlsTalkTest {
  private static final int HANDSHAKE = 22;
  private static final int CCS = 20;
  private static final int ALERT = 21;
  private static final int DATA = 23;
  private static final int FINISHED = 53;

  private final CaptureFile file = CaptureFile.pcap();
  private long time = 1_700_000_000_000_000_000L;
  private long clientNext = 1000;
  private long serverNext = 5000;

  private static byte[] record(int type, int length) {
    return Wire.join(Wire.bytes(type, 3, 3), Wire.u16(length), new byte[length]);
  }

  private void segment(boolean client, int flags, byte[] payload) {
    long seq = client ? clientNext : serverNext;
    byte[] tcp =
        Wire.tcp(
            client ? 4000 : 443,
            client ? 443 : 4000,
            seq,
            client ? serverNext : clientNext,
            flags,
            500,
            new byte[0],
            payload);
    String from = client ? "10.0.0.1" : "10.0.0.2";
    String to = client ? "10.0.0.2" : "10.0.0.1";
    file.add(time += 1_000_000, Wire.ethernet(Wire.ipv4(from, to, 6, 1, tcp)));
    long space = payload.length + ((flags & Packet.SYN) != 0 ? 1 : 0);
    clientNext += client ? space : 0;
    serverNext += client ? 0 : space;
  }

  private void client(byte[]... records) {
    segment(true, Packet.ACK, Wire.join(records));
  }

  private void server(byte[]... records) {
    segment(false, Packet.ACK, Wire.join(records));
  }

  private void hello(boolean version13) {
    segment(true, Packet.SYN, new byte[0]);
    segment(false, Packet.SYN | Packet.ACK, new byte[0]);
    client(record(HANDSHAKE, 500));
    if (version13) {
      byte[] hello = record(HANDSHAKE, 118);
      System.arraycopy(Wire.bytes(0, 0x2b, 0, 2, 3, 4), 0, hello, 90, 6);
      server(hello, record(CCS, 1), record(DATA, 27), record(DATA, 900));
      server(record(DATA, 264), record(DATA, FINISHED));
    } else {
      server(record(HANDSHAKE, 100), record(HANDSHAKE, 900));
      client(record(HANDSHAKE, 70), record(CCS, 1), record(HANDSHAKE, 40));
      server(record(CCS, 1), record(HANDSHAKE, 40));
    }
  }

  private int requests() {
    int[] count = new int[1];
    TcpEvents events =
        new TcpEvents() {
          @Override
          public void requestBegins(Address client, Address server, int port, boolean first) {
            count[0]++;
          }
        };
    file.scan(new TcpTracker(any -> {}, false, events, new MemoryBudget()));
    return count[0];
  }

  @Test
  void version12() {
    hello(false);
    client(record(DATA, 120));
    server(record(DATA, 300));
    client(record(ALERT, 26));
    assertThat(requests()).isEqualTo(1);
  }

  @Test
  void version13WithTheTicketBeforeTheRequest() {
    hello(true);
    client(record(CCS, 1), record(DATA, FINISHED));
    server(record(DATA, 250), record(DATA, 250));
    client(record(DATA, 120));
    server(record(DATA, 300));
    client(record(DATA, 19));
    assertThat(requests()).isEqualTo(1);
  }

  @Test
  void version13WithTheRequestBesideTheFinish() {
    hello(true);
    client(record(CCS, 1), record(DATA, 69), record(DATA, 120));
    server(record(DATA, 250), record(DATA, 250), record(DATA, 300));
    client(record(DATA, 120));
    server(record(DATA, 300));
    assertThat(requests()).isEqualTo(2);
  }

  @Test
  void aRequestAsLongAsAFinishIsOneAllTheSame() {
    hello(false);
    client(record(DATA, FINISHED));
    server(record(DATA, 300));
    assertThat(requests()).isEqualTo(1);
  }

  @Test
  void recordsThatFillSeveralSegments() {
    hello(false);
    byte[] large = record(DATA, 3000);
    client(java.util.Arrays.copyOf(large, 1000));
    client(java.util.Arrays.copyOfRange(large, 1000, 2000));
    client(java.util.Arrays.copyOfRange(large, 2000, large.length));
    server(record(DATA, 300));
    assertThat(requests()).isEqualTo(1);
  }

  @Test
  void aHandshakeThatFillsSeveralSegmentsIsNoRequest() {
    hello(false);
    byte[] certificate = record(HANDSHAKE, 2000);
    client(java.util.Arrays.copyOf(certificate, 1000));
    client(java.util.Arrays.copyOfRange(certificate, 1000, certificate.length));
    assertThat(requests()).isZero();
  }

  @Test
  void aHeartbeatIsNoRequest() {
    hello(false);
    client(record(24, 40));
    assertThat(requests()).isZero();
  }

  @Test
  void aLaterRequestMayBeAsLongAsTheFinish() {
    hello(true);
    client(record(CCS, 1), record(DATA, FINISHED));
    client(record(DATA, FINISHED));
    assertThat(requests()).isEqualTo(1);
  }

  /** The version stands in the last extension of the server's hello; what follows is no hello. */
  @Test
  void readsTheVersionToTheEndOfTheHelloAndNotBeyond() {
    byte[] extension = Wire.bytes(0, 0x2b, 0, 2, 3, 4);
    segment(true, Packet.SYN, new byte[0]);
    segment(false, Packet.SYN | Packet.ACK, new byte[0]);
    client(record(HANDSHAKE, 500));
    byte[] hello = record(HANDSHAKE, 118);
    System.arraycopy(extension, 0, hello, hello.length - 6, 6);
    server(hello);
    client(record(DATA, FINISHED));
    assertThat(requests()).isZero();
  }

  @Test
  void whatFollowsTheHelloIsNotItsVersion() {
    segment(true, Packet.SYN, new byte[0]);
    segment(false, Packet.SYN | Packet.ACK, new byte[0]);
    client(record(HANDSHAKE, 500));
    byte[] next = record(ALERT, 26);
    System.arraycopy(Wire.bytes(0, 0x2b, 0, 2, 3, 4), 0, next, 5, 6);
    server(record(HANDSHAKE, 118), next);
    client(record(DATA, FINISHED));
    assertThat(requests()).isEqualTo(1);
  }

  /** Where records can no longer be told apart, whatever comes counts. */
  @Test
  void afterAGapEverythingCounts() {
    hello(false);
    clientNext += 1000;
    client(record(ALERT, 26));
    assertThat(requests()).isEqualTo(1);
  }

  @Test
  void afterAnUnknownRecordEverythingCounts() {
    hello(false);
    client(record(99, 26));
    assertThat(requests()).isEqualTo(1);
  }

  @Test
  void theHeadersOfRecordsSuffice() {
    file.snap(14 + 20 + 20 + 5);
    segment(true, Packet.SYN, new byte[0]);
    segment(false, Packet.SYN | Packet.ACK, new byte[0]);
    client(record(HANDSHAKE, 500));
    server(record(HANDSHAKE, 100));
    client(record(HANDSHAKE, 70));
    assertThat(requests()).isZero();
    client(record(HANDSHAKE, 70), record(CCS, 1));
    assertThat(requests()).as("what the capture shows is no data").isZero();
    client(record(ALERT, 26));
    assertThat(requests()).as("a header was cut off before").isEqualTo(1);
  }

  @Test
  void aRequestBeforeAHeaderThatIsCutOffCounts() {
    hello(false);
    file.snap(14 + 20 + 20 + 5);
    client(record(DATA, 50), record(DATA, 50));
    assertThat(requests()).isEqualTo(1);
  }

  /** Another protocol may begin with the same byte, and with 3 behind another one. */
  @Test
  void whatBeginsOtherwiseIsNotTls() {
    segment(true, Packet.SYN, new byte[0]);
    segment(false, Packet.SYN | Packet.ACK, new byte[0]);
    client(Wire.bytes(HANDSHAKE, 0, 3, 0, 1, 0));
    server(new byte[10]);
    client(Wire.bytes(ALERT, 3, 3, 0, 1, 0));
    assertThat(requests()).isEqualTo(2);
  }
}
