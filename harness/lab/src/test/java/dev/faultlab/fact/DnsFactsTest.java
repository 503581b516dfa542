package dev.faultlab.fact;

import static dev.faultlab.capture.dns.DnsScene.A;
import static dev.faultlab.capture.dns.DnsScene.AAAA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.packet.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scenes of a few packets each; real captures are read in SerialisedLookupsCaptureTest. */
class DnsFactsTest {
  private static final String HOST = "backend.lab";
  private static final List<String> SUFFIXES = List.of(".shop.svc.c.local", ".svc.c.local", "");

  @TempDir Path run;

  @Test
  void theTwoQueriesOfALookupAreOneLookup() throws IOException {
    DnsScene scene = new DnsScene();
    for (int i = 0; i < 3; i++) {
      scene.query(i, 1, i, HOST, A).query(i + .1, 1, 50 + i, HOST, AAAA);
      scene.answer(i + .5, 1, i, HOST, A).answer(i + .6, 1, 50 + i, HOST, AAAA);
    }
    LookupTraffic wire = read(scene).lookups(HOST);
    assertThat(wire.lookups().value()).isEqualTo(3);
    assertThat(wire.lookups().where()).isEqualTo("frames 1-12");
    assertThat(wire.maxOneName().value()).isEqualTo(1);
    assertThat(wire.maxAllNames().value()).isEqualTo(1);
  }

  @Test
  void twoLookupsWithBothTypesAreTwoNotFour() throws IOException {
    DnsScene scene = new DnsScene();
    for (int port = 1; port <= 2; port++) {
      scene.query(port, port, port, HOST, A).query(port, port, 50 + port, HOST, AAAA);
    }
    for (int port = 1; port <= 2; port++) {
      scene.answer(5, port, port, HOST, A).answer(5, port, 50 + port, HOST, AAAA);
    }
    LookupTraffic wire = read(scene).lookups(HOST);
    assertThat(wire.lookups().value()).isEqualTo(2);
    assertThat(wire.maxAllNames().value()).isEqualTo(2);
    assertThat(wire.maxAllNames().where()).isEqualTo("frame 3");
  }

  @Test
  void whatASearchListMakesOfANameIsOneLookup() throws IOException {
    DnsScene scene = new DnsScene();
    for (int i = 0; i < 4; i++) {
      searched(scene, i * 10, 100 * i, HOST);
    }
    LookupTraffic wire = read(scene).lookups(HOST);
    assertThat(wire.lookups().value()).isEqualTo(4);
    assertThat(wire.names()).isEqualTo(1);
    assertThat(wire.busiestName()).isEqualTo(HOST);
    assertThat(wire.maxOneName().value()).isEqualTo(1);
    assertThat(wire.lookups().where()).isEqualTo("frames 1-24");
  }

  @Test
  void searchListsOfDifferentNamesStayApart() throws IOException {
    DnsScene scene = new DnsScene();
    for (int k = 1; k <= 3; k++) {
      searched(scene, 10 * k, 100 * k, "w" + k + "." + HOST);
    }
    LookupTraffic wire = read(scene).lookups(HOST);
    assertThat(wire.lookups().value()).isEqualTo(3);
    assertThat(wire.names()).isEqualTo(3);
  }

  /** One thread is at the first suffix, another at the second: both look the same name up. */
  @Test
  void stepsOfOneSearchListThatOverlapAreLookupsOfOneName() throws IOException {
    DnsScene scene = new DnsScene();
    searched(scene, 0, 0, HOST);
    scene.query(10, 1, 1, HOST + SUFFIXES.get(0), A).query(11, 2, 2, HOST + SUFFIXES.get(1), A);
    scene.noSuchName(12, 1, 1, HOST + SUFFIXES.get(0), A);
    scene.noSuchName(13, 2, 2, HOST + SUFFIXES.get(1), A);
    LookupTraffic wire = read(scene).lookups(HOST);
    assertThat(wire.maxOneName().value()).isEqualTo(2);
    assertThat(wire.maxOneName().where()).isEqualTo("frame 8");
    assertThat(wire.doubtful()).isZero();
  }

  @Test
  void aRepeatedQueryIsNoSecondLookup() throws IOException {
    DnsScene scene = new DnsScene().query(0, 1, 1, HOST, A).query(5000, 1, 1, HOST, A);
    LookupTraffic wire = read(scene.answer(5010, 1, 1, HOST, A)).lookups(HOST);
    assertThat(wire.lookups().value()).isEqualTo(1);
    assertThat(wire.retransmissions()).isEqualTo(1);
    assertThat(wire.maxOneName().value()).isEqualTo(1);
  }

