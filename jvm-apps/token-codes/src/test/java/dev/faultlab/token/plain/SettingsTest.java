package dev.faultlab.token.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
  @Test
  void hasDefaults() {
    Settings settings = Settings.from(Map.of());
    assertThat(settings.port()).isEqualTo(8080);
    assertThat(settings.threads()).isEqualTo(64);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1025", "many", "-1", "1.5"})
  void refusesThreadsThatCannotBe(String threads) {
    assertThatThrownBy(() -> Settings.from(Map.of("TOKEN_THREADS", threads)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "TOKEN_THREADS: found '" + threads + "', expected a whole number from 1 to 1024");
  }
}
