package dev.faultlab.capture.dns;

import static dev.faultlab.capture.dns.DnsScene.A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsCounts;
import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsExchange.Origin;
import dev.faultlab.capture.DnsExchange.QueryState;
import dev.faultlab.capture.DnsSummary;
import dev.faultlab.capture.NameFacts;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DnsTrackerTest {
  private static final String NAME = "backend.lab";

  private static NameFacts facts(DnsScene scene) {
    return scene.read().name(NAME).orElseThrow();
  }

  @Test
  void countsLookUpsOneAfterTheOther() {
    DnsScene scene = new DnsScene();
    for (int i = 0; i < 5; i++) {
      scene.query(i * 20, 4000 + i, i, NAME, A).answer(i * 20 + 10, 4000 + i, i, NAME, A);
    }
    NameFacts facts = facts(scene);
    assertThat(facts.counts().lookups()).isEqualTo(5);
    assertThat(facts.peak().outstanding()).isEqualTo(1);
    assertThat(facts.peak().frame()).isEqualTo(1);
    assertThat(facts.timeline()).hasSize(10);
    assertThat(facts.timeline().get(2).frame()).isEqualTo(3);
    assertThat(facts.timeline()).extracting(NameFacts.Point::outstanding).startsWith(1, 0, 1, 0);
  }

  @Test
  void tellsWithWhichFrameTheMaximumWasReached() {
    DnsScene scene = new DnsScene().query(0, 1, 1, NAME, A).answer(1, 1, 1, NAME, A);
    scene.query(2, 2, 2, NAME, A).query(3, 3, 3, NAME, A).query(4, 4, 4, NAME, A);
    scene.answer(5, 3, 3, NAME, A).answer(6, 2, 2, NAME, A).answer(7, 4, 4, NAME, A);
    NameFacts facts = facts(scene);
    assertThat(facts.peak().outstanding()).isEqualTo(3);
    assertThat(facts.peak().frame()).isEqualTo(5);
  }

  @Test
  void comparesNamesWithoutCase() {
    DnsScene scene = new DnsScene().query(0, 1, 1, "BackEnd.Lab", A).query(1, 2, 2, NAME, A);
    scene.answer(5, 1, 1, "bAcKeNd.lAb", A).answer(6, 2, 2, NAME, A);
    DnsSummary summary = scene.read();
    assertThat(summary.names()).containsOnlyKeys(NAME);
    assertThat(summary.name("BACKEND.LAB.").orElseThrow().peak().outstanding()).isEqualTo(2);
    assertThat(summary.name("other.lab")).isEmpty();
  }

  @Test
  void keepsClientsApart() {
    DnsScene scene = new DnsScene().query(0, 1, 1, NAME, A);
    scene.from("10.0.0.2").query(1, 1, 1, NAME, A).answer(2, 1, 1, NAME, A);
    scene.from("10.0.0.1").answer(3, 1, 1, NAME, A);
    DnsSummary summary = scene.read();
    assertThat(summary.name(NAME).orElseThrow().peak().outstanding()).isEqualTo(2);
    assertThat(summary.exchanges()).allMatch(each -> each.state() == QueryState.ANSWERED);
  }

  /**
   * Steps of {@link DnsScene#play}; how many lookups, retransmissions, retries and abandoned
   * queries they are and how many lookups at once; and each query's origin and fate.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # A and AAAA are one lookup.
          0?4 0?4/28 9!4 10!4/28 20?5 20?5/28 29!5 30!5/28 | 2 0 0 0 1 | L+ L+ L+ L+
          # The same again.
          0?1 5000?1 5001!1 | 1 1 0 0 1 | L+
          # A pending query.
          0?1 | 1 0 0 0 1 | L?
          # Netty asks everything from one socket: an id comes again while a reply is lost.
          0?1#7 1?1#8 2!1#8 2000?1#9 2001!1#9 2010?1#8 2011!1#8 | 3 0 1 0 2 | Lr L+ R+ L+
          # glibc, res_send.c: when one of the pair times out, both are sent again, one by one.
          0?1 0?1/28 1!1 5000?1 5001!1 5002?1/28 5003!1/28 | 1 2 0 0 1 | L+ L+ S+
          0?1 0?1/28 1!1/28 5000?1 5001!1 5002?1/28 5003!1/28 | 1 2 0 0 1 | L+ L+ S+
          # resolv.conf(5), attempts: the whole pair is sent each time.
          0?1 0?1/28 1!1 5000?1 5001!1 5002?1/28 10000?1 10001!1 10002?1/28 | 1 4 0 0 1 | L+ L? S+ S+
          # The trouble of another socket or name explains nothing, nor does one given up.
          0?1/28 0?2/28:other.lab 1?2 2!2 5000?2 | 2 0 0 0 1 | L? L+ L?
          0?1/28 9900?1 9901!1 20000?1 | 2 0 0 1 1 | La L+ L?
          # What is answered is in trouble no longer.
          0?1 0?1/28 1!1 1!1/28 5000?1 5001!1 | 2 0 0 0 1 | L+ L+ L+
          # An id that is used again after its answer.
          0?1 1!1 900?1 901!1 | 2 0 0 0 1 | L+ L+
          # Go's resolver asks again under another id, from another port, after 5 s.
          0?1 5000?2 5001!2 | 1 0 1 0 1 | Lr R+
          # The first is answered after all.
          0?1 2000?2 2001!2 3000!1 | 1 0 1 0 1 | L+ R+
          # An abandoned query is under way until it is given up.
          0?1 500?2 510!2 20000?3 20001!3 | 3 0 0 1 2 | La L+ L+
          """)
  void tellsLookupsFromRepetitions(String steps, String counts, String exchanges) {
    DnsSummary summary = new DnsScene().play(steps).read();
    NameFacts facts = summary.name(NAME).orElseThrow();
    NameFacts.Counts all = facts.counts();
    assertThat(
            Stream.of(all.lookups(), all.retransmissions(), all.retries(), all.abandoned())
                .map(String::valueOf)
                .collect(Collectors.joining(" ")))
        .isEqualTo(counts.substring(0, counts.lastIndexOf(' ')));
    assertThat(counts).endsWith(" " + facts.peak().outstanding());
    assertThat(
            summary.exchanges().stream()
                .filter(each -> each.name().equals(NAME))
                .map(
                    each ->
                        ""
                            + "LRST".charAt(each.origin().ordinal())
                            + "+ra?".charAt(each.state().ordinal()))
                .collect(Collectors.joining(" ")))
        .isEqualTo(exchanges);
  }

  @Test
  void aRetryNamesTheQueryThatItRetries() {
    DnsSummary summary = new DnsScene().play("0?1 5000?2 5001!2").read();
    assertThat(summary.exchanges().get(1).cause().earlierFrame()).hasValue(1);
  }

  @Test
  void leavesTheMarkersOfATrialOut() {
    DnsScene scene = new DnsScene().query(0, 1, 1, "open-1.marker.lab", A);
    scene.query(1, 2, 2, NAME, A).answer(2, 2, 2, NAME, A);
    DnsSummary summary = scene.query(3, 1, 3, "CLOSE-1.Marker.Lab", A).read();
    assertThat(summary.names()).containsOnlyKeys(NAME);
  }

  @Test
  void countsWhatTheSnapLengthHidesAsCutOffAndNotAsMalformed() {
    DnsScene scene = new DnsScene().snap(14 + 20 + 8 + 12 + 5);
    DnsSummary summary = scene.query(0, 1, 1, NAME, A).read();
    assertThat(summary.counts().unreadable().cutOff()).isEqualTo(1);
    assertThat(summary.counts().unreadable().malformed()).isZero();
    DnsSummary noise =
        new DnsScene().frame(0, "10.0.0.1", "10.0.0.53", Wire.udp(1, 53, new byte[20])).read();
    assertThat(noise.counts().unreadable().malformed()).isEqualTo(1);
  }

  /** From the server's port, or to it, and with so many bytes of the message in the capture. */
  @ParameterizedTest
  @CsvSource({"53, 7, 20, 1", "53, 7, 99, 0", "7, 53, 20, 0"})
  void countsAnswersThatCannotBeRead(int from, int to, int captured, long unreadable) {
    byte[] message = Wire.dnsAnswer(1, NAME, A, 0, 30, "10.0.0.9");
    DnsScene scene = new DnsScene().snap(14 + 20 + 8 + captured);
    scene.frame(0, "10.0.0.53", "10.0.0.1", Wire.udp(from, to, message));
    assertThat(scene.read().counts().unreadable().answers()).isEqualTo(unreadable);
  }

  /** RFC 5936: in a zone transfer, which needs TCP, answers without a question are usual. */
  @Test
  void anAnswerWithoutAQuestionIsUnreadableOverUdpOnly() {
    byte[] message = Wire.dnsAnswer(1, NAME, A, 0, 30);
    message[5] = 0;
    byte[] segment =
        Wire.tcp(53, 7, 1, 1, 24, 500, new byte[0], Wire.join(Wire.u16(message.length), message));
    DnsScene scene = new DnsScene();
    scene.raw(0, Wire.ethernet(Wire.ipv4("10.0.0.53", "10.0.0.1", 6, 1, segment)));
    assertThat(scene.read().counts().unreadable().answers()).isZero();
    scene.frame(1, "10.0.0.53", "10.0.0.1", Wire.udp(53, 7, message));
    assertThat(scene.read().counts().unreadable().answers()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"0?1 1?2, 1, 2", "0?1 1?2 2!1, 1, 3", "0?1:other.lab 1?2 2!2 3!1:other.lab, 2, 3"})
  void aNamesFactsAreInTheseFrames(String steps, long first, long last) {
    NameFacts facts = facts(new DnsScene().play(steps));
    assertThat(facts.firstFrame()).isEqualTo(first);
    assertThat(facts.lastFrame()).isEqualTo(last);
  }

  @Test
  void countsNamesAndLookupsOfAllClients() {
    DnsScene scene = new DnsScene().play("0?1 1?2 2?3:other.lab");
    scene.from("10.0.0.2").play("3?1");
    DnsTracker tracker = new DnsTracker(false, exchange -> {}, DnsEvents.NONE, new MemoryBudget());
    scene.feed(tracker);
    assertThat(tracker.nameCount()).isEqualTo(2);
    assertThat(tracker.lookups()).isEqualTo(4);
  }

  @Test
  void countsAnswersWithoutAQuery() {
    DnsScene scene = new DnsScene().answer(0, 1, 1, NAME, A);
    assertThat(scene.answer(1000, 1, 1, NAME, A).read().counts().strayAnswers()).isEmpty();
    DnsCounts counts = scene.answer(1001, 1, 1, NAME, A).read().counts();
    assertThat(counts.unmatchedAnswers()).isEqualTo(3);
    assertThat(counts.strayAnswers()).as("no client waits so long").containsValue(1L).hasSize(1);
  }

  @Test
  void followsATruncatedAnswerToTcp() {
    byte[] truncated = Wire.dnsAnswer(1, NAME, A, 0, 0);
    truncated[2] |= 2;
    DnsScene scene = new DnsScene().query(0, 1, 1, NAME, A).answer(1, 1, truncated);
    askOverTcp(scene, 2, 7);
    DnsSummary summary = scene.read();
    assertThat(summary.exchanges())
        .extracting(DnsExchange::origin)
        .containsExactly(Origin.LOOKUP, Origin.TCP_AFTER_TRUNCATION);
    assertThat(summary.name(NAME).orElseThrow().counts().lookups()).isEqualTo(1);
    askOverTcp(scene, 3, 8);
    assertThat(scene.read().exchanges().get(2).origin()).isEqualTo(Origin.LOOKUP);
    assertThat(reportedOrigins(scene)).containsExactly(Origin.LOOKUP, Origin.TCP_AFTER_TRUNCATION);
  }

  private static void askOverTcp(DnsScene scene, double ms, int port) {
    byte[] query = Wire.dnsQuery(5, NAME, A);
    byte[] framed = Wire.join(Wire.u16(query.length), query);
    byte[] segment = Wire.tcp(port, 53, 1, 1, 24, 500, new byte[0], framed);
    scene.raw(ms, Wire.ethernet(Wire.ipv4("10.0.0.1", "10.0.0.53", 6, 1, segment)));
  }

  /** What listeners hear of: whoever asks over TCP by choice is no resolver with a cache. */
  private static List<Origin> reportedOrigins(DnsScene scene) {
    List<Origin> origins = new ArrayList<>();
    DnsEvents events =
        (client, name) ->
            new DnsEvents.NameEvents() {
              @Override
              public void opened(int type, Origin origin, long frame, long nanos, int open) {
                origins.add(origin);
              }
            };
    scene.feed(new DnsTracker(false, exchange -> {}, events, new MemoryBudget()));
    return origins;
  }

  @Test
  void listenersHearAnswersToThoseWhoAskForRecursion() {
    List<Long> answered = new ArrayList<>();
    DnsEvents events =
        (client, name) ->
            new DnsEvents.NameEvents() {
              @Override
              public void answered(int type, DnsExchange.Answer answer) {
                answered.add(answer.frame());
              }
            };
    DnsScene scene = new DnsScene().play("0?1 1!1");
    byte[] iterative = Wire.dnsQuery(2, NAME, A);
    iterative[2] &= ~1;
    scene.frame(2, "10.0.0.1", "10.0.0.53", Wire.udp(2, 53, iterative)).play("3!2");
    scene.feed(new DnsTracker(false, exchange -> {}, events, new MemoryBudget()));
    assertThat(answered).containsExactly(2L);
  }

  /** A resolver takes answers over UDP only from the address that it asked (RFC 5452, 9.1). */
  @ParameterizedTest
  @CsvSource({
    "0?1 1!1@54, 10.0.0.54, 0",
    "0?1 1!1, '', 0",
    "0?1 1!1#9@54, '', 1",
    "0?1 1!2#1@54, '', 1",
    "0?1/28 1!1#501@54, '', 1"
  })
  void tellsThatAnotherAddressAnsweredThanWasAsked(String steps, String from, long unmatched) {
    DnsSummary summary = new DnsScene().play(steps).read();
    assertThat(
            summary.exchanges().get(0).outcome().answeredFrom().map(Address::toString).orElse(""))
        .isEqualTo(from);
    assertThat(summary.counts().unmatchedAnswers()).isEqualTo(unmatched);
  }

  @Test
  void followsANameThroughItsSearchList() {
    DnsScene scene =
        new DnsScene()
            .play("0?1:redis.a.lab 1-1:redis.a.lab 2?2:redis.lab 3x2:redis.lab 4?3:redis.lab")
            .play("5-3:redis.lab 6?4:redis 7!4:redis 8?5:www.test 9-5:www.test");
    assertThat(scene.read().expansions())
        .singleElement()
        .satisfies(
            only -> {
              assertThat(only.base()).isEqualTo("redis");
              assertThat(only.steps())
                  .extracting(each -> each.suffix() + " " + each.queries() + each.nameErrors())
                  .containsExactly("a.lab 11", "lab 21", " 10");
              assertThat(only.queries()).isEqualTo(4);
              assertThat(only.wastedQueries()).isEqualTo(2);
              assertThat(only.found()).isEqualTo(1);
            });
  }

  @Test
  void listenersHearHowManyRemainWhenAQueryIsOver() {
    List<String> closed = new ArrayList<>();
    DnsEvents events =
        (client, name) ->
            new DnsEvents.NameEvents() {
              @Override
              public void closed(int type, long nanos, int outstanding) {
                closed.add(type + " " + outstanding);
              }
            };
    DnsScene scene = new DnsScene().play("0?1 1?2 2!1 20000?3:other.lab");
    scene.feed(new DnsTracker(false, exchange -> {}, events, new MemoryBudget()));
    assertThat(closed).containsExactly("1 1", "1 0");
  }
}
