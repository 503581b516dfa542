package dev.faultlab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.DnsExchange.Answer;
import dev.faultlab.capture.DnsExchange.Sent;
import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.file.Capture;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.tcp.TcpScene;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the values of a capture say about themselves. */
class ValuesTest {
  @TempDir private Path folder;

  @Test
  void anOptionIsKnownAbsentOrCutOff() {
    TcpOption known = new TcpOption(7);
    TcpOption absent = TcpOption.ABSENT;
    TcpOption cut = TcpOption.CUT_OFF;
    assertThat(List.of(known, absent, cut))
        .map(TcpOption::isKnown)
        .containsExactly(true, false, false);
    assertThat(List.of(known, absent, cut))
        .map(TcpOption::isAbsent)
        .containsExactly(false, true, false);
    assertThat(List.of(known, absent, cut))
        .map(TcpOption::isCutOff)
        .containsExactly(false, false, true);
    assertThat(known.number()).isEqualTo(OptionalInt.of(7));
    assertThat(absent.number()).isEmpty();
    assertThat(cut.number()).isEmpty();
    assertThat(List.of(known, absent, cut))
        .map(Object::toString)
        .containsExactly("7", "absent", "cut off");
  }

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
        .map(TcpConnection::bothDirections)
        .containsExactly(true, false, false, false);
    assertThat(List.of(whole, client, server, syn))
        .map(TcpConnection::handshakeSeen)
        .containsExactly(true, false, false, false);
    assertThat(whole.synToSynAckNanos()).hasValue(1_000_000);
    assertThat(syn.synToSynAckNanos()).isEmpty();
    assertThat(whole.timeline()).hasSize(3);
    assertThat(whole.withoutTimeline().timeline()).isEmpty();
    assertThat(whole.withoutTimeline().opening()).isEqualTo(whole.opening());
  }

  @Test
  void aWindowIsScaledIfTheScaleIsKnown() {
    TcpSide.Windows scaled =
        only(new TcpScene().handshake(7, 65_160, 3).ack(1, 500))
            .serverSide()
            .windows()
            .orElseThrow();
    TcpSide.Windows unknown = only(new TcpScene().ack(1, 500)).serverSide().windows().orElseThrow();
    assertThat(scaled.effective(500)).hasValue(4000);
    assertThat(unknown.effective(500)).isEmpty();
  }

  private static DnsExchange exchange(Optional<Answer> answer, Sent... again) {
    return new DnsExchange(
        new Sent(3, 1_000),
        null,
        null,
        new DnsExchange.Question(7, "db.test", RecordType.AAAA, true, false, DnsExchange.Edns.NONE),
        new DnsExchange.Cause(DnsExchange.Origin.LOOKUP, OptionalLong.empty(), false, false),
        new DnsExchange.Repeats(Arrays.asList(again), false, false, false),
        new DnsExchange.Outcome(
            DnsExchange.Fate.ANSWERED, answer, 1, false, false, Optional.empty()));
  }

  /** 400 bytes, and 48 for each repetition and address. */
  @Test
  void anExchangeKnowsItsTimesAndItsSize() {
    Answer answer =
        new Answer(
            9, 6_000, 0, false, OptionalLong.of(5), List.of(Address.v4(1), Address.v4(2)), true);
    DnsExchange answered = exchange(Optional.of(answer), new Sent(5, 3_000));
    assertThat(answered.durationNanos()).hasValue(5_000);
    assertThat(answered.transmissions()).isEqualTo(2);
    assertThat(answered.bytes()).isEqualTo(400 + 3 * 48);
    assertThat(answered.frame()).isEqualTo(3);
    assertThat(answered.timeNanos()).isEqualTo(1_000);
    assertThat(answered.name()).isEqualTo("db.test");
    assertThat(answered.type()).isEqualTo(28);
    assertThat(answered.origin()).isEqualTo(DnsExchange.Origin.LOOKUP);
    assertThat(answered.fate()).isEqualTo(DnsExchange.Fate.ANSWERED);
    assertThat(answered.answer()).contains(answer);
    assertThat(answered.retransmissions()).containsExactly(new Sent(5, 3_000));
    assertThat(exchange(Optional.empty()).durationNanos()).isEmpty();
    assertThat(exchange(Optional.empty()).bytes()).isEqualTo(400);
    assertThat(exchange(Optional.empty()).transmissions()).isEqualTo(1);
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

  @Test
  void coverageCountsKinds() {
    Coverage coverage =
        new Coverage(
            3,
            Map.of(Coverage.Kind.TCP, 2L),
            Map.of(),
            Set.of(),
            new Coverage.Gaps(0, 0, 0),
            Optional.empty(),
            OptionalLong.empty());
    assertThat(coverage.count(Coverage.Kind.TCP)).isEqualTo(2);
    assertThat(coverage.count(Coverage.Kind.UDP)).isZero();
    assertThat(Arrays.stream(Coverage.Cipher.values()).map(Object::toString))
        .containsExactly("", "WireGuard", "IPsec (ESP)", "MACsec");
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
    DnsSummary summary = Capture.read(file).dns();
    assertThat(
            summary.names().keySet().stream()
                .map(each -> "[" + each + "]")
                .collect(Collectors.toSet()))
        .containsExactlyInAnyOrder("[backend.test]", "[.]");
    assertThat(summary.name(name).isPresent()).isEqualTo(found);
  }

  @Test
  void aCaptureIsItsFiles() throws IOException {
    Path file = Files.write(folder.resolve("a.pcap"), new TcpScene().data(1, 10).toBytes());
    Capture capture = Capture.read(file);
    assertThat(capture.files()).containsExactly(file);
    assertThat(capture.tcp().connections()).hasSize(1);
    assertThat(capture.tcp().connections().get(0).timeline()).hasSize(1);
    assertThat(capture.dns().exchanges()).isEmpty();
  }

  @Test
  void aPartHasTheNameOfItsFile() {
    assertThat(new CapturePart(Path.of("/captures/ring0.pcap"), 1).name()).isEqualTo("ring0.pcap");
  }
}
