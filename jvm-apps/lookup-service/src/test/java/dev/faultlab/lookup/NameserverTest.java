package dev.faultlab.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameserverTest {
  @Test
  void anAddressAndAPort() {
    assertThat(Nameserver.parse("198.18.0.53:5353")).hasToString("/198.18.0.53:5353");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "198.18.0.53", "dns.lab:53", "198.18.0.256:53", "198.18.0.53:70000"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> Nameserver.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
