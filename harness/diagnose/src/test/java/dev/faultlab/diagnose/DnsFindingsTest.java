package dev.faultlab.diagnose;

import static dev.faultlab.capture.dns.DnsScene.A;
import static dev.faultlab.capture.dns.DnsScene.AAAA;
import static dev.faultlab.diagnose.Diagnosing.isSilent;
import static dev.faultlab.diagnose.Diagnosing.only;
import static dev.faultlab.diagnose.Diagnosing.onlyUndecided;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.TcpConversation;
import dev.faultlab.capture.packet.Wire;
import dev.faultlab.diagnose.Finding.Confidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The DNS findings, and everything that must not be taken for them. */
class DnsFindingsTest {
  private static final String NAME = "backend.lab";
  private static final String CLIENT = "10.0.0.1";
  private static final String BACKEND = "10.0.0.9";
  private static final String CALLER = "10.0.0.200";

  private static DnsScene lookUp(DnsScene scene, double at, double took, int n) {
    int port = 20_000 + n;
    return scene.query(at, port, n, NAME, A).answer(at + took, port, n, NAME, A);
  }

  /** Connect, request, answer, reset: a connection that serves one request. */
  private static void call(
      DnsScene scene, double at, double takes, String from, int port, String to) {
    new TcpConversation(scene, from, port, to, 80)
        .syn(at)
        .accept(at + 0.05)
        .send(at + 0.1, 50)
        .reply(at + takes, 70)
        .reset(at + takes + 0.05);
  }

  /** So many callers have asked the client for something, and wait for it. */
  private static void wait(DnsScene scene, int callers) {
    for (int i = 0; i < callers; i++) {
      new TcpConversation(scene, CALLER, 900 + i, CLIENT, 8080).open(0).send(0.9, 100);
    }
  }

  /** Eight callers wait for the client the whole time; it has a lock around its lookups. */
  private static DnsScene locked(int lookups) {
    return locked(lookups, 8);
  }

  private static DnsScene locked(int lookups, int callers) {
    DnsScene scene = new DnsScene();
    wait(scene, callers);
    for (int n = 0; n < lookups; n++) {
      scene.query(1 + n * 10.2, 20_000 + n, n, NAME, A);
      if (n > 0) {
        call(scene, 1 + n * 10.2 + 0.1, 2, CLIENT, 30_000 + n, BACKEND);
      }
      scene.answer(1 + n * 10.2 + 10, 20_000 + n, n, NAME, A);
    }
    return scene;
  }

  @Test
  void isCertainOfTheLockWhenRequestsWaitedAndOthersWereAtWork() {
    Diagnosis diagnosis = Diagnosing.of(locked(40));
    assertThat(diagnosis.findings())
        .extracting(Finding::id)
        .containsExactly(FindingId.SERIALISED_LOOKUPS, FindingId.LOOKUP_PER_REQUEST);
    Finding finding = diagnosis.findings().get(0);
    assertThat(finding.confidence()).isEqualTo(Confidence.CERTAIN);
    assertThat(finding.why()).contains("40 lookups").contains("up to 8 requests waited");
  }

