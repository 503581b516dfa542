package dev.faultlab.lookup.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.lookup.Environment;
import dev.faultlab.lookup.resolve.AddressCache;
import dev.faultlab.lookup.resolve.HostName;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceSettingsTest {
  @Test
  void withoutVariablesTheFaultIsThere() {
    assertThat(ServiceSettings.from(new Environment(Map.of())))
        .isEqualTo(
            new ServiceSettings(
                8080,
                64,
                new AddressCache(0, OptionalInt.empty(), OptionalInt.empty()),
                new HostName("backend.delay.lab"),
                new HostName("lab"),
                8081,
                Optional.empty()));
  }

  @Test
  void everyVariableIsRead() {
    ServiceSettings settings =
        ServiceSettings.from(
            new Environment(
                Map.of(
                    "LOOKUP_PORT", "1",
                    "LOOKUP_THREADS", "2",
                    "LOOKUP_TTL", "-1",
                    "LOOKUP_NEGATIVE_TTL", "3",
                    "LOOKUP_STALE_TTL", "4",
                    "LOOKUP_HOST", "a.example",
                    "LOOKUP_ZONE", "example",
                    "LOOKUP_BACKEND_PORT", "5",
                    "LOOKUP_NAMESERVER", "127.0.0.1:6")));
    assertThat(settings.port()).isEqualTo(1);
    assertThat(settings.threads()).isEqualTo(2);
    assertThat(settings.cache())
        .isEqualTo(new AddressCache(-1, OptionalInt.of(3), OptionalInt.of(4)));
    assertThat(settings.host()).hasToString("a.example");
    assertThat(settings.zone()).hasToString("example");
    assertThat(settings.backendPort()).isEqualTo(5);
    assertThat(settings.nameserver()).hasValueSatisfying(n -> assertThat(n.getPort()).isEqualTo(6));
  }

  @Test
  void anEmptyVariableIsAnUnsetOne() {
    assertThat(ServiceSettings.from(new Environment(Map.of("LOOKUP_TTL", ""))).cache().ttl())
        .isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "LOOKUP_PORT, 65536, 0 to 65535",
    "LOOKUP_THREADS, 0, 1 to 1024",
    "LOOKUP_TTL, x, -1 to 86400",
    "LOOKUP_TTL, 1.5, -1 to 86400",
    "LOOKUP_NEGATIVE_TTL, -2, -1 to 86400",
    "LOOKUP_STALE_TTL, -1, 0 to 86400",
    "LOOKUP_BACKEND_PORT, 0, 1 to 65535",
    "LOOKUP_HOST, a.example, in the zone 'lab'",
    "LOOKUP_HOST, Backend.lab, a host name",
    "LOOKUP_ZONE, '..', a host name",
    "LOOKUP_NAMESERVER, dns.lab:53, an IPv4 address and a port",
  })
  void aWrongValueIsNamedWithWhatWasExpected(String variable, String value, String expected) {
    assertThatThrownBy(() -> ServiceSettings.from(new Environment(Map.of(variable, value))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(variable)
        .hasMessageContaining("'" + value + "'")
        .hasMessageContaining(expected);
  }
}
