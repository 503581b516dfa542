package dev.faultlab.diagnose;

import static dev.faultlab.diagnose.Diagnosing.isSilent;
import static dev.faultlab.diagnose.Diagnosing.only;
import static dev.faultlab.diagnose.Diagnosing.onlyUndecided;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.Wire;
import dev.faultlab.capture.tcp.TcpScene;
import dev.faultlab.diagnose.Finding.Confidence;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The window findings, and everything that must not be taken for them. */
class WindowFindingsTest {

  /**
   * SYN-ACK of scale {@code declared}; windows divided by 2^{@code applied}, as in the incident.
   */
  private static TcpScene mismatched(TcpScene scene, int synAck, int declared, int applied) {
    int real = 100_992;
    scene.handshake(7, synAck, declared);
    long sent = 1;
    scene.ack(1, 80_128 >> applied);
    for (int i = 0; i < 6; i++) {
      int room = Math.max(1, Math.min(1448, (real >> applied) << Math.max(0, declared)));
      scene.data(sent, room);
      sent += room;
      scene.ack(sent, real >> applied);
    }
    return scene;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void findsTheMismatchOfTheIncident(boolean six) {
    Diagnosis diagnosis = Diagnosing.of(mismatched(new TcpScene(six), 65_160, 1, 7));
    Finding finding = only(diagnosis, FindingId.WINDOW_SCALE_MISMATCH, Confidence.CERTAIN);
    assertThat(finding.place().frames()).containsExactly(2L, 4L);
    assertThat(finding.why())
        .contains("window scale 1")
        .contains("64 times")
        .contains("raw at most 789")
        .contains("effective 1578");
    assertThat(diagnosis.undecided()).isEmpty();
  }

  /** "Scale 1 and 789" is not the signature: other buffer sizes give other numbers. */
  @ParameterizedTest
  @CsvSource({"0, 7", "2, 7", "1, 6", "3, 9"})
  void findsItWithOtherScales(int declared, int applied) {
    Diagnosis diagnosis = Diagnosing.of(mismatched(new TcpScene(), 60_000, declared, applied));
    assertThat(diagnosis.findings())
        .extracting(Finding::id)
        .containsExactly(FindingId.WINDOW_SCALE_MISMATCH);
    assertThat(diagnosis.findings().get(0).why()).contains((1 << applied - declared) + " times");
  }

  @Test
  void countsTheConnectionsOfOneServer() {
    TcpScene scene = new TcpScene();
    mismatched(scene.port(40_001), 65_160, 1, 7);
    healthy(scene.port(40_002), 7);
    mismatched(scene.port(40_003), 65_160, 1, 7);
    Diagnosis diagnosis = Diagnosing.of(scene);
    assertThat(diagnosis.findings()).hasSize(1);
    assertThat(diagnosis.findings().get(0).place().where()).contains("2 of the 3 connections");
  }

  @Test
  void isOnlyLikelyAsLongAsTheClientWasNotHeldUp() {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 1).ack(1, 626);
    only(Diagnosing.of(scene), FindingId.WINDOW_SCALE_MISMATCH, Confidence.LIKELY);
  }

