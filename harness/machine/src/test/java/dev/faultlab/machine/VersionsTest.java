package dev.faultlab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor.Version;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionsTest {

  @ParameterizedTest
  @CsvSource({
    "20.10.24+dfsg1, 20.10.24",
    "v2.26.1-4, 2.26.1",
    "Apache Maven 3.8.7, 3.8.7",
    "29.0.0-rc.1, 29.0.0",
    "in bold: \u001B[1mApache Maven 3.8.7\u001B[m, 3.8.7",
  })
  void readsTheNumbersAndLeavesWhatDistributionsAppend(String text, String numbers) {
    assertThat(Versions.find(text).map(Version::toString)).contains(numbers);
  }

  @Test
  void noNumberIsNoVersion() {
    assertThat(Versions.find("command not found")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"20.10.24, 20.10", "2, 2.0.0", "3.10, 3.9.9", "28.2.2, 20.10", "2, 1.29.2"})
  void comparesNumbersNotLetters(String newer, String older) {
    assertThat(Versions.find(newer).orElseThrow())
        .isGreaterThanOrEqualTo(Versions.find(older).orElseThrow());
  }
}
