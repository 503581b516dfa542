package dev.faultlab.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallSearchTest {
  private static final Map<String, String> SERVICES =
      Map.of("198.18.1.129", "backend", "198.18.1.130", "worker");

  /** Segments of a capture, by the ends of addresses and ports. */
  @ParameterizedTest
  @CsvSource({
    "30.50 > 10.80 S; 10.40 > 129.8080 S; 129.8080 > 10.40 P.; 10.80 > 30.50 P., [backend:8080]",
    "10.40 > 129.5432 P., [backend:5432]",
    "130.50 > 10.80 S; 10.80 > 130.50 P., []",
  })
  void aConnectionOrRequestOfTheServiceIsACallAndItsAnswersAreNone(String segments, String calls) {
    String format = "10:00:00.1 IP 198.18.1.$1 > 198.18.1.$2: Flags [$3], seq 1:9\n";
    String lines = segments.replaceAll("(\\S+) > (\\S+) ([^;]+)(; )?", format);
    assertThat(CallSearch.calls(lines, "198.18.1.10", SERVICES)).hasToString(calls);
  }
}