  @Test
  void doesNotDecideBetweenALockAndALoopFromDnsAlone() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 120; n++) {
      lookUp(scene, n * 10.2, 10, n);
    }
    Diagnosis diagnosis = Diagnosing.of(scene);
    assertThat(diagnosis.findings())
        .extracting(Finding::id)
        .containsExactly(FindingId.LOOKUP_PER_REQUEST);
    assertThat(diagnosis.undecided())
        .extracting(Diagnosis.Suspicion::id)
        .containsExactly(FindingId.SERIALISED_LOOKUPS);
    assertThat(diagnosis.undecided().get(0).why()).contains("single thread");
  }

  /** Callers that wait for the same lookup all have its answer, and the next one begins at once. */
  @Test
  void doesNotTakeCallersThatShareALookupForALock() {
    DnsScene scene = locked(40);
    for (int n = 1; n < 40; n++) {
      call(scene, 1 + n * 10.2 + 0.15, 2, CLIENT, 40_000 + n, BACKEND);
    }
    Diagnosis diagnosis = Diagnosing.of(scene);
    assertThat(diagnosis.findings()).isEmpty();
    assertThat(diagnosis.undecided())
        .extracting(Diagnosis.Suspicion::id)
        .contains(FindingId.SERIALISED_LOOKUPS);
    assertThat(diagnosis.undecided().get(0).why()).contains("share a current lookup");
  }

  /** A loop that looks up beside a pool of connections that are kept. */
  @Test
  void doesNotTakeRequestsOnKeptConnectionsForOtherWorkersThatLookup() {
    DnsScene scene = new DnsScene();
    wait(scene, 2);
    List<TcpConversation> kept = new ArrayList<>();
    for (int n = 0; n < 40; n++) {
      kept.add(new TcpConversation(scene, CLIENT, 40_000 + n, BACKEND, 80).open(0));
      kept.get(n).send(0.85, 50).reply(0.9, 70);
    }
    for (int n = 0; n < 40; n++) {
      double at = 1 + n * 12;
      scene.query(at, 20_000 + n, n, NAME, A);
      kept.get(n).send(at + 5, 50).reply(at + 6, 70);
      scene.answer(at + 10, 20_000 + n, n, NAME, A);
      call(scene, at + 10.1, 1, CLIENT, 30_000 + n, BACKEND);
    }
    assertThat(Diagnosing.of(scene).findings())
        .extracting(Finding::id)
        .doesNotContain(FindingId.SERIALISED_LOOKUPS);
  }

  /** So many processes with a lock each, and so many callers who wait for them. */
  private static Diagnosis processes(int processes, int callers) {
    TreeMap<Double, Consumer<DnsScene>> events = new TreeMap<>();
    for (int n = 0; n < 40; n++) {
      int id = n;
      double at = 1 + n * 10.2 / processes;
      events.put(at, scene -> scene.query(at, 20_000 + id, id, NAME, A));
      events.put(at + 0.1, scene -> call(scene, at + 0.1, 0.3, CLIENT, 30_000 + id, BACKEND));
      events.put(at + 10, scene -> scene.answer(at + 10, 20_000 + id, id, NAME, A));
    }
    DnsScene scene = locked(0, callers);
    events.values().forEach(event -> event.accept(scene));
    return Diagnosing.of(scene);
  }

  @ParameterizedTest
  @CsvSource({"2, 5, true", "2, 4, false", "4, 9, true", "5, 11, false"})
  void isOnlyLikelyALockWhereThereMayBeSeveralProcesses(
      int processes, int callers, boolean likely) {
    Diagnosis diagnosis = processes(processes, callers);
    assertThat(
            diagnosis.findings().stream().filter(f -> f.id().equals(FindingId.SERIALISED_LOOKUPS)))
        .extracting(Finding::confidence)
        .isEqualTo(likely ? List.of(Confidence.LIKELY) : List.of());
    if (likely) {
      assertThat(diagnosis.findings().get(0).why())
          .contains("never more than " + processes + " at once")
          .endsWith(" There are as many at once as processes with their own lock.");
      assertThat(diagnosis.findings().get(0).not())
          .contains("What speaks against it: at times there was more than one at once");
    }
  }

  private static DnsScene burst(DnsScene scene, double at, int size) {
    for (int n = 0; n < size; n++) {
      scene.query(at + n * 0.01, 20_000 + n, n, NAME, A);
      scene.query(at + n * 0.01, 20_000 + n, 500 + n, NAME, AAAA);
    }
    for (int n = 0; n < size; n++) {
      scene.answer(at + 50 + n * 0.01, 20_000 + n, n, NAME, A);
      scene.answer(at + 50 + n * 0.01, 20_000 + n, 500 + n, NAME, AAAA);
    }
    return scene;
  }

  /** A forwarder answers others, at its own address or at the loopback address of its host. */
  @ParameterizedTest
  @CsvSource({"10.0.0.1, true", "127.0.0.53, true", "10.0.0.77, false"})
  void givesAForwarderNoFixesOfPrograms(String answering, boolean forwarder) {
    DnsScene scene = new DnsScene();
    String asking = answering.startsWith("127") ? "127.0.0.1" : CALLER;
    scene.frame(0, asking, answering, Wire.udp(99, 53, Wire.dnsQuery(9, "x.lab", A)));
    byte[] message = Wire.dnsAnswer(9, "x.lab", A, 0, 30, "10.0.0.8");
    scene.frame(1, answering, asking, Wire.udp(53, 99, message));
    for (int i = 0; i < 4; i++) {
      burst(scene, 100 + i * 3050, 32);
    }
    Finding finding = only(Diagnosing.of(scene), FindingId.DNS_STAMPEDE, Confidence.LIKELY);
    assertThat(finding.lab().orElseThrow().signature().isPresent()).isNotEqualTo(forwarder);
    assertThat(finding.remedy().contains("dnsmasq")).isEqualTo(forwarder);
  }

  /** Bursts of about one size may be from processes with a cache each that started together. */
  @ParameterizedTest
  @CsvSource({
    "32, 0, LIKELY",
    "26, 0, LIKELY",
    "25, 0, CERTAIN",
    "40, 0, CERTAIN",
    "25, 1, LIKELY"
  })
  void isCertainOfAStampedeWhenTheAddressesWereUsedInBetween(
      int second, int others, Confidence confidence) {
    DnsScene scene = new DnsScene();
    for (int i = 0; i < 3; i++) {
      burst(scene, i * 3050, i == 1 ? second : 32);
      for (int n = 0; n < 5; n++) {
        call(scene, i * 3050 + 1000 + n * 450, 2, CLIENT, 30_000 + i * 10 + n, BACKEND);
      }
    }
    for (int n = 0; n < others; n++) {
      lookUp(scene, 12_000, 50, 90 + n);
    }
    only(Diagnosing.of(scene), FindingId.DNS_STAMPEDE, confidence);
  }

  /** Jobs of five workers at the interval of the time to live, beside a program that connects. */
  @ParameterizedTest
  @CsvSource({"2, 1, LIKELY", "3, 1, LIKELY", "3, 5, CERTAIN", "2, 10, CERTAIN"})
  void isNotCertainOfACacheByAUseThatMayBeAnybodys(int bursts, int uses, Confidence confidence) {
    DnsScene scene = new DnsScene();
    for (int i = 0; i < bursts; i++) {
      burst(scene, i * 30_050, 8 + i % 2 * 2);
      for (int n = 0; i < bursts - 1 && n < uses; n++) {
        call(scene, i * 30_050 + 29_000 + n * 20, 2, CLIENT, 30_000 + i * 100 + n, BACKEND);
      }
    }
    Finding finding = only(Diagnosing.of(scene), FindingId.DNS_STAMPEDE, confidence);
    assertThat(finding.why()).contains((bursts - 1) * uses + "").doesNotContain("no use");
  }

  @Test
  void twoBurstsThatNothingLiesBetweenMayBeAJobOfEachMinute() {
    onlyUndecided(
        Diagnosing.of(burst(burst(new DnsScene(), 0, 8), 30_050, 8)),
        FindingId.DNS_STAMPEDE,
        "two bursts are too few to decide");
  }

  /** Eight processes a minute, each of which looks up once and connects for a while. */
  @Test
  void isNotCertainOfACacheWhereTheAddressesAreNotUsedUntilTheNextBurst() {
    DnsScene scene = new DnsScene();
    for (int i = 0; i < 3; i++) {
      burst(scene, i * 60_000, 8);
      for (int n = 0; n < 32; n++) {
        call(scene, i * 60_000 + 200 + n * 600, 2, CLIENT, 30_000 + i * 100 + n, BACKEND);
      }
    }
    only(Diagnosing.of(scene), FindingId.DNS_STAMPEDE, Confidence.LIKELY);
  }

  @Test
  void doesNotCallIrregularParallelWorkAStampede() {
    DnsScene scene = new DnsScene();
    burst(scene, 0, 32);
    burst(scene, 3000, 8);
    burst(scene, 17_000, 20);
    onlyUndecided(Diagnosing.of(scene), FindingId.DNS_STAMPEDE, "");
  }

  /** Also in batches, one after the other, hardly a pause between them. */
  @ParameterizedTest
  @CsvSource({"30, 60", "12, 150"})
  void doesNotCallAProgramWithoutACacheAStampede(int bursts, int intervalMs) {
    DnsScene scene = new DnsScene();
    for (int i = 0; i < bursts; i++) {
      burst(scene, i * intervalMs, 8);
    }
    assertThat(Diagnosing.of(scene).findings())
        .extracting(Finding::id)
        .containsExactly(FindingId.LOOKUP_PER_REQUEST);
  }

  /** Captured behind an address translation: machines that look up once and connect once. */
  @ParameterizedTest
  @CsvSource({"64, 64, CERTAIN", "128, 128, CERTAIN", "63, 63, LIKELY", "64, 128, LIKELY"})
  void isOnlyLikelyALookupPerRequestWhereSeveralMachinesMayHaveTheAddress(
      int ttl, int other, Confidence confidence) {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 20; n++) {
      lookUp(scene, n * 100, 5, n);
      new TcpConversation(scene, CLIENT, 30_000 + n, BACKEND, 80)
          .ttl(n % 2 == 0 ? ttl : other)
          .open(n * 100 + 6)
          .send(n * 100 + 7, 50)
          .reply(n * 100 + 26, 70);
    }
    Finding finding = only(Diagnosing.of(scene), FindingId.LOOKUP_PER_REQUEST, confidence);
    assertThat(finding.why()).contains("20 connections");
    assertThat(finding.not().contains("address translation"))
        .isEqualTo(confidence == Confidence.LIKELY);
  }

  /** As names behind one ingress have: the connections may be for the other name. */
  @Test
  void isOnlyLikelyALookupPerRequestWhereAnotherNameHasTheAddress() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 20; n++) {
      lookUp(scene, n * 100, 5, n);
      call(scene, n * 100 + 6, 20, CLIENT, 30_000 + n, BACKEND);
    }
    scene.query(3000, 7, 7, "other.lab", A).answer(3005, 7, 7, "other.lab", A);
    Finding finding = only(Diagnosing.of(scene), FindingId.LOOKUP_PER_REQUEST, Confidence.LIKELY);
    assertThat(finding.not()).contains("other names with the same address");
  }

  /** The machine asks a resolver of its own, so its connections have another address. */
  @Test
  void doesNotSayThatNobodyConnectsWhereAnotherAddressDoes() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 25; n++) {
      lookUp(scene, n * 100, 5, n);
    }
    only(Diagnosing.of(scene), FindingId.LOOKUP_PER_REQUEST, Confidence.LIKELY);
    call(scene, 3000, 20, CALLER, 30_000, BACKEND);
    onlyUndecided(Diagnosing.of(scene), FindingId.LOOKUP_PER_REQUEST, "another client connects");
  }

  /**
   * A call now and then: when the answer of the one before has expired (30 s), or when a cache may
   * have dropped it that keeps answers for a shorter time.
   */
  @ParameterizedTest
  @CsvSource({
    "31, 19 began when the last answer had expired",
    "60, 19 began when the last answer had expired",
    "29.5, 19 began when the last answer had expired or was about to",
    "6, 19 began while an answer was valid for longer",
    "4,"
  })
  void doesNotBlameACacheWhoseAnswersExpire(double everySeconds, String why) {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 20; n++) {
      lookUp(scene, n * everySeconds * 1000.0, 5, n);
      call(scene, n * everySeconds * 1000.0 + 6, 20, CLIENT, 30_000 + n, BACKEND);
    }
    if (why == null) {
      only(Diagnosing.of(scene), FindingId.LOOKUP_PER_REQUEST, Confidence.CERTAIN);
    } else {
      onlyUndecided(Diagnosing.of(scene), FindingId.LOOKUP_PER_REQUEST, why);
    }
  }

  /** The alias is valid for 300 s and the address for 30; for AAAA there is the alias alone. */
  @Test
  void doesNotMeasureACacheByRecordsWithoutAnAddress() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 20; n++) {
      double at = n * 31_000.0;
      scene.query(at, 20_000 + n, n, NAME, A).query(at, 20_000 + n, 500 + n, NAME, AAAA);
      scene.answer(at + 5, 20_000 + n, n, NAME, A);
      byte[] alias =
          Wire.join(
              Wire.u16(500 + n),
              Wire.bytes(0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0),
              Wire.name(NAME),
              Wire.bytes(0, 28, 0, 1, 0xc0, 12, 0, 5, 0, 1, 0, 0, 1, 44, 0, 2, 0xc0, 12));
      scene.answer(at + 5, 20_000 + n, alias);
      call(scene, at + 6, 20, CLIENT, 30_000 + n, BACKEND);
    }
    onlyUndecided(
        Diagnosing.of(scene),
        FindingId.LOOKUP_PER_REQUEST,
        "19 began when the last answer had expired");
  }

  /** Many resolvers behind one address, each with a cache, ask the name's own server. */
  @Test
  void saysNothingOfTheCachesOfNameServers() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 40; n++) {
      byte[] query = Wire.dnsQuery(n, NAME, A);
      query[2] = 0;
      scene.frame(n * 100, CLIENT, "10.0.0.53", Wire.udp(20_000 + n, 53, query));
      scene.answer(n * 100 + 5, 20_000 + n, n, NAME, A);
    }
    isSilent(Diagnosing.of(scene));
  }

  /** Eight callers look up and connect each, again and again; pauses make bursts, not a cache. */
  @ParameterizedTest
  @ValueSource(ints = {40, 300, 3000})
  void findsEightCallersAtOnceThatLookupEach(int pauseMs) {
    DnsScene scene = new DnsScene();
    for (int round = 0; round < 5; round++) {
      double at = round * (30.0 + pauseMs);
      for (int n = 0; n < 8; n++) {
        scene.query(at + n * 0.01, 20_000 + n, round * 8 + n, NAME, A);
      }
      for (int n = 0; n < 8; n++) {
        scene.answer(at + 5 + n * 0.01, 20_000 + n, round * 8 + n, NAME, A);
      }
      for (int n = 0; n < 8; n++) {
        call(scene, at + 6 + n * 2.5, 2, CLIENT, 30_000 + round * 8 + n, BACKEND);
      }
    }
    only(Diagnosing.of(scene), FindingId.LOOKUP_PER_REQUEST, Confidence.CERTAIN);
  }

  /** Sixteen callers start together, with a cache that is empty as yet. */
  @Test
  void doesNotDecideFromOneStartThatThereIsNoCache() {
    DnsScene scene = burst(new DnsScene(), 0, 16);
    for (int n = 0; n < 16; n++) {
      call(scene, 60 + n, 2, CLIENT, 30_000 + n, BACKEND);
    }
    onlyUndecided(
        Diagnosing.of(scene), FindingId.LOOKUP_PER_REQUEST, "start together with an empty cache");
  }

  /** AAAA is answered later than A: until then there is nothing to keep. */
  @Test
  void countsLookupsFromWhenBothTypesAreAnswered() {
    DnsScene scene = new DnsScene();
    scene
        .query(0, 20_000, 1, NAME, A)
        .query(0.1, 20_000, 2, NAME, AAAA)
        .answer(5, 20_000, 1, NAME, A);
    for (int n = 1; n < 12; n++) {
      lookUp(scene, n * 40, 5, n);
      call(scene, n * 40 + 6, 2, CLIENT, 30_000 + n, BACKEND);
    }
    scene.answer(500, 20_000, 2, NAME, AAAA);
    onlyUndecided(
        Diagnosing.of(scene), FindingId.LOOKUP_PER_REQUEST, "start together with an empty cache");
  }

  /** The address is used long after the burst, but by as many connections as there were lookups. */
  @Test
  void doesNotDecideBetweenAHardlyUsedCacheAndCallersThatConnectLater() {
    DnsScene scene = new DnsScene();
    for (int round = 0; round < 3; round++) {
      burst(scene, round * 3050, 8);
      for (int n = 0; n < 8; n++) {
        call(scene, round * 3050 + 1000 + n * 10, 2, CLIENT, 30_000 + round * 8 + n, BACKEND);
      }
    }
    onlyUndecided(Diagnosing.of(scene), FindingId.DNS_STAMPEDE, "");
  }

  /** The name's address is that of the name server: DNS over TCP or TLS is no use of the name. */
  @ParameterizedTest
  @ValueSource(ints = {53, 853})
  void doesNotTakeConnectionsToTheNameServerForUses(int port) {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 20; n++) {
      double at = n * 31_000;
      scene.query(at, 20_000 + n, n, "ns.lab", A);
      scene.answer(at + 5, 20_000 + n, Wire.dnsAnswer(n, "ns.lab", A, 0, 30, "10.0.0.53"));
      TcpConversation talk =
          new TcpConversation(scene, CLIENT, 30_000 + n, "10.0.0.53", port).open(at + 6);
      talk.send(at + 8, 50).reply(at + 9, 70);
    }
    isSilent(Diagnosing.of(scene));
  }

  /**
   * Programs that look for one thing at several levels, for several domains: a mail server for
   * policies (RFC 7489) and in block lists (RFC 5782), a member of a domain for its controllers, a
   * checker of links.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "_dmarc.mail.a.test - _dmarc.a.test + _dmarc.news.b.test - _dmarc.b.test +"
            + " _dmarc.x.c.test - _dmarc.c.test +",
        "_dmarc.x.mail.a.test - _dmarc.mail.a.test - _dmarc.a.test +"
            + " _dmarc.x.mail.a.test - _dmarc.mail.a.test - _dmarc.a.test +"
            + " _dmarc.x.mail.a.test - _dmarc.mail.a.test - _dmarc.a.test +",
        "4.3.2.1.spam.list.test - 4.3.2.1.list.test + 4.3.2.1.zen.other.test -"
            + " 4.3.2.2.spam.list.test - 4.3.2.2.list.test + 4.3.2.2.zen.other.test -"
            + " 4.3.2.3.spam.list.test - 4.3.2.3.list.test + 4.3.2.3.zen.other.test -",
        "_ldap._tcp.site._sites.dc._msdcs.d.test - _ldap._tcp.dc._msdcs.d.test +"
            + " _ldap._tcp.site._sites.dc._msdcs.d.test - _ldap._tcp.dc._msdcs.d.test +"
            + " _ldap._tcp.far._sites.dc._msdcs.d.test - _ldap._tcp.dc._msdcs.d.test +",
        "www.shop.a.test - www.a.test + www.b.test - www.c.test + www.x.d.test - www.d.test +",
        "wpad.a.corp.test - wpad.corp.test - wpad.test + wpad.a.corp.test - wpad.corp.test -"
            + " wpad.test + wpad.a.corp.test - wpad.corp.test - wpad.test +",
      })
  void doesNotCallNamesASearchListThatProgramsThemselvesTry(String callers) {
    DnsScene scene = new DnsScene();
    String[] words = callers.split(" ");
    for (int n = 0; n < words.length / 2; n++) {
      String name = words[2 * n];
      scene.query(n * 10, 20_000 + n, n, name, A);
      if (words[2 * n + 1].equals("+")) {
        scene.answer(n * 10 + 1, 20_000 + n, n, name, A);
      } else {
        scene.noSuchName(n * 10 + 1, 20_000 + n, n, name, A);
      }
    }
    isSilent(Diagnosing.of(scene));
  }

  /** The last name of each lookup is answered "server failure", or not at all. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void doesNotCallLookupsAMultiplicationThatNeverEndWithAnAnswer(boolean answered) {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 4; n++) {
      String base = "api" + n + ".test";
      double at = n * 40_000;
      for (String tried : List.of(base + ".sub.corp", base + ".corp")) {
        scene.query(at, 20_000 + n, n * 10, tried, A);
        scene.noSuchName(at + 1, 20_000 + n, n * 10, tried, A);
        at += 2;
      }
      scene.query(at, 20_000 + n, n * 10 + 9, base, A);
      if (answered) {
        scene.answer(at + 1, 20_000 + n, Wire.dnsAnswer(n * 10 + 9, base, A, 2, 0));
      }
    }
    assertThat(Diagnosing.of(scene).findings()).isEmpty();
    assertThat(Diagnosing.of(scene).undecided())
        .extracting(Diagnosis.Suspicion::id)
        .doesNotContain(FindingId.SEARCH_LIST_MULTIPLICATION);
  }

  /** Each lookup is tried with so many suffixes first. */
  private static Diagnosis searched(int lookups, int suffixes) {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < lookups; n++) {
      String base = "api" + n + ".example.test";
      double at = n * 2000;
      for (int s = suffixes; s > 0; s--, at += 1.5) {
        String tried = base + ".app".repeat(s - 1) + ".corp";
        scene.query(at, 20_000 + n, n * 10 + s, tried, A);
        scene.noSuchName(at + 1, 20_000 + n, n * 10 + s, tried, A);
      }
      scene.query(at, 20_000 + n, n * 10 + 9, base, A);
      scene.answer(at + 1, 20_000 + n, n * 10 + 9, base, A);
    }
    return Diagnosing.of(scene);
  }

  @Test
  void isOnlyLikelyASearchListWithOneSuffixAndOnManyLookups() {
    Finding finding =
        only(searched(10, 1), FindingId.SEARCH_LIST_MULTIPLICATION, Confidence.LIKELY);
    assertThat(finding.why())
        .contains("10 of 20 queries", "appended [corp]:", "2.0 queries instead of one");
    assertThat(finding.not()).contains("the program itself may try two names");
    onlyUndecided(
        searched(9, 1), FindingId.SEARCH_LIST_MULTIPLICATION, "9 useless queries; too few");
  }

  @Test
  void isCertainOfASearchListFromTheThirdLookupOn() {
    Finding finding =
        only(searched(3, 2), FindingId.SEARCH_LIST_MULTIPLICATION, Confidence.CERTAIN);
    assertThat(finding.not()).doesNotContain("What speaks against it");
    assertThat(finding.why()).contains("appended [app.corp, corp]:");
    onlyUndecided(
        searched(2, 2), FindingId.SEARCH_LIST_MULTIPLICATION, "4 useless queries; too few");
  }

  /**
   * Each query goes to a server that is not there first, as with a dead first line of resolv.conf.
   */
  @Test
  void aDeadServerDoesNotHideASearchList() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 3; n++) {
      double at = n * 60_000;
      for (String tried : List.of("api" + n + ".app.corp", "api" + n + ".corp", "api" + n)) {
        for (int round = 0; round < 3; round++, at += 5000) {
          byte[] callers = Wire.udp(20_000 + n, 53, Wire.dnsQuery(n, tried, A));
          scene.frame(at, "10.0.0.1", "10.0.0.54", callers);
        }
        scene.query(at, 30_000 + n, n, tried, A);
        if (tried.endsWith(".corp")) {
          scene.noSuchName(at + 1, 30_000 + n, n, tried, A);
        } else {
          scene.answer(at + 1, 30_000 + n, n, tried, A);
        }
        at += 2;
      }
    }
    Diagnosis found = Diagnosing.of(scene);
    assertThat(found.findings())
        .filteredOn(each -> each.id().equals(FindingId.SEARCH_LIST_MULTIPLICATION))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.confidence()).isEqualTo(Confidence.CERTAIN);
              assertThat(each.why())
                  .contains("6 of 9 queries")
                  .contains("3.0 queries instead of one");
            });
  }

  /** Five lookups of 5 ms each in the first second: how fast this server usually answers. */
  private static DnsScene usual() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 5; n++) {
      lookUp(scene, n * 100, 5, n);
    }
    return scene;
  }

  private static final String LOST = " 3000?7 8000?7 8005!7 13005?8:later.lab 13010!8:later.lab";

  private static DnsScene lost(DnsScene scene) {
    return scene.play(LOST);
  }

  /** What {@link DnsScene#play} makes of it, after {@link #usual} if that comes first. */
  private static Diagnosis play(String steps) {
    DnsScene scene = steps.startsWith("usual") ? usual() : new DnsScene();
    return Diagnosing.of(scene.play(steps.replace("usual", "")));
  }

  @Test
  void findsTheLossBehindAGoRetryUnderANewId() {
    Diagnosis diagnosis = play("usual 3000?1 8000?2 8005!2 13005?3:later.lab 13010!3:later.lab");
    Finding finding = only(diagnosis, FindingId.LOST_DNS_REPLY, Confidence.LIKELY);
    assertThat(finding.not()).contains("has another id, so it may be a separate lookup");
    assertThat(finding.place().frames()).containsExactly(11L, 12L, 13L);
    assertThat(finding.why()).contains("5.01 s");
  }

  private static final String BY_THE_SECOND =
      " 700?400@54 705!400@54 720?401@54 725!401@54 740?402@54 745!402@54 760?403@54 765!403@54"
          + " 780?404@54 785!404@54 800?405@54 805!405@54"
          + " 3000?7 8000?8@54 8005!8@54 13005?9@54 13010!9@54";

  /** What speaks against a loss, and how much it weighs. */
  static Stream<Arguments> doubts() {
    return Stream.of(
        // Without other answers the usual time of this server is not known.
        Arguments.of(Confidence.LIKELY, LOST),
        // The second server tells nothing of how long the first one would have taken.
        Arguments.of(Confidence.LIKELY, "usual" + BY_THE_SECOND),
        // At the very beginning an answer may be to a query from before the capture.
        Arguments.of(
            Confidence.CERTAIN,
            "0!444:earlier.lab 1?1 6!1 101?2 106!2 201?3 206!3 301?4 306!4 401?5 406!5" + LOST));
  }

  @ParameterizedTest
  @MethodSource("doubts")
  void isAsSureOfALossAsTheCaptureAllows(Confidence confidence, String steps) {
    Finding finding = only(play(steps), FindingId.LOST_DNS_REPLY, confidence);
    assertThat(finding.not().contains("What speaks against it"))
        .isEqualTo(confidence == Confidence.LIKELY);
  }

  static Stream<Arguments> notLost() {
    return Stream.of(
        // The server may have answered the first transmission as well, a second later.
        Arguments.of("ends before it", "usual 3000?7 8000?7 8005!7"),
        // That it answered the other type at once does not tell how long it takes for this one.
        Arguments.of("ends before it", "usual 3000?7 3000.1?7/28 3005!7/28 8000?7 8005!7"),
        // systemd-resolved asks once more after "no such name"; the late answer comes after that.
        Arguments.of(
            "answered only when sent again: 1",
            "usual 3000?7 8000?7 8005-7 8006?7 8010-7 11500-7 20000?20 20005!20"),
        // The capture may have lost an answer that the client had; who waits asks again.
        Arguments.of("capture that lost the answer", "0?20 5!20 100?1 20000?2 20005!2"),
        // Another worker had answers all the while: the later lookup may be one like these.
        Arguments.of("capture that lost the answer", "usual 3000?1 3500?20 3505!20 8000?2 8005!2"),
        // A server that limits rates, or is slow to a capture that lost what it said in the end.
        Arguments.of("never answered: 1", "usual 3000?7 8000?7 40000?9 40005!9"),
        // Names and types that this server answers at no other time: SRV behind a home router.
        Arguments.of("never answers", "usual 3000?900/33 3001?901:other.lab 30000?9 30005!9"),
        // One answer to both transmissions, 0.9 s after the second: unbound and dnsmasq merge.
        Arguments.of("server that is slow", "usual 3000?7 8000?7 8900!7"),
        // Three transmissions and two answers: this server answers repetitions, only late.
        Arguments.of("server that is slow", "usual 3000?7 8000?7 13000?7 13005!7 13900!7"),
        Arguments.of("server that is slow", "usual 3000?7 8000?7 8005x7"),
        // musl asked both servers at once and had its answer; later it looks up again.
        Arguments.of(
            "capture that lost the answer",
            "usual 3000?7@54 3000.1?7 3005!7@54 8000?8@54 8005!8@54 30000?9 30005!9"),
        Arguments.of("filtered", "usual 2000!444:filtered.lab" + LOST),
        Arguments.of("never answers such", "0?1:else.lab 5!1:else.lab" + BY_THE_SECOND));
  }

  @ParameterizedTest
  @MethodSource("notLost")
  void doesNotCallALossWhatMayBeSomethingElse(String why, String steps) {
    onlyUndecided(play(steps), FindingId.LOST_DNS_REPLY, why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // A slow server.
        "0?7 5000?7 6000!7 11000!7",
        // The answer came, and the client repeats itself all the same.
        "0?7 5!7 5000?7 5005!7",
        // As musl and dnsmasq's all-servers ask: the first answer will do.
        "usual 3000?7 3000.1?7@54 3005!7@54 30000?9 30005!9",
        // One query into the void, and one that was still waiting when the capture ended.
        "0?1@99 30000?2@98 30001?3@98"
      })
  void isSilentWhereNothingIsMissed(String steps) {
    isSilent(play(steps));
  }

  @Test
  void doesNotBelieveInALossWhenAnswersCannotBeRead() {
    DnsScene scene = usual().answer(2000, 7, Wire.bytes(1, 2, 3));
    onlyUndecided(Diagnosing.of(lost(scene)), FindingId.LOST_DNS_REPLY, "could not be read");
  }

  /** An answer in two fragments; the second is not in the capture, as a filter by port has it. */
  @Test
  void namesAMissingFragmentInsteadOfALoss() {
    byte[] udp = Wire.udp(53, 7, Wire.dnsAnswer(7, NAME, A, 0, 30, "10.0.0.9", "10.0.0.8"));
    byte[] head = java.util.Arrays.copyOf(udp, 48);
    byte[] first = Wire.ipv4("10.0.0.53", CLIENT, 17, 77, 0x2000, new byte[0], head);
    DnsScene scene = usual().query(3000, 7, 7, NAME, A).raw(3005, Wire.ethernet(first));
    scene.query(8000, 7, 7, NAME, A).answer(8005, 7, 7, NAME, A);
    Diagnosis diagnosis = Diagnosing.of(lookUp(scene, 13_005, 5, 9));
    onlyUndecided(
        diagnosis,
        FindingId.LOST_DNS_REPLY,
        "IP fragment is missing or overlaps another (the first from frame 12");
    assertThat(diagnosis.unseen()).anyMatch(each -> each.contains("IP fragment is missing"));
  }

  private static final String SECOND_SERVER = "10.0.0.54";

  /** TCP sends again by itself. */
  @Test
  void doesNotCallALossWhatWentOverTcp() {
    DnsScene scene = usual();
    byte[] query = Wire.dnsQuery(7, NAME, A);
    byte[] framed = Wire.join(Wire.u16(query.length), query);
    byte[] segment = Wire.tcp(900, 53, 1, 1, Packet.ACK, 500, new byte[0], framed);
    scene.raw(3000, Wire.ethernet(Wire.ipv4(CLIENT, "10.0.0.53", 6, 9, segment)));
    isSilent(Diagnosing.of(lookUp(scene, 30_000, 5, 9)));
  }

  private static DnsScene stall(DnsScene scene, double at, int n) {
    String second =
        String.format(
            Locale.ROOT, " %.0f?%d@54 %.0f!%d@54", at + 5000, 2000 + n, at + 5010, 2000 + n);
    return scene.play(String.format(Locale.ROOT, "%.0f?%d", at, 1000 + n) + second);
  }

  /** musl asks both servers of resolv.conf at once and has its answer; the second one is dead. */
  @Test
  void doesNotCountWaitsForAServerBesideWhichAnotherHasAnswered() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 6; n++) {
      int at = n * 5000;
      int port = 1000 + n;
      scene.play(
          at + "?" + port + "@54 " + at + ".1?" + port + " " + (at + 5) + "!" + port + "@54");
    }
    onlyUndecided(Diagnosing.of(scene), FindingId.DEAD_RESOLVER, "without an answer");
  }

  /** A name server that looks for answers itself has no resolv.conf to take a line out of. */
  @Test
  void doesNotCallAResolverDeadThatIsAskedWithoutRecursion() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 4; n++) {
      double at = n * 40_000;
      for (String server : List.of("10.0.0.53", SECOND_SERVER)) {
        byte[] query = Wire.dnsQuery(n, NAME, A);
        query[2] = 0;
        int port = (server.equals(SECOND_SERVER) ? 2000 : 1000) + n;
        scene.frame(at, CLIENT, server, Wire.udp(port, 53, query));
        at += 5000;
      }
      scene.play(at + "!" + (2000 + n) + "#" + n + "@54");
    }
    isSilent(Diagnosing.of(scene));
  }

  @Test
  void doesNotCallAResolverDeadThatAnswersOnce() {
    DnsScene alive = new DnsScene();
    for (int n = 0; n < 4; n++) {
      stall(alive, n * 40_000, n);
    }
    assertThat(Diagnosing.of(lookUp(alive, 200_000, 5, 9)).findings())
        .extracting(Finding::id)
        .doesNotContain(FindingId.DEAD_RESOLVER);
  }
}
