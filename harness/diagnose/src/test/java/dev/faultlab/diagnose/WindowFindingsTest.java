package dev.faultlab.diagnose;

import static dev.faultlab.diagnose.Diagnosing.isSilent;
import static dev.faultlab.diagnose.Diagnosing.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.tcp.TcpScene;
import dev.faultlab.diagnose.Finding.Confidence;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The window findings, and everything that must not be taken for them: {@link TcpScene#play}. */
class WindowFindingsTest {
  private static final String INCIDENT = "h7/65160/1 a626 x6/1448/789";
  private static final String HEALTHY = "h7/65160/7 x8/1448/512";

  /** The lengths of the headers, and of the options MSS and SACK permitted. */
  private static final int SNAP_BEFORE_SCALE = 14 + 20 + 20 + 8;

  private static Diagnosis diagnose(String steps) {
    String all = steps.replace("incident", INCIDENT).replace("healthy", HEALTHY);
    return Diagnosing.of(new TcpScene().play(all));
  }

  private static Finding first(String steps) {
    return diagnose(steps).findings().get(0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void findsTheMismatchOfTheIncident(boolean six) {
    Diagnosis diagnosis = Diagnosing.of(new TcpScene(six).play(INCIDENT));
    Finding finding = only(diagnosis, FindingId.WINDOW_SCALE_MISMATCH, Confidence.CERTAIN);
    assertThat(finding.place().frames()).containsExactly(2L, 4L);
    assertThat(finding.why())
        .contains("window scale 1", "64 times", "raw at most 789", "effective 1578");
    assertThat(diagnosis.undecided()).isEmpty();
  }

  @Test
  void countsTheConnectionsOfOneServer() {
    assertThat(first("p40001 incident p40002 healthy p40003 incident").place().where())
        .contains("2 of the 3 connections");
  }

  /** The sentence is that of a connection that proves it, if there is one. */
  @Test
  void describesTheConnectionThatIsCertain() {
    Finding finding = first("p40001 h7/65160/1 a626 p40002 incident p40003 incident");
    assertThat(finding.isCertain()).isTrue();
    assertThat(finding.why())
        .contains("must read as 1252 bytes", "stop for the window 6 times in 6 data segments");
  }

  /** The lab's fixes are for SYN cookies; they hang on the signature. */
  @Test
  void namesTheOtherCauseWhenTheOptionIsMissingInTheSynAck() {
    Finding finding = first("h7/65160/- a626 x6/789/789");
    assertThat(finding.id()).isEqualTo(FindingId.WINDOW_SCALE_MISMATCH);
    assertThat(finding.why()).contains("no window scale").contains("removed");
    assertThat(finding.lab()).isEqualTo(LabFault.of("syncookie"));
    assertThat(finding.remedy()).contains("firewall").doesNotContain("909172a14974");
  }

  /** Which finding, how certain or why it is undecided, and what is said of it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          # "Scale 1 and 789" is not the signature: other buffer sizes give other numbers.
          h7/60000/0 a626 x6/789/789 ; WINDOW_SCALE_MISMATCH ; CERTAIN ; 128 times
          h7/60000/2 a626 x6/1448/789 ; WINDOW_SCALE_MISMATCH ; LIKELY ; 32 times
          h7/60000/1 a1252 x6/1448/1578 ; WINDOW_SCALE_MISMATCH ; LIKELY ; 32 times
          h7/60000/3 a156 x6/1448/197 ; WINDOW_SCALE_MISMATCH ; CERTAIN ; 64 times
          # Off by one bit: the windows are half as large as meant.
          h7/65535/- a32768 x3/32000/32768 ; WINDOW_SCALE_MISMATCH ; LIKELY ; 2 times
          # The SYN is not in the capture: the SYN-ACK has all that is needed.
          A1/65160 c502 a626 x6/1448/789 ; WINDOW_SCALE_MISMATCH ; CERTAIN ; 64 times
          # One direction only: whether the client had to stop cannot be seen.
          A1/65160 a626 k1449/789 k2897/789 ; WINDOW_SCALE_MISMATCH ; LIKELY ; stop for the window 0 times
          # Held up twice, and told off twice: less may be chance.
          h7/65160/1 a789 x2/1448/789 ; WINDOW_SCALE_MISMATCH ; CERTAIN ; window 2 times in 2 data
          h7/65160/1 a789 x1/1448/789 ; WINDOW_SCALE_MISMATCH ; LIKELY ; window 1 times in 1 data
          h7/65160/1 a789 >1448 >100 a65000 ; WINDOW_SCALE_MISMATCH ; LIKELY ; 64 times
          # Rounding to the scale takes less than a twentieth of the SYN-ACK's window.
          h7/64000/1 a475 ; WINDOW_SCALE_MISMATCH ; LIKELY ; With scale 7 the windows would fit
          h7/64000/1 a474 ; WINDOW_SCALE_MISMATCH ; LIKELY ; With scale 8 the windows would fit
          # 14 is the largest scale (RFC 7323 2.2); with it a raw window of 4 is 65536 bytes.
          h7/65160/1 a4 x2/6/4 ; WINDOW_SCALE_MISMATCH ; CERTAIN ; With scale 14
          h7/65160/1 a3 x2/6/3 ; WINDOW_SCALE_MISMATCH ; scale explains ; (frames 2, 4)
          # What some boxes do: 14600 in a SYN-ACK with nothing but an MSS, 10240 from then on.
          h7/14600/m a10240 x1/300/10240 x5/500/10240 ; WINDOW_SCALE_MISMATCH ; scale explains ; (frames 2, 4)
          h7/14600/m a10240 x1/300/10240 x5/10000/10240 ; WINDOW_SCALE_MISMATCH ; scale explains ; (frames 2, 4)
          # Linux before 4.20 with a cookie, for a client with segments of 1240 bytes: 20 of its own
          # in the SYN-ACK, then 20 of the 536 that the cookie has room for (cookie_v4_check, msstab).
          h7/28960/7 a84 x5/10700/84 ; WINDOW_SCALE_MISMATCH ; scale explains ; (frames 2, 4)
          # What another machine promised; more than one that cannot be decided.
          h7/65160/1 t57 a789 x4/1000/789 ; WINDOW_SCALE_MISMATCH ; time to live ; (frames 2, 4)
          p1 h7/65160/1 t57 a789 p2 t64 h7/65160/1 t57 a789 ; WINDOW_SCALE_MISMATCH ; 2 conn ; (frames 2, 4; 6, 8)
          p1 h7/14600/m a10240 p2 h7/14600/m a10240 ; WINDOW_SCALE_MISMATCH ; 2 connections have ; (frames 2, 4; 6, 8)
          # An option that was removed on the way; a client that reads no scale.
          p1 healthy p2 h7/64240/- a64240 ; NO_WINDOW_SCALING ; LIKELY ; cookie of this server is not the cause
          # SYN cookies without time stamps; PairingsTest has all pairings.
          p1 healthy p2 hn/64240/m a64240 x1/1000/63240 ; NO_WINDOW_SCALING ; LIKELY ; A SYN cookie has no room
          p1 healthy p2 hn/64240/m a64240 ; NO_WINDOW_SCALING ; LIKELY ; The SYNs have no timestamps. The SYN-ACKs
          p1 healthy p2 hn/64240/m a64240 ; NO_WINDOW_SCALING ; LIKELY ; Switch TCP timestamps on
          p1 healthy p2 hn/64240/s a64240 ; NO_WINDOW_SCALING ; LIKELY ; at least one of them
          p1 h7/64240/7 a502 p2 h7/64240/m a64240 ; NO_WINDOW_SCALING ; LIKELY ; Other SYN-ACKs of this server
          p1 h7/64240/n a502 p2 h7/64240/m a64240 ; NO_WINDOW_SCALING ; LIKELY ; A SYN cookie has no room
          hn/64240/m a64240 ; NO_WINDOW_SCALING ; their SYN-ACKs have no SACK ; TcpExtSyncookiesSent
          # A balancer or a cache in the server's place: at the same address, from elsewhere.
          p1 healthy p2 t57 h7/64240/- a64240 ; NO_WINDOW_SCALING ; another time to live ; 1 connections to
          """)
  void saysWhatItIs(String steps, FindingId id, String outcome, String message) {
    Diagnosis diagnosis = diagnose(steps);
    Diagnosing.hasOutcome(diagnosis, id, outcome);
    assertThat(diagnosis.findings() + " " + diagnosis.undecided()).contains(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "h7/65160/0 x8/1448/65535",
        "h7/65160/1 x8/1448/32768",
        "healthy",
        "h7/65160/10 x8/1448/64",
        "h7/65160/14 x8/1448/4",
        // The server's packets alone.
        "A7/65160 a509 k1449/512 k2897/520",
        // Swapped acknowledgements, memory pressure, a connection that is refused.
        "h7/65160/7 >20000 a600 k10001/600 >20000 a600 k30001/600 >20000 a600 k50001/600",
        "h7/65160/7 a0 x1/100/0 a600",
        "h7/65160/7 >100 R",
        // A window of 30,000 bytes cannot be told with steps of 16,384: rounding, no retreat.
        "h7/30000/14 a1 x1/1000/1 x1/1000/2",
        // A client that does not offer it.
        "h-/64240/- a64240",
        // Stacks leave options out of a SYN that nobody has answered, and that one is answered.
        "p1 healthy p2 S7/64240 Sm/64240 Am/65160 c64240"
      })
  void isSilentOnWhatIsHealthy(String steps) {
    isSilent(diagnose(steps));
  }

  @Test
  void refusedConnectsAreNoBlindSpot() {
    assertThat(diagnose("S7/64240 R").unseen()).noneMatch(each -> each.contains("connections"));
  }

  @Test
  void doesNotDecideWithoutAHandshake() {
    Diagnosis diagnosis = diagnose("x20/1448/789");
    Diagnosing.onlyUndecided(
        diagnosis, FindingId.WINDOW_SCALE_MISMATCH, "SYN-ACK is not in the capture");
    assertThat(diagnosis.unseen()).anyMatch(each -> each.contains("without their SYN-ACK"));
  }

  /** Whether a sender may be starved is told, also where the option itself was not kept. */
  @Test
  void doesNotTakeAnOptionThatWasCutOffForAbsent() {
    TcpScene scene = new TcpScene().snap(SNAP_BEFORE_SCALE).play("h7/65160/1 x12/1500/789");
    Diagnosis diagnosis = Diagnosing.of(scene);
    Diagnosing.onlyUndecided(
        diagnosis, FindingId.WINDOW_SCALE_MISMATCH, "1 connections look starved, but the snap");
    assertThat(diagnosis.undecided().get(0).why()).endsWith("(frame 2)");
    assertThat(diagnosis.unseen()).anyMatch(each -> each.contains("cut off by the snap length"));
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
    List<Finding> findings =
        diagnose("S%d/%d A7/65160 c%d x1/500/509".formatted(scale, syn, first)).findings();
    assertThat(findings).hasSize(found ? 1 : 0);
    assertThat(findings).allMatch(f -> f.place().frames().equals(List.of(2L, 3L)));
  }
}
