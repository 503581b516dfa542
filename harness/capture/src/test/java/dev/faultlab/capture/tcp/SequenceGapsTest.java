package dev.faultlab.capture.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What was sent and is not in the capture: a lookup or a window may hide there. */
class SequenceGapsTest {
  private final SequenceGaps gaps = new SequenceGaps();

  private long unseenBefore(long acknowledged) {
    return gaps.unseenBefore(acknowledged, 10_000).bytes();
  }

  @Test
  void aHoleClosesFromEitherEndAndFromWithin() {
    gaps.open(100, 200, 5, 7);
    assertThat(gaps.fill(50, 100)).isZero();
    assertThat(gaps.fill(200, 250)).isZero();
    assertThat(gaps.fill(90, 120)).isEqualTo(20);
    assertThat(unseenBefore(1000)).isEqualTo(80);
    assertThat(gaps.fill(190, 220)).isEqualTo(10);
    assertThat(unseenBefore(1000)).isEqualTo(70);
    assertThat(gaps.fill(140, 150)).isEqualTo(10);
    assertThat(unseenBefore(1000)).isEqualTo(60);
    assertThat(gaps.fill(140, 150)).as("the same again").isZero();
    assertThat(gaps.fill(120, 140)).isEqualTo(20);
    assertThat(gaps.fill(150, 190)).isEqualTo(40);
    assertThat(unseenBefore(1000)).isZero();
  }

  @Test
  void onlyWhatWasAcknowledgedIsKnownToHaveBeenSent() {
    gaps.open(100, 200, 5, 7);
    gaps.open(300, 400, 5, 7);
    assertThat(unseenBefore(100)).isZero();
    assertThat(unseenBefore(150)).isEqualTo(50);
    assertThat(unseenBefore(250)).isEqualTo(100);
    assertThat(unseenBefore(400)).isEqualTo(200);
    assertThat(gaps.fill(310, 320)).isEqualTo(10);
    assertThat(unseenBefore(400)).isEqualTo(190);
  }

  /** The oldest of many is not filled any more, and still counts. */
  @Test
  void remembersSixteenAndCountsTheOthers() {
    for (int i = 1; i <= 17; i++) {
      gaps.open(i * 100, i * 100 + 10, 5, 7);
    }
    assertThat(unseenBefore(10_000)).isEqualTo(170);
    assertThat(gaps.fill(100, 110)).isZero();
    assertThat(gaps.fill(200, 210)).isEqualTo(10);
    assertThat(gaps.fill(1700, 1710)).isEqualTo(10);
    assertThat(unseenBefore(10_000)).isEqualTo(150);
  }

  @Test
  void knowsBetweenWhichTimesTheMissingBytesWereSent() {
    gaps.open(100, 200, 5, 7);
    gaps.open(300, 400, 8, 9);
    gaps.open(500, 600, 1, 20);
    gaps.fill(500, 600);
    assertThat(gaps.unseenBefore(600, 600)).isEqualTo(new SequenceGaps.MissingBytes(200, 5, 9));
    assertThat(gaps.unseenBefore(250, 600)).isEqualTo(new SequenceGaps.MissingBytes(100, 5, 7));
  }

  /** A filter by length, or for data, leaves the segment with FIN out. */
  @Test
  void aSingleNumberAtTheEndIsAFin() {
    gaps.open(100, 101, 5, 7);
    assertThat(gaps.unseenBefore(101, 101)).isEqualTo(SequenceGaps.MissingBytes.NONE);
    assertThat(gaps.unseenBefore(101, 102).bytes()).isEqualTo(1);
    gaps.open(110, 112, 5, 7);
    assertThat(gaps.unseenBefore(112, 112).bytes()).isEqualTo(3);
  }
}
