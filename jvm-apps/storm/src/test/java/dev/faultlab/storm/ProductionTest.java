package dev.faultlab.storm;

import static org.assertj.core.api.Assertions.assertThat;

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
}
