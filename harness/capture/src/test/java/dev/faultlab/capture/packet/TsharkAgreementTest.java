package dev.faultlab.capture.packet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.dns.DnsCapture;
import dev.faultlab.capture.packet.Tshark.Row;
import dev.faultlab.capture.tcp.TcpCapture;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every fact that detectors rest on, against tshark, on every committed capture. Not skipped where
 * tshark is missing: the build's prerequisites bring it.
 */
class TsharkAgreementTest {
  /**
   * What TIME-WAIT says to a SYN on its ports tshark counts to the new connection, and then takes
   * that one's first data for repeated (seen with 4.0.17). Frames that a capture has twice are
   * repeated data for it.
   */
  private static final Set<String> MIXED_UP_BY_TSHARK =
      Set.of(
          "syncookie/port-used-again/kafka.pcap",
          "reports/x58-any-interface-two-sends-seen-twice.pcap.gz");

  static List<String> captures() {
    return Captures.files();
  }

  /** One run of tshark for each capture: starting it is what takes the time. */
  @ParameterizedTest
  @MethodSource("captures")
  void agreesWithTshark(String name) throws Exception {
    Path file = Captures.FOLDER.resolve(name);
    List<Row> rows = Tshark.read(file);
    framesAgree(file, rows);
    if (!MIXED_UP_BY_TSHARK.contains(name)) {
      connectionsAgree(file, rows);
    }
    if (!name.contains("seen-twice")) { // we count a frame once
      handshakesAgree(file, rows);
    }
    dnsAgrees(file, rows);
  }

  private static void framesAgree(Path file, List<Row> rows) throws Exception {
    List<String> ours = new ArrayList<>();
    try (CaptureReader reader = CaptureReader.open(file)) {
      CaptureScan.run(
          reader,
          List.<CaptureScan.Listener>of(packet -> ours.add(line(packet))),
          new MemoryBudget());
    }
    assertThat(ours).isEqualTo(rows.stream().map(TsharkAgreementTest::line).toList());
  }

  private static String line(Packet p) {
    String text = p.frame + " " + p.timeNanos / 1_000_000_000L;
    text += String.format(".%09d", p.timeNanos % 1_000_000_000L);
    boolean tcp = p.kind == Coverage.Kind.TCP;
    if (!tcp && p.kind != Coverage.Kind.UDP) {
      return text;
    }
    text += " " + p.source().address() + ":" + p.sourcePort;
    text += " " + p.destination().address() + ":" + p.destinationPort;
    text += " id " + p.ipId + " ttl " + p.ttl + " len " + p.payloadLength;
    return tcp
        ? text
            + String.format(" %d %d %02x %d", p.sequence, p.acknowledgement, p.flags, p.rawWindow)
        : text;
  }

  private static String line(Row row) {
    String text = row.get("frame.number") + " " + row.get("frame.time_epoch");
    // A segment that ICMP quotes has ports for tshark, and no flags.
    boolean tcp = row.has("tcp.flags");
    if (!tcp && !row.has("udp.srcport")) {
      return text;
    }
    boolean six = !row.has("ip.src");
    String transport = tcp ? "tcp" : "udp";
    text += " " + row.get(six ? "ipv6.src" : "ip.src") + ":" + row.get(transport + ".srcport");
    text += " " + row.get(six ? "ipv6.dst" : "ip.dst") + ":" + row.get(transport + ".dstport");
    text += " id " + (six ? -1 : row.number("ip.id"));
    text += " ttl " + row.get(six ? "ipv6.hlim" : "ip.ttl");
    text += " len " + (tcp ? row.number("tcp.len") : row.number("udp.length") - 8);
    return tcp
        ? text
            + String.format(
                " %s %s %02x %s",
                row.get("tcp.seq_raw"),
                row.get("tcp.ack_raw"),
                row.number("tcp.flags") & 0xff,
                row.get("tcp.window_size_value"))
        : text;
  }

