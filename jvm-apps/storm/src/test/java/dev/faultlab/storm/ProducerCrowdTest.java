package dev.faultlab.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProducerCrowdTest {
  private static final InetSocketAddress BROKER =
      InetSocketAddress.createUnresolved("broker-v4", 9092);

  @Test
  void thoseWithDefaultSettingsAreToldTheBrokersAddressAndNothingElse() {
    assertThat(ProducerCrowd.settings(BROKER, Map.of()))
        .containsOnly(Map.entry("bootstrap.servers", "broker-v4:9092"));
  }

  @Test
  void patientOnesAreToldHowLongTheyWait() {
    assertThat(
            ProducerCrowd.settings(
                BROKER, ProducerCrowd.patient(Duration.ofSeconds(2), Duration.ofMinutes(10))))
        .containsEntry("bootstrap.servers", "broker-v4:9092")
        .containsEntry("reconnect.backoff.max.ms", "2000")
        .containsEntry("delivery.timeout.ms", "600000");
  }
}
