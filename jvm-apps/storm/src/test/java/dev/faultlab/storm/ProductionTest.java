package dev.faultlab.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.faultlab.storm.Production.Progress;
import dev.faultlab.storm.Production.Request;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProductionTest {
  @Test
  void aRequestThatWaitedBehindAnotherIsCountedFromItsSending() {
    List<Request> due =
        List.of(new Request(0, 100), new Request(1000, 5000), new Request(2000, 4300));

    assertThat(Production.byThemselves(due))
        .containsExactly(new Request(100, 100), new Request(6000, 5000), new Request(6300, 300));
  }

  @Test
  void theMedianOfWhatIsNewLeavesOutWhatWasToldAndWhatOneWaitedForAnother() {
    // Two quick ones, one that takes five seconds, and two quick ones that were due meanwhile.
    List<Request> requests =
        List.of(
            new Request(0, 10),
            new Request(1000, 10),
            new Request(2000, 5000),
            new Request(3000, 4100),
            new Request(4000, 3200));

    assertThat(Progress.since(0, requests.subList(0, 2)).p50Millis()).isCloseTo(10, within(0.1));
    assertThat(Progress.since(2, requests).measured()).isEqualTo(5);
    assertThat(Progress.since(2, requests).p50Millis()).isCloseTo(100, within(0.1));
    assertThatThrownBy(() -> Progress.since(5, requests))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("since there were 5");
  }
}