  /** Segments, data segments and repeated ones, for each side of each connection. */
  private static void connectionsAgree(Path file, List<Row> rows) throws Exception {
    Map<String, long[]> theirs = new TreeMap<>();
    for (Row row : rows) {
      if (!row.has("tcp.flags")) {
        continue;
      }
      String address = row.get(row.has("ip.src") ? "ip.src" : "ipv6.src");
      String side = address + " " + row.get("tcp.srcport") + " stream " + row.get("tcp.stream");
      long[] sum = theirs.computeIfAbsent(side, key -> new long[3]);
      boolean data = row.number("tcp.len") > 0;
      boolean repeated =
          row.has("tcp.analysis.retransmission") || row.has("tcp.analysis.out_of_order");
      sum[0]++;
      sum[1] += data ? 1 : 0;
      sum[2] += data && repeated ? 1 : 0;
    }
    Map<String, long[]> ours = new TreeMap<>();
    int stream = 0;
    for (TcpConnection each : TcpCapture.read(file).connections()) {
      add(ours, each.client(), stream, each.clientSide());
      add(ours, each.server(), stream, each.serverSide());
      stream++;
    }
    assertThat(text(ours)).isEqualTo(text(theirs));
  }

  private static void add(Map<String, long[]> all, Endpoint end, int stream, TcpSide side) {
    if (side.volume().segments() > 0) {
      long repeated = side.volume().retransmissions() + side.volume().outOfOrder();
      String key = end.address() + " " + end.port() + " stream " + stream;
      all.put(key, new long[] {side.volume().segments(), side.volume().dataSegments(), repeated});
    }
  }

  private static Map<String, String> text(Map<String, long[]> numbers) {
    Map<String, String> texts = new TreeMap<>();
    numbers.forEach((key, value) -> texts.put(key, Arrays.toString(value)));
    return texts;
  }

  private static void handshakesAgree(Path file, List<Row> rows) throws Exception {
    List<String> theirs = new ArrayList<>();
    for (Row row : rows) {
      if (row.has("tcp.flags") && (row.number("tcp.flags") & Packet.SYN) != 0) {
        theirs.add(
            String.join(
                " ",
                row.get("frame.number"),
                row.get("tcp.window_size_value"),
                row.get("tcp.options.mss_val"),
                row.get("tcp.options.wscale.shift"),
                row.has("tcp.options.timestamp.tsval") ? "1" : "",
                row.has("tcp.options.sack_perm") ? "1" : ""));
      }
    }
    List<Offer> offers = new ArrayList<>();
    long repeated = 0;
    for (TcpConnection each : TcpCapture.read(file).connections()) {
      each.clientSide().offer().ifPresent(offers::add);
      each.serverSide().offer().ifPresent(offers::add);
    }
    offers.sort(Comparator.comparingLong(Offer::frame));
    List<String> ours = new ArrayList<>();
    for (Offer offer : offers) {
      repeated += offer.retransmissions();
      List<String> values = new ArrayList<>();
      values.add(offer.frame() + " " + offer.rawWindow());
      for (var option :
          List.of(
              offer.options().mss(),
              offer.options().windowScale(),
              offer.options().timestamps(),
              offer.options().sackPermitted())) {
        values.add(option.number().isPresent() ? String.valueOf(option.number().getAsInt()) : "");
      }
      ours.add(String.join(" ", values));
    }
    assertThat(theirs).containsSubsequence(ours);
    assertThat(theirs).hasSize(ours.size() + (int) repeated);
  }

  /** Every transmission of every query, and which answer belongs to which. */
  private static void dnsAgrees(Path file, List<Row> rows) throws Exception {
    Map<Long, String> queries = new HashMap<>();
    Map<Long, Long> queryOfAnswer = new HashMap<>();
    for (Row row : rows) {
      if (!row.has("dns.id") || row.get("dns.qry.name").endsWith("marker.lab")) {
        continue;
      }
      long frame = row.number("frame.number");
      boolean response = row.get("dns.flags.response").matches("1|True");
      if (!response) {
        String question = row.get("dns.qry.name") + " " + row.get("dns.qry.type");
        queries.put(frame, row.number("dns.id") + " " + question);
      } else if (row.has("dns.response_to")) {
        queryOfAnswer.put(frame, row.number("dns.response_to"));
      }
    }
    Map<Long, String> ours = new HashMap<>();
    for (DnsExchange each : DnsCapture.read(List.of(file)).exchanges()) {
      List<Long> sent = new ArrayList<>(List.of(each.frame()));
      each.retransmissions().forEach(again -> sent.add(again.frame()));
      sent.forEach(
          frame -> ours.put(frame, each.question().id() + " " + each.name() + " " + each.type()));
      each.answer().ifPresent(answer -> assertThat(queryOfAnswer.get(answer.frame())).isIn(sent));
    }
    assertThat(ours).isEqualTo(queries);
  }
}
