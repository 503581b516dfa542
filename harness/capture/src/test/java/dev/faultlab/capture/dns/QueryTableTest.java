package dev.faultlab.capture.dns;

import static dev.faultlab.capture.dns.DnsScene.A;
import static dev.faultlab.capture.dns.DnsScene.AAAA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsExchange.Edns;
import dev.faultlab.capture.DnsExchange.Origin;
import dev.faultlab.capture.DnsExchange.QueryState;
import dev.faultlab.capture.DnsSummary;
import dev.faultlab.capture.NameFacts;
import dev.faultlab.capture.packet.Wire;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which query is which: copies, repetitions, retries, and what is given up, to the millisecond. */
class QueryTableTest {
  private static final String NAME = "backend.lab";

  private final DnsScene scene = new DnsScene();

  private void query(double ms, int ipId) {
    byte[] udp = Wire.udp(1, 53, Wire.dnsQuery(7, NAME, A));
    scene.raw(ms, Wire.ethernet(Wire.ipv4("10.0.0.1", "10.0.0.53", 17, ipId, udp)));
  }

  private void answer(double ms, int ipId) {
    byte[] udp = Wire.udp(53, 1, Wire.dnsAnswer(7, NAME, A, 0, 30, "10.0.0.9"));
    scene.raw(ms, Wire.ethernet(Wire.ipv4("10.0.0.53", "10.0.0.1", 17, ipId, udp)));
  }

  private Origin originOfLast() {
    DnsSummary dns = scene.read();
    return dns.exchanges().get(dns.exchanges().size() - 1).origin();
  }

  /** Two interfaces see the same frame; 0 is the identification of many that have none. */
  @ParameterizedTest
  @CsvSource({
    "5, 5, 0.01, 1",
    "5, 5, 999.9, 1",
    "5, 5, 1000, 0",
    "5, 6, 0.01, 0",
    "0, 0, 9.9, 1",
    "0, 0, 10, 0",
    "0, 0, 500, 0",
    "0, 6, 9.9, 1",
    "6, 0, 9.9, 1",
    "6, 0, 10, 0",
  })
  void tellsACopyFromARepetition(int first, int second, double elapsedMs, long copies) {
    query(0, first);
    query(elapsedMs, second);
    DnsSummary dns = scene.read();
    assertThat(dns.counts().queries()).isEqualTo(2);
    assertThat(dns.exchanges()).hasSize(1);
    assertThat(dns.exchanges().get(0).retransmissions()).hasSize((int) (1 - copies));
  }

  @Test
  void theSecondAnswerMayBeCapturedTwiceAsWell() {
    query(0, 1);
    query(2000, 2);
    answer(2500, 3);
    answer(2600, 4);
    answer(2600.1, 4);
    DnsSummary dns = scene.read();
    assertThat(dns.counts().answers()).isEqualTo(3);
    assertThat(dns.exchanges().get(0).outcome().answers()).isEqualTo(2);
  }

  /** EDNS (RFC 6891): a record of 11 bytes behind the question. */
  @ParameterizedTest
  @CsvSource({
    "true, true, ALL",
    "true, false, DROPPED",
    "false, true, NONE",
    "false, false, NONE",
  })
  void tellsWhichTransmissionsAnnounceEdns(boolean first, boolean second, Edns edns) {
    int at = 0;
    for (boolean announced : new boolean[] {first, second}) {
      byte[] query = Wire.dnsQuery(7, NAME, A);
      query[11] = (byte) (announced ? 1 : 0);
      byte[] record = {0, 0, 41, 4, (byte) 208, 0, 0, 0, 0, 0, 0};
      byte[] whole = announced ? Wire.join(query, record) : query;
      scene.frame(at, "10.0.0.1", "10.0.0.53", Wire.udp(1, 53, whole));
      at += 1000;
    }
    assertThat(scene.read().exchanges().get(0).question().edns()).isEqualTo(edns);
  }

  @ParameterizedTest
  @CsvSource({"949.9, LOOKUP", "950, RETRY_WITH_NEW_ID"})
  void whoRetriesWaitsForItsTimeOut(double ms, Origin origin) {
    scene.query(0, 1, 1, NAME, A).query(ms, 2, 2, NAME, A);
    assertThat(originOfLast()).isEqualTo(origin);
  }

