package dev.faultlab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.file.Capture;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.tcp.TcpScene;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the values of a capture say about themselves. */
class ValuesTest {
  @TempDir private Path folder;

  private static TcpConnection only(TcpScene scene) {
    return scene.read(true).get(0);
  }

  @Test
  void aConnectionKnowsWhatOfItWasCaptured() {
    TcpConnection whole = only(new TcpScene().handshake(7, 65_160, 7));
    TcpConnection client = only(new TcpScene().data(1, 10));
    TcpConnection server = only(new TcpScene().ack(1, 500));
    TcpConnection syn = only(new TcpScene().client(0, 0, Packet.SYN, 64_240, new byte[0], 0));
    assertThat(List.of(whole, client, server, syn))
        .map(TcpConnection::seenInBothDirections)
        .containsExactly(true, false, false, false);
    assertThat(List.of(whole, client, server, syn))
        .map(TcpConnection::handshakeSeen)
        .containsExactly(true, false, false, false);
    assertThat(whole.timeline()).hasSize(3);
    assertThat(whole.withoutTimeline().timeline()).isEmpty();
    assertThat(whole.withoutTimeline().opening()).isEqualTo(whole.opening());
  }

  @ParameterizedTest
  @CsvSource({
    "1, A",
    "2, NS",
    "5, CNAME",
    "6, SOA",
    "12, PTR",
    "15, MX",
    "16, TXT",
    "28, AAAA",
    "33, SRV",
    "64, SVCB",
    "65, HTTPS",
    "255, ANY",
    "257, TYPE257"
  })
  void aRecordTypeHasAName(int type, String name) {
    assertThat(RecordType.text(type)).isEqualTo(name);
  }

  @Test
  void anEndTellsWhereAndWhy() {
    assertThat(new End.Complete(2, 300).sentence())
        .isEqualTo("read completely: 2 frames in 300 bytes");
    assertThat(new End.Truncated(2, 300, "why").sentence())
        .isEqualTo("truncated in frame 3 at byte 300: why");
    assertThat(new End.Corrupt(2, 300, "why").sentence())
        .isEqualTo("corrupt in frame 3 at byte 300: why");
  }

  /** As people type a name: with a final dot, and in any case. */
  @ParameterizedTest
  @CsvSource({
    "backend.test, true",
    "BACKEND.test., true",
    "backend, false",
    "., true",
    "'', false"
  })
  void aSummaryFindsAName(String name, boolean found) throws IOException {
    byte[] capture =
        new DnsScene()
            .query(0, 1, 1, "backend.test", DnsScene.A)
            .query(1, 2, 2, "", DnsScene.A)
            .toBytes();
    Path file = Files.write(folder.resolve("a.pcap"), capture);
    DnsSummary dns = Capture.read(file).dns();
    assertThat(
            dns.names().keySet().stream().map(each -> "[" + each + "]").collect(Collectors.toSet()))
        .containsExactlyInAnyOrder("[backend.test]", "[.]");
    assertThat(dns.name(name).isPresent()).isEqualTo(found);
  }
}
