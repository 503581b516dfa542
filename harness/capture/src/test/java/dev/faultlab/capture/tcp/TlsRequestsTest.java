package dev.faultlab.capture.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.packet.CaptureFile;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.Wire;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests on a TLS connection are counted without its handshake and its alerts. */
class TlsRequestsTest {
  /** Of RFC 8446 4.2.1, with version 1.3. */
  private static final byte[] VERSION_13 = Wire.bytes(0, 0x2b, 0, 2, 3, 4);

  /** Both handshakes up to the client's next segment. */
  private static final Map<String, String> HANDSHAKES =
      Map.of(
          "1.2", "cH500 sH100+H900 cH70+S1+H40 sS1+H40",
          "1.3", "cH500 sV118+S1+D27+D900 sD264+D53");

  private final CaptureFile file = CaptureFile.pcap();
  private long time = 1_700_000_000_000_000_000L;
  private long clientNext = 1000;
  private long serverNext = 5000;

  private void segment(boolean client, int flags, byte[] payload) {
    long seq = client ? clientNext : serverNext;
    long ack = client ? serverNext : clientNext;
    int from = client ? 4000 : 443;
    byte[] tcp = Wire.tcp(from, 4443 - from, seq, ack, flags, 500, new byte[0], payload);
    String sender = client ? "10.0.0.1" : "10.0.0.2";
    String receiver = client ? "10.0.0.2" : "10.0.0.1";
    file.add(time += 1_000_000, Wire.ethernet(Wire.ipv4(sender, receiver, 6, 1, tcp)));
    long space = payload.length + ((flags & Packet.SYN) != 0 ? 1 : 0);
    clientNext += client ? space : 0;
    serverNext += client ? 0 : space;
  }

  /**
   * A record's kind and length: Handshake, Data, Alert, change of the cipher Suite, heartBeat, an
   * Unknown one; a server's hello with the Version within or as the Last of its extensions; and an
   * alert that only looks as if it had one (X).
   */
  private static byte[] record(String text) {
    char kind = text.charAt(0);
    int type = "SAHDB".indexOf("VL".indexOf(kind) >= 0 ? 'H' : kind == 'X' ? 'A' : kind);
    int length = Integer.parseInt(text.substring(1));
    byte[] header = Wire.join(Wire.bytes(type < 0 ? 99 : 20 + type, 3, 3), Wire.u16(length));
    byte[] record = Wire.join(header, new byte[length]);
    int extension = kind == 'V' ? 90 : kind == 'L' ? record.length - 6 : 5;
    if ("VLX".indexOf(kind) >= 0) {
      System.arraycopy(VERSION_13, 0, record, extension, 6);
    }
    return record;
  }

  /**
   * A segment of the client or the server with records, with bytes, or with a third of a record.
   */
  private void play(String step) {
    boolean client = step.charAt(0) == 'c';
    String contents = step.substring(1);
    if (step.equals("gap")) {
      clientNext += 1000;
    } else if (step.equals("snap")) {
      file.snap(14 + 20 + 20 + 5);
    } else if (HANDSHAKES.containsKey(step)) {
      Arrays.stream(HANDSHAKES.get(step).split(" ")).forEach(this::play);
    } else if (contents.startsWith("#")) {
      segment(client, Packet.ACK, Wire.hex(contents.substring(1)));
    } else if (contents.endsWith("/3")) {
      byte[] large = record(contents.replace("/3", ""));
      for (int third = 0; third < 3; third++) {
        int from = large.length * third / 3;
        int to = large.length * (third + 1) / 3;
        segment(client, Packet.ACK, Arrays.copyOfRange(large, from, to));
      }
    } else {
      byte[][] records =
          Arrays.stream(contents.split("[+]")).map(TlsRequestsTest::record).toArray(byte[][]::new);
      segment(client, Packet.ACK, Wire.join(records));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1.2 cD120 sD300 cA26 | 1
          # With the ticket before the request, and with the request beside the finish.
          1.3 cS1+D53 sD250+D250 cD120 sD300 cD19 | 1
          1.3 cS1+D69+D120 sD250+D250+D300 cD120 sD300 | 2
          # A request may be as long as a finish.
          1.2 cD53 sD300 | 1
          1.3 cS1+D53 cD53 | 1
          # Records that fill several segments.
          1.2 cD3000/3 sD300 | 1
          1.2 cH2000/3 | 0
          1.2 cB40 | 0
          # The version is in the last extension of the server's hello; what follows is no hello.
          cH500 sL118 cD53 | 0
          cH500 sH118+X26 cD53 | 1
          # Where records can no longer be told apart, whatever comes counts.
          1.2 gap cA26 | 1
          1.2 cU26 | 1
          # The headers of records suffice, until one was cut off.
          snap cH500 sH100 cH70 | 0
          snap cH500 sH100 cH70 cH70+S1 | 0
          snap cH500 sH100 cH70 cH70+S1 cA26 | 1
          1.2 snap cD50+D50 | 1
          # Another protocol may begin with the same byte, and with 3 behind another one.
          c#160003000100 s#00x10 c#150303000100 | 2
          """)
  void countsRequests(String steps, int requests) {
    segment(true, Packet.SYN, new byte[0]);
    segment(false, Packet.SYN | Packet.ACK, new byte[0]);
    Arrays.stream(steps.split(" ")).forEach(this::play);
    int[] count = new int[1];
    TcpEvents events =
        new TcpEvents() {
          @Override
          public void requestBegins(Address client, Endpoint server, boolean first) {
            count[0]++;
          }
        };
    file.scan(new TcpTracker(any -> {}, false, events, new MemoryBudget()));
    assertThat(count[0]).isEqualTo(requests);
  }
}
