package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.dns.DnsEvents;
import dev.faultlab.capture.dns.DnsTracker;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.tcp.TcpEvents;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelayTest {
  /** A hundred thousand events fill the relay many times. */
  @ParameterizedTest
  @ValueSource(ints = {1, 100_000})
  void whatFailsOnTheSecondThreadReachesTheFirstAsItIs(int events) {
    Error failure = new OutOfMemoryError("on purpose");
    TcpEvents failing =
        new TcpEvents() {
          @Override
          public void requestEnds(Address client, Endpoint server) {
            throw failure;
          }
        };
    DnsTracker dns = new DnsTracker(false, exchange -> {}, DnsEvents.NONE, new MemoryBudget());
    Address any = new Address(0, 1);
    try (Relay relay = new Relay(failing, dns)) {
      for (int i = 0; i < events; i++) {
        relay.requestEnds(any, new Endpoint(any, 80));
      }
      assertThatThrownBy(relay::finished).isSameAs(failure);
    }
  }
}