  @Test
  void doesNotBlameAServerForWhatAnotherMachinePromised() {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 1).serverTtl(57);
    for (int i = 0; i < 4; i++) {
      scene.ack(1 + i * 1000, 789).data(1 + i * 1000, 1000);
    }
    onlyUndecided(Diagnosing.of(scene), FindingId.WINDOW_SCALE_MISMATCH, "time to live");
  }

  @Test
  void namesTheOtherCauseWhenTheOptionIsMissingInTheSynAck() {
    Finding finding = Diagnosing.of(mismatched(new TcpScene(), 65_160, -1, 7)).findings().get(0);
    assertThat(finding.id()).isEqualTo(FindingId.WINDOW_SCALE_MISMATCH);
    assertThat(finding.why()).contains("no window scale").contains("removed");
    // The lab's fixes are for SYN cookies; they hang on the signature.
    assertThat(finding.lab()).contains(LabFault.of("syncookie"));
    assertThat(finding.remedy()).contains("firewall").doesNotContain("909172a14974");
  }

  private static final byte[] ONLY_SEGMENT_SIZE = Wire.bytes(2, 4, 5, 180);

  /** What some boxes do: 14600 in a SYN-ACK that carries nothing but an MSS, 10240 from then on. */
  private static TcpScene box(int room) {
    TcpScene scene = new TcpScene();
    scene.handshake(Wire.synOptions(1460, 7), 14_600, ONLY_SEGMENT_SIZE, 502);
    scene.ack(1, 10_240).data(1, 300).ack(301, 10_240);
    for (int i = 0; i < 5; i++) {
      scene.data(301 + i * room, room).ack(301 + (i + 1) * room, 10_240);
    }
    return scene;
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 10_000})
  void doesNotTakeABoxThatPromisesTooMuchForAMismatch(int room) {
    isUnexplained(Diagnosing.of(box(room)));
  }

  /**
   * Linux before 4.20 with a cookie, for a client with segments of 1240 bytes: 20 of its own in the
   * SYN-ACK, and then 20 of the 536 that the cookie has room for (cookie_v4_check, msstab).
   */
  @Test
  void doesNotTakeAWindowThatACookieMadeSmallerForAMismatch() {
    TcpScene scene = new TcpScene().handshake(7, 28_960, 7).ack(1, 84);
    for (int i = 0; i < 5; i++) {
      scene.data(1 + i * 10_700, 10_700).ack(1 + (i + 1) * 10_700, 84);
    }
    isUnexplained(Diagnosing.of(scene));
  }

  private static void isUnexplained(Diagnosis diagnosis) {
    onlyUndecided(diagnosis, FindingId.WINDOW_SCALE_MISMATCH, "no window scale explains");
  }

  /** The SYN is not in the capture: the SYN-ACK has all that is needed. */
  @Test
  void findsTheMismatchWithoutTheSyn() {
    TcpScene scene = new TcpScene();
    scene.server(0, 1, Packet.SYN | Packet.ACK, 65_160, Wire.synOptions(1460, 1), 0);
    long sent = 1;
    scene.client(1, 1, Packet.ACK, 502, scene.stamps(), 0).ack(1, 626);
    for (int i = 0; i < 6; i++) {
      scene.data(sent, 1448);
      sent += 1448;
      scene.ack(sent, 789);
    }
    Diagnosis diagnosis = Diagnosing.of(scene);
    Finding finding = only(diagnosis, FindingId.WINDOW_SCALE_MISMATCH, Confidence.CERTAIN);
    assertThat(finding.why()).contains("64 times");
  }

  /** One direction only: whether the client had to stop cannot be seen. */
  @Test
  void isLikelyFromTheServersPacketsAlone() {
    TcpScene scene = new TcpScene();
    scene.server(0, 1, Packet.SYN | Packet.ACK, 65_160, Wire.synOptions(1460, 1), 0);
    scene.ack(1, 626).ack(1449, 789).ack(2897, 789);
    only(Diagnosing.of(scene), FindingId.WINDOW_SCALE_MISMATCH, Confidence.LIKELY);
  }

  @Test
  void isSilentOnAHealthyServersPacketsAlone() {
    TcpScene scene = new TcpScene();
    scene.server(0, 1, Packet.SYN | Packet.ACK, 65_160, Wire.synOptions(1460, 7), 0);
    isSilent(Diagnosing.of(scene.ack(1, 509).ack(1449, 512).ack(2897, 520)));
  }

  private static TcpScene healthy(TcpScene scene, int scale) {
    scene.handshake(7, 65_160, scale);
    long sent = 1;
    for (int i = 0; i < 8; i++) {
      scene.data(sent, 1448);
      sent += 1448;
      scene.ack(sent, 65_536 + i * 1448 >> scale);
    }
    return scene;
  }

  /** Some stacks leave options out of a SYN that nobody has answered, and that one is answered. */
  @Test
  void doesNotBlameAServerForWhatARepeatedSynDidNotOffer() {
    TcpScene scene = new TcpScene();
    healthy(scene.port(40_001), 7);
    scene.port(40_002);
    scene.client(0, 0, Packet.SYN, 64_240, Wire.synOptions(1460, 7), 0);
    scene.client(0, 0, Packet.SYN, 64_240, ONLY_SEGMENT_SIZE, 0);
    scene.server(0, 1, Packet.SYN | Packet.ACK, 65_160, ONLY_SEGMENT_SIZE, 0);
    scene.client(1, 1, Packet.ACK, 64_240, new byte[0], 0);
    assertThat(Diagnosing.of(scene).findings()).isEmpty();
  }

  @Test
  void isSilentOnHealthyConnections() {
    for (int scale : new int[] {0, 1, 7, 10, 14}) {
      isSilent(Diagnosing.of(healthy(new TcpScene(), scale)));
    }
  }

  @Test
  void isSilentOnSwappedAcknowledgements() {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 7);
    for (int i = 0; i < 10; i++) {
      scene.data(1 + i * 20_000, 20_000);
      scene.ack(20_001 + i * 20_000, 600).ack(10_001 + i * 20_000, 600);
    }
    isSilent(Diagnosing.of(scene));
  }

  @Test
  void isSilentOnMemoryPressure() {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 7).ack(1, 0).data(1, 100).ack(101, 0);
    isSilent(Diagnosing.of(scene.ack(101, 600)));
  }

  @Test
  void isSilentOnARefusedConnection() {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 7).data(1, 100);
    isSilent(Diagnosing.of(scene.server(1, 101, Packet.RST | Packet.ACK, 0, new byte[0], 0)));
  }

  /** Off by one bit: the windows are half as large as meant. */
  @Test
  void findsAScaleThatIsOffByOne() {
    TcpScene scene = new TcpScene().handshake(7, 65_535, -1).ack(1, 32_768);
    for (int i = 0; i < 3; i++) {
      scene.data(1 + i * 32_000, 32_000).ack(32_001 + i * 32_000, 32_768);
    }
    assertThat(Diagnosing.of(scene).findings())
        .extracting(Finding::id)
        .containsExactly(FindingId.WINDOW_SCALE_MISMATCH);
  }

  /** A window of 30,000 bytes cannot be told with steps of 16,384: rounding, not a retreat. */
  @Test
  void isSilentOnCoarseRounding() {
    TcpScene scene = new TcpScene().handshake(7, 30_000, 14).ack(1, 1);
    isSilent(Diagnosing.of(scene.data(1, 1000).ack(1001, 1).data(1001, 1000).ack(2001, 2)));
  }

  @Test
  void refusedConnectsAreNoBlindSpot() {
    TcpScene scene = new TcpScene();
    scene.client(0, 0, Packet.SYN, 64_240, Wire.synOptions(1460, 7), 0);
    scene.server(0, 1, Packet.RST | Packet.ACK, 0, new byte[0], 0);
    assertThat(Diagnosing.of(scene).unseen()).noneMatch(each -> each.contains("connections"));
  }

  @Test
  void doesNotDecideWithoutAHandshake() {
    TcpScene scene = new TcpScene();
    for (int i = 0; i < 20; i++) {
      scene.data(1 + i * 1448, 1448).ack(1449 + i * 1448, 789);
    }
    Diagnosis diagnosis = Diagnosing.of(scene);
    onlyUndecided(diagnosis, FindingId.WINDOW_SCALE_MISMATCH, "SYN-ACK is not in the capture");
    assertThat(diagnosis.unseen()).anyMatch(each -> each.contains("without their SYN-ACK"));
  }

  @Test
  void doesNotTakeAnOptionThatWasCutOffForAbsent() {
    TcpScene scene = mismatched(new TcpScene().snap(14 + 20 + 20 + 8), 65_160, 1, 7);
    Diagnosis diagnosis = Diagnosing.of(scene);
    assertThat(diagnosis.findings()).isEmpty();
    assertThat(diagnosis.unseen()).anyMatch(each -> each.contains("snap length cut off"));
  }

  private static final byte[] NO_TIMESTAMPS = Wire.bytes(2, 4, 5, 180, 4, 2, 1, 3, 3, 7);
  private static final byte[] COOKIE_WITHOUT_TIMESTAMPS = Wire.bytes(2, 4, 5, 180);

  @Test
  void findsCookiesWithoutTimestamps() {
    TcpScene scene = healthy(new TcpScene().port(40_001), 7);
    scene.port(40_002).handshake(NO_TIMESTAMPS, 64_240, COOKIE_WITHOUT_TIMESTAMPS, 502);
    scene.ack(1, 64_240).data(1, 1000).ack(1001, 63_240);
    Finding finding = only(Diagnosing.of(scene), FindingId.NO_WINDOW_SCALING, Confidence.LIKELY);
    assertThat(finding.why()).contains("The SYNs have no timestamps", "A SYN cookie has no room");
    assertThat(finding.not()).contains("What speaks against it");
  }

  @Test
  void findsAnOptionThatWasRemovedOnTheWay() {
    TcpScene scene = healthy(new TcpScene().port(40_001), 7);
    scene.port(40_002).handshake(7, 64_240, -1).ack(1, 64_240);
    Finding finding = only(Diagnosing.of(scene), FindingId.NO_WINDOW_SCALING, Confidence.LIKELY);
    assertThat(finding.why()).contains("a SYN cookie of this server is not the cause");
    assertThat(finding.not()).contains("servers of which only some use window scaling");
  }

  /** A balancer or a cache in the server's place: at the same address, from elsewhere. */
  @Test
  void doesNotTakeAnotherMachineForTheSameServer() {
    TcpScene scene = healthy(new TcpScene().port(40_001), 7);
    scene.port(40_002).serverTtl(57).handshake(7, 64_240, -1).ack(1, 64_240);
    onlyUndecided(Diagnosing.of(scene), FindingId.NO_WINDOW_SCALING, "another time to live");
  }

  @Test
  void isSilentOnAClientThatDoesNotOffer() {
    isSilent(Diagnosing.of(new TcpScene().handshake(-1, 64_240, -1).ack(1, 64_240)));
  }

  /** Whether a sender may be starved is told, also where the option itself was not kept. */
  @Test
  void saysWhichConnectionsLookStarvedBehindTheSnapLength() {
    TcpScene scene = new TcpScene().snap(14 + 20 + 20 + 8).handshake(7, 65_160, 1);
    for (int i = 0; i < 12; i++) {
      scene.data(1 + i * 1500, 1500).ack(1501 + i * 1500, 789);
    }
    Diagnosis diagnosis = Diagnosing.of(scene);
    assertThat(diagnosis.findings()).isEmpty();
    assertThat(diagnosis.undecided()).hasSize(1);
    assertThat(diagnosis.undecided().get(0).why())
        .startsWith("1 connections look starved, but the snap length cut")
        .endsWith("(frame 2)");
  }

  /** 14 is the largest scale (RFC 7323 2.2); with it a raw window of 4 is 65536 bytes. */
  @ParameterizedTest
  @CsvSource({"4, true", "3, false"})
  void explainsAWindowByScalesThatThereAre(int raw, boolean explained) {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 1).ack(1, raw).data(1, 6).ack(7, raw);
    Diagnosis diagnosis = Diagnosing.of(scene.data(7, 6).ack(13, raw));
    assertThat(diagnosis.findings()).hasSize(explained ? 1 : 0);
    assertThat(diagnosis.undecided().stream().map(Diagnosis.Undecided::why))
        .hasSize(explained ? 0 : 1)
        .allMatch(why -> why.contains("by an amount that no window scale explains"))
        .allMatch(why -> why.endsWith("(frames 2, 4)"));
  }

  /** Rounding to the scale takes less than a twentieth of the SYN-ACK's window. */
  @ParameterizedTest
  @CsvSource({"475, 7", "474, 8"})
  void allowsForRoundingWhenItReadsTheScale(int raw, int applied) {
    TcpScene scene = new TcpScene().handshake(7, 64_000, 1).ack(1, raw);
    assertThat(Diagnosing.of(scene).findings().get(0).why())
        .contains("With scale " + applied + " the windows would fit");
  }

  /** Held up twice, and told off twice: less may be chance. */
  @ParameterizedTest
  @CsvSource({"2, CERTAIN", "1, LIKELY"})
  void isCertainOnceTheClientStoppedTwice(int stops, Confidence confidence) {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 1).ack(1, 789);
    for (int i = 0; i < stops; i++) {
      scene.data(1 + i * 1448, 1448).ack(1449 + i * 1448, 789);
    }
    Finding finding = Diagnosing.of(scene).findings().get(0);
    assertThat(finding.confidence()).isEqualTo(confidence);
    assertThat(finding.why()).contains("for the window " + stops + " times in " + stops + " data");
    assertThat(finding.not().contains("What speaks against it"))
        .isEqualTo(confidence == Confidence.LIKELY);
  }

  @Test
  void isOnlyLikelyWhereOneSegmentAloneFellBehind() {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 1).ack(1, 789).data(1, 1448);
    only(
        Diagnosing.of(scene.data(1449, 100).ack(1549, 65_000)),
        FindingId.WINDOW_SCALE_MISMATCH,
        Confidence.LIKELY);
  }

  /** The sentence is that of a connection that proves it, if there is one. */
  @Test
  void describesTheConnectionThatIsCertain() {
    TcpScene scene = new TcpScene();
    scene.port(40_001).handshake(7, 65_160, 1).ack(1, 626);
    mismatched(scene.port(40_002), 65_160, 1, 7);
    mismatched(scene.port(40_003), 65_160, 1, 7);
    Finding finding = Diagnosing.of(scene).findings().get(0);
    assertThat(finding.confidence()).isEqualTo(Confidence.CERTAIN);
    assertThat(finding.why())
        .contains("must read as 1252 bytes")
        .contains("stop for the window 6 times in 6 data segments");
  }

  /** One that promises too little is undecided, but not beside a server that is found out. */
  @Test
  void countsWhatItCannotDecide() {
    TcpScene scene = new TcpScene();
    for (int port = 40_001; port < 40_003; port++) {
      scene.port(port).serverTtl(64).handshake(7, 65_160, 1).serverTtl(57).ack(1, 789);
    }
    assertThat(Diagnosing.of(scene).undecided().get(0).why())
        .startsWith("2 connections have a window that shrinks")
        .endsWith("(frames 2, 4; 6, 8)");
    TcpScene boxes = new TcpScene();
    for (int port = 40_001; port < 40_003; port++) {
      boxes.port(port);
      boxes.handshake(Wire.synOptions(1460, 7), 14_600, ONLY_SEGMENT_SIZE, 502).ack(1, 10_240);
    }
    assertThat(Diagnosing.of(boxes).undecided().get(0).why())
        .startsWith("2 connections have a window that shrinks")
        .endsWith("(frames 2, 4; 6, 8)");
  }

  /**
   * A client whose window goes on as that of its SYN: with a scale of 2 at least, from a buffer
   * that is no accident, and where the SYN's field could have said more.
   */
  @ParameterizedTest
  @CsvSource({
    "2, 64240, 64240, true",
    "1, 64240, 64240, false",
    "7, 64240, 64239, false",
    "7, 65534, 65534, true",
    "7, 65535, 65535, false",
    "7, 4096, 4096, true",
    "7, 4095, 4095, false"
  })
  void knowsAClientThatGoesOnUnscaled(int scale, int syn, int first, boolean found) {
    TcpScene scene = new TcpScene();
    scene.client(0, 0, Packet.SYN, syn, Wire.synOptions(1460, scale), 0);
    scene.server(0, 1, Packet.SYN | Packet.ACK, 65_160, Wire.synOptions(1460, 7), 0);
    scene.client(1, 1, Packet.ACK, first, scene.stamps(), 0).data(1, 500).ack(501, 509);
    List<Finding> findings = Diagnosing.of(scene).findings();
    assertThat(findings).hasSize(found ? 1 : 0);
    assertThat(findings).allMatch(f -> f.place().frames().equals(List.of(2L, 3L)));
  }
}
