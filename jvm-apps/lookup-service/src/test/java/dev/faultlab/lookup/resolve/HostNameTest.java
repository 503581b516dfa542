package dev.faultlab.lookup.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostNameTest {
  @ParameterizedTest
  @ValueSource(strings = {"lab", "backend.d10.lab", "a-b.1c.lab"})
  void hostNamesAreTaken(String text) {
    assertThat(new HostName(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", ".", "a.", ".a", "a..b", "-a.lab", "a-.lab", "A.lab", "a_b.lab", "a b", "ü.lab"
      })
  void whatIsNoHostNameIsRefused(String text) {
    assertThatThrownBy(() -> new HostName(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("expected a host name");
  }

  @Test
  void addressesAreRefusedBecauseThereIsNothingToLookUp() {
    assertThatThrownBy(() -> new HostName("198.18.0.20")).hasMessageContaining("no lookup");
  }

  @Test
  void lengthsEndWhereTheDnsEnds() {
    assertThatThrownBy(() -> new HostName("a".repeat(64))).hasMessageContaining("host name");
    assertThatThrownBy(() -> new HostName("abcdefg.".repeat(30) + "lab"))
        .hasMessageContaining("240");
  }

  @Test
  void aZoneIsMadeOfWholeLabels() {
    assertThat(new HostName("backend.lab").isBelow(new HostName("lab"))).isTrue();
    assertThat(new HostName("lab").isBelow(new HostName("lab"))).isTrue();
    assertThat(new HostName("xlab").isBelow(new HostName("lab"))).isFalse();
  }
}