  @ParameterizedTest
  @CsvSource({"949.9, LOOKUP", "950, REPEAT_WITH_SIBLING"})
  void theSiblingIsInTroubleOnceItIsOverdue(double ms, Origin origin) {
    scene.query(0, 1, 7, NAME, A).query(0, 1, 8, NAME, AAAA).answer(1, 1, 7, NAME, A);
    scene.query(ms, 1, 7, NAME, A);
    assertThat(originOfLast()).isEqualTo(origin);
  }

  @ParameterizedTest
  @CsvSource({"14999.9, PENDING", "15000, ABANDONED"})
  void givesUpAfterFifteenSeconds(double ms, QueryState fate) {
    scene.query(0, 1, 1, NAME, A).query(ms, 2, 2, "other.lab", A);
    assertThat(scene.read().exchanges().get(0).state()).isEqualTo(fate);
  }

  @Test
  void whatIsGivenUpIsOutstandingNoLongerAndCountedOnce() {
    scene.query(0, 1, 1, NAME, A);
    for (int i = 0; i < 3; i++) {
      scene.query(20_000 + i * 100, 2, 2 + i, NAME, A);
    }
    DnsSummary dns = scene.read();
    assertThat(dns.exchanges()).hasSize(4).allMatch(each -> each.origin() == Origin.LOOKUP);
    NameFacts facts = dns.name(NAME).orElseThrow();
    assertThat(facts.counts().abandoned()).isEqualTo(1);
    assertThat(facts.peak().outstanding()).isEqualTo(3);
  }

  @Test
  void givesUpThoughTheClockWasSetBack() {
    scene.query(100_000, 1, 1, NAME, A).answer(100_001, 1, 1, NAME, A);
    scene.query(0, 2, 2, NAME, A).query(20_000, 3, 3, "other.lab", A);
    assertThat(scene.read().exchanges().get(1).state()).isEqualTo(QueryState.ABANDONED);
  }

  @ParameterizedTest
  @CsvSource({"14999.9, 0", "15000, 1"})
  void remembersAnswersForFifteenSeconds(double ms, long unmatched) {
    scene.query(0, 1, 1, NAME, A).answer(0, 1, 1, NAME, A).answer(ms, 1, 1, NAME, A);
    DnsSummary dns = scene.read();
    assertThat(dns.counts().unmatchedAnswers()).isEqualTo(unmatched);
    assertThat(dns.exchanges().get(0).outcome().answers()).isEqualTo((int) (2 - unmatched));
  }

  /** Memory is bounded: of those answered, 8,192 are remembered. */
  @Test
  void forgetsTheOldestOfManyThatWereAnswered() {
    int all = 8_193;
    for (int i = 0; i < all; i++) {
      scene.query(i, 1, i, NAME, A).answer(i + 0.5, 1, i, NAME, A);
    }
    scene.answer(9_000, 1, 1, NAME, A).answer(9_001, 1, 0, NAME, A);
    DnsSummary dns = scene.read();
    assertThat(dns.exchanges()).hasSize(all).allMatch(each -> each.state() == QueryState.ANSWERED);
    assertThat(dns.exchanges().get(0).outcome().answers()).isEqualTo(1);
    assertThat(dns.exchanges().get(1).outcome().answers()).isEqualTo(2);
    assertThat(dns.counts().unmatchedAnswers()).isEqualTo(1);
  }

  private boolean firstIsAnsweredElsewhere() {
    return scene.read().exchanges().get(0).outcome().answeredElsewhere();
  }

  @Test
  void anotherServerHasAnsweredSince() {
    for (String more : List.of("0?1 100?2@54 200!2@54", "300?3 400!3", "500?4 600!4")) {
      scene.play(more);
      assertThat(firstIsAnsweredElsewhere()).isTrue();
    }
  }

  @Test
  void neitherTheSameServerNorAnEarlierAnswerIsElsewhere() {
    for (String more : List.of("100?1 200?2 300!2", "0?3@54 50!3@54")) {
      scene.play(more);
      assertThat(firstIsAnsweredElsewhere()).isFalse();
    }
  }

