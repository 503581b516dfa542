package dev.faultlab.capture.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.DnsExchange.Origin;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** How long the state of a client's socket is kept. */
class SocketsTest {
  private final Sockets sockets = new Sockets();

  private OpenQuery query(int type) {
    OpenQuery.Key key = new OpenQuery.Key(new Ends(0, 1, 0, 2, 7 << 16 | 53), type, "a.lab", false);
    NameLedger.TypeState[] none = {};
    Sockets.State socket = sockets.of(key);
    OpenQuery query =
        new OpenQuery(key, 1, 0, 1, Origin.LOOKUP, OptionalLong.empty(), none, socket);
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
}
