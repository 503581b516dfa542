package dev.faultlab.capture.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.DnsExchange.Cause;
import dev.faultlab.capture.DnsExchange.Origin;
import dev.faultlab.capture.packet.CaptureFile;
import dev.faultlab.capture.packet.Ends;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** How long the state of a client's socket is kept. */
class SocketsTest {
  private final Sockets sockets = new Sockets();

  private OpenQuery query(int type) {
    return query(2, type);
  }

  private OpenQuery query(int server, int type) {
    OpenQuery.Key key =
        new OpenQuery.Key(new Ends(0, 1, 0, server, 7 << 16 | 53), type, "a.lab", false);
    NameLedger.TypeState[] none = {};
    Packet packet = new Packet();
    packet.ipId = 1;
    Sockets.State socket = sockets.of(key);
    OpenQuery query =
        new OpenQuery(
            key,
            packet,
            new Cause(Origin.LOOKUP, OptionalLong.empty(), false, false),
            none,
            socket);
    socket.opened(query);
    return query;
  }

  @Test
  void aSocketIsForgottenWithItsLastQuery() {
    OpenQuery a = query(DnsScene.A);
    OpenQuery aaaa = query(DnsScene.AAAA);
    assertThat(aaaa.socket).isSameAs(a.socket);
    sockets.release(a);
    assertThat(sockets.of(a.key)).isSameAs(a.socket);
    sockets.release(aaaa);
    assertThat(sockets.of(a.key)).isNotSameAs(a.socket);
  }

  /** Of a flood, a query that is sent is compared with the 64 before it and the 64 oldest. */
  @Test
  void comparesAQueryWithFewOthers() {
    Packet[] packet = new Packet[1];
    byte[] ip = Wire.ipv4("10.0.0.1", "10.0.0.2", 17, 1, Wire.udp(7, 53, new byte[0]));
    CaptureFile.pcap().add(0, Wire.ethernet(ip)).scan(each -> packet[0] = each);
    List<OpenQuery> flood = new ArrayList<>();
    for (int server = 100; server < 165; server++) {
      flood.add(query(server, DnsScene.A));
    }
    Sockets.State socket = flood.get(0).socket;
    socket.passedOn(query(2, DnsScene.A).key, packet[0]);
    assertThat(flood.get(0).passedOn).isFalse();
    assertThat(flood.get(64).passedOn).isTrue();
    query(3, DnsScene.AAAA);
    long now = QueryTable.RETRY_AFTER_NANOS;
    assertThat(socket.siblingInTrouble(DnsScene.AAAA, now)).isTrue();
    assertThat(socket.siblingInTrouble(DnsScene.A, now)).isFalse();
    flood.forEach(socket::closed);
    assertThat(socket.siblingInTrouble(DnsScene.A, now)).isTrue();
  }
}