  /**
   * Whether a retry under another id may be a lookup of its own: the client asked the same in
   * between, or asks at such intervals anyway.
   */
  @ParameterizedTest
  @CsvSource({
    "0?1 5000?2, false",
    "0?1 100?2 101!2 5000?3, true",
    "0?1 1!1 5000?2 10000?3, true",
    "0?1 1!1 5000?2 9167?3, true",
    "0?1 1!1 5000?2 9166?3, false",
    "0?1 1!1 5000?2 11250?3, true",
    "0?1 1!1 5000?2 11251?3, false",
    "0?1 1!1 5000?2 15000?3, false",
  })
  void aRetryAtTheUsualIntervalMayBeALookup(String steps, boolean maybe) {
    DnsSummary dns = scene.play(steps).read();
    DnsExchange retry = dns.exchanges().get(dns.exchanges().size() - 1);
    assertThat(retry.origin()).isEqualTo(Origin.RETRY_WITH_NEW_ID);
    assertThat(retry.cause().maybeOrdinary()).isEqualTo(maybe);
  }

  /** A and AAAA from one port: whether A is sent again although AAAA was answered. */
  @ParameterizedTest
  @CsvSource({
    "0?1/28 1!1/28 9.9?1 5000?1, true",
    "0?1/28 1!1/28 10?1 5000?1, false",
    "0?1/28 1?1 5000?1, false",
    "0?1#9 1!1#9 2?1 5000?1, false",
    "0?1 0?1/28 5000?1/28 5001!1/28 5002?1, false",
  })
  void tellsThatTheSiblingWasAnswered(String steps, boolean answered) {
    List<DnsExchange> repeated = scene.play(steps).read().exchanges();
    assertThat(repeated)
        .filteredOn(each -> each.type() == A && each.transmissions() == 2)
        .singleElement()
        .satisfies(only -> assertThat(only.repeats().siblingAnswered()).isEqualTo(answered));
  }

  @ParameterizedTest
  @CsvSource({"19999.9, REPEAT_WITH_SIBLING", "20000, LOOKUP"})
  void theTroubleOfASiblingIsForgottenAfterFifteenSeconds(double ms, Origin origin) {
    scene.play("0?1 0?1/28 5000?1/28 5500!1/28 5501!1");
    scene.query(ms, 1, 1, NAME, A);
    assertThat(originOfLast()).isEqualTo(origin);
  }

  private void queryTo(int server, double ms, int id, int ipId) {
    byte[] udp = Wire.udp(1, 53, Wire.dnsQuery(id, NAME, A));
    scene.raw(ms, Wire.ethernet(Wire.ipv4("10.0.0.1", "10.0.0." + server, 17, ipId, udp)));
  }

  /**
   * The machine of the capture translates the server's address: the same packet a moment later, to
   * another server.
   */
  @ParameterizedTest
  @CsvSource({
    "7, 5, 0.05, true",
    "7, 5, 9.9, true",
    "7, 5, 10, false",
    "7, 6, 0.05, false",
    "8, 5, 0.05, false",
  })
  void tellsThatAQueryWasPassedOn(int id, int ipId, double ms, boolean passedOn) {
    queryTo(53, 0, 7, 5);
    queryTo(54, ms, id, ipId);
    DnsExchange.Repeats repeats = scene.read().exchanges().get(0).repeats();
    assertThat(repeats.passedOn()).isEqualTo(passedOn);
    assertThat(repeats.firstPassedOn()).isEqualTo(passedOn);
  }

  @Test
  void withoutAnIdentificationAQueryToAnotherServerIsAnotherQuery() {
    queryTo(53, 0, 7, 0);
    queryTo(54, 0.05, 7, 0);
    assertThat(scene.read().exchanges().get(0).repeats().passedOn()).isFalse();
  }

  /** The other server is asked for the first time, or again as well; or the same one is. */
  @ParameterizedTest
  @CsvSource({"54, true, false", "54, true, true", "53, false, false"})
  void tellsThatOnlyTheSecondTransmissionWasPassedOn(
      int server, boolean passedOn, boolean askedBefore) {
    queryTo(53, 0, 7, 5);
    if (askedBefore) {
      queryTo(54, 100, 7, 9);
    }
    queryTo(53, 1000, 7, 6);
    queryTo(server, 1000.05, 7, 6);
    DnsExchange.Repeats repeats = scene.read().exchanges().get(0).repeats();
    assertThat(repeats.passedOn()).isEqualTo(passedOn);
    assertThat(repeats.firstPassedOn()).isFalse();
  }

  @Test
  void anAnswerElsewhereInTheSameMomentCounts() {
    scene.play("0?2@54 0?1 0!2@54 100?2:other.lab");
    assertThat(scene.read().exchanges().get(1).outcome().answeredElsewhere()).isTrue();
  }
}