  @Test
  void aRetryUnderAnotherIdIsNoSecondLookup() throws IOException {
    DnsScene scene = new DnsScene().query(0, 1, 1, HOST, A).query(5000, 2, 2, HOST, A);
    scene.answer(5010, 2, 2, HOST, A).answer(5011, 1, 1, HOST, A);
    LookupTraffic wire = read(scene).lookups(HOST);
    assertThat(wire.lookups().value()).isEqualTo(1);
    assertThat(wire.maxOneName().value()).isEqualTo(1);
    assertThat(wire.maxAllNames().value()).isEqualTo(1);
  }

  @Test
  void aLookupAfterALostReplyIsDoubtfullyASecondOne() throws IOException {
    DnsScene scene = new DnsScene().query(0, 1, 1, HOST, A).query(500, 2, 2, HOST, A);
    LookupTraffic wire = read(scene.answer(510, 2, 2, HOST, A)).lookups(HOST);
    assertThat(wire.maxOneName().value()).isEqualTo(2);
    assertThat(wire.doubtful()).isEqualTo(1);
    assertThat(wire.maxAllNames().value()).isEqualTo(1);
  }

  @Test
  void aLostReplyOfOneNameDoesNotHideThatAnotherWasLookedUpTwiceAtOnce() throws IOException {
    DnsScene scene = new DnsScene();
    for (int i = 0; i < 3; i++) {
      scene.query(i * 100, 10 + i, 10 + i, "a." + HOST, A);
    }
    scene.query(400, 1, 1, "b." + HOST, A).query(401, 2, 2, "b." + HOST, A);
    scene.answer(410, 1, 1, "b." + HOST, A).answer(411, 2, 2, "b." + HOST, A);
    LookupTraffic wire = read(scene).lookups(HOST);
    assertThat(wire.busiestName()).isEqualTo("b." + HOST);
    assertThat(wire.maxOneName().value()).isEqualTo(2);
    assertThat(wire.doubtful()).isZero();
  }

  @Test
  void otherNamesDoNotCount() throws IOException {
    DnsScene scene = new DnsScene().query(0, 1, 1, "notbackend.lab", A);
    LookupTraffic wire = read(scene).lookups(HOST);
    assertThat(wire.lookups().value()).isZero();
    assertThat(wire.lookups().where()).isEqualTo("no frame");
    assertThat(wire.names()).isZero();
  }

  @Test
  void caseAndTheFinalDotDoNotMatter() throws IOException {
    DnsScene scene = new DnsScene().query(0, 1, 1, "BackEnd.lab", A);
    assertThat(read(scene).lookups("backend.LAB.").lookups().value()).isEqualTo(1);
  }

  @Test
  void aCaptureWithoutDnsIsNoGround() {
    DnsScene scene = new DnsScene();
    scene.frame(0, "10.0.0.1", "10.0.0.2", Wire.udp(5, 6, Wire.dnsQuery(1, HOST, A)));
    assertThatThrownBy(() -> read(scene))
        .isInstanceOf(MissingFact.class)
        .hasMessageContaining("dns.pcap: none of its 1 frames is a DNS query");
  }

  @Test
  void neitherIsOneThatCutsMessagesOff() {
    DnsScene scene = new DnsScene().query(0, 1, 1, HOST, A).snap(50).query(1, 2, 2, HOST, A);
    assertThatThrownBy(() -> read(scene))
        .isInstanceOf(MissingFact.class)
        .hasMessageContaining("dns.pcap: the snap length leaves nothing to count of 1 DNS");
  }

  private static void searched(DnsScene scene, double ms, int id, String name) {
    for (int step = 0; step < SUFFIXES.size(); step++) {
      String searched = name + SUFFIXES.get(step);
      scene.query(ms + step, 1, id + step, searched, A);
      if (step < SUFFIXES.size() - 1) {
        scene.noSuchName(ms + step + .5, 1, id + step, searched, A);
      } else {
        scene.answer(ms + step + .5, 1, id + step, searched, A);
      }
    }
  }

  private DnsFacts read(DnsScene scene) throws IOException {
    Files.write(run.resolve("dns.pcap"), scene.toBytes());
    return new DnsFacts(SampleTrial.in(run), "dns.pcap");
  }
}
