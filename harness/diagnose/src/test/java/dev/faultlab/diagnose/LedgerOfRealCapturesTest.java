package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.IcmpError;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpConnection.State;
import dev.faultlab.capture.ledger.ConnectionLedger;
import dev.faultlab.capture.ledger.Destination;
import dev.faultlab.capture.ledger.ZeekState;
import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.capture.packet.Captures;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What became of the connections in captures of real programs, and after public reports. */
class LedgerOfRealCapturesTest {
  private static ConnectionLedger ledger(String capture) throws IOException {
    String name = capture.contains(".") ? capture : "reports/" + capture + ".pcap.gz";
    try (CaptureReader reader = CaptureReader.open(Captures.FOLDER.resolve(name))) {
      return Diagnose.run(reader).ledger();
    }
  }

  private static Destination only(String capture) throws IOException {
    ConnectionLedger ledger = ledger(capture);
    assertThat(ledger.dropped()).isZero();
    assertThat(ledger.destinations()).hasSize(1);
    return ledger.destinations().iterator().next();
  }

  /** The right side is what tshark shows: flags, acknowledgements and repetitions. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "r01-rst-after-idle| {RESET=8, CLOSED=3, OPEN=2}| 0",
        "r09-snat-exhausted| {UNANSWERED=12, CLOSED=125, OPEN=1}| 0",
        "r13-syn-lost-then-answered| {CLOSED=80}| 15",
        "r16-icmp-admin-prohibited-on-syn| {UNREACHABLE=6}| 0",
        "x11b-peer-died-after-21s-idle| {SILENT=1, CLOSED=6}| 0",
        "x41-ecmp-one-path-dead| {UNANSWERED=5, SILENT=4, CLOSED=5, OPEN=4}| 0",
        "x58-any-interface-two-sends-seen-twice| {SILENT=1, OPEN=1}| 0"
      })
  void counts(String capture, String fates, long late) throws IOException {
    Destination dest = only(capture);
    Map<State, Long> counts = new TreeMap<>();
    Stream.of(State.values())
        .filter(each -> dest.count(each) > 0)
        .forEach(each -> counts.put(each, dest.count(each)));
    assertThat(counts).hasToString(fates);
    assertThat(dest.lateCount()).isEqualTo(late);
  }

  @Test
  void aBoxResetsIdleConnections() throws IOException {
    Destination dest = only("r01-rst-after-idle");
    for (TcpConnection each : dest.of(State.RESET)) {
      assertThat(dest.resetBy(each)).contains(Destination.Sender.ANOTHER);
      assertThat(each.serverSide().closing().reset().orElseThrow().idleNanos() / 1_000_000_000)
          .isBetween(399L, 401L);
    }
    assertThat(dest.workingConnections())
        .noneMatch(each -> each.clientSide().delivery().survivedIdleNanos() >= 1_000_000_000);
  }

  @Test
  void othersWorkWhileAttemptsAreUnanswered() throws IOException {
    Destination dest = only("r09-snat-exhausted");
    for (TcpConnection each : dest.of(State.UNANSWERED)) {
      assertThat(each.syns()).isEqualTo(5);
      assertThat(
              dest.workingConnections()
                  .filter(other -> other.opening().nanos() < each.opening().nanos())
                  .filter(other -> other.ending().lastNanos() > each.opening().nanos()))
          .isNotEmpty();
    }
  }

  @Test
  void attemptsAreAnsweredAtTheSecondOrThirdSyn() throws IOException {
    assertThat(only("r13-syn-lost-then-answered").late())
        .extracting(each -> each.opening().synsBeforeAnswer())
        .containsOnly(2, 3);
  }

  @Test
  void aBoxSaysThatItRefuses() throws IOException {
    assertThat(only("r16-icmp-admin-prohibited-on-syn").of(State.UNREACHABLE))
        .hasSize(6)
        .allSatisfy(
            each -> {
              assertThat(each.syns()).isEqualTo(3);
              IcmpError icmp = each.ending().icmp().orElseThrow();
              assertThat(icmp.toString()).isEqualTo("from 198.51.100.1, type 3 code 13");
            });
  }

  /** As tcpdump -i any writes: SYN, data and its repetition. */
  @Test
  void aFrameThatIsThereTwiceCountsOnce() throws IOException {
    Destination dest = only("x58-any-interface-two-sends-seen-twice");
    TcpConnection silent = dest.of(State.SILENT).get(0);
    assertThat(silent.syns()).isEqualTo(1);
    assertThat(silent.clientSide().delivery().last().orElseThrow().repetitions()).isEqualTo(1);
  }

  @Test
  void theNameIsFromDns() throws IOException {
    assertThat(
            ledger("java-keep-alive.pcap.gz").destinations().stream()
                .flatMap(each -> each.name().stream())
                .distinct())
        .containsExactly("backend.lab");
  }

  /** As an evaluation of Zeek's definitions on tshark's streams counts them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kafka-option-stripped.pcap.gz| {REJ=184, RSTO=1, SF=3}",
        "https-keep-alive.pcap| {RSTO=1}",
        "java-keep-alive.pcap.gz| {S1=5, SF=15}",
        "go-merged.pcap.gz| {RSTO=49, SF=127}",
        "go-stampede.pcap.gz| {RSTO=42, SF=134}",
        "tcp-option-pairings.pcap.gz| {SF=66}",
        "r01-rst-after-idle| {RSTR=8, S1=2, SF=3}",
        "r02a-big-clienthello-silently-dropped| {S2=5, SF=3}",
        "r09-snat-exhausted| {S0=12, S1=1, SF=125}",
        "x41-ecmp-one-path-dead| {S0=5, S1=8, SF=5}",
        "x50b-dns-loss-beside-keepalive-of-old-connections| {OTH=3}"
      })
  void zeekCallsThemTheSame(String capture, String states) throws IOException {
    Map<String, Long> counts =
        ledger(capture).destinations().stream()
            .flatMap(Destination::connections)
            .collect(Collectors.groupingBy(ZeekState::of, Collectors.counting()));
    assertThat(new TreeMap<>(counts)).hasToString(states);
  }
}
