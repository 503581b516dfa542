package dev.faultlab.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.check.CalledService;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallSearchTest {
  private static final Map<String, String> SERVICES =
      Map.of("198.18.1.129", "backend", "198.18.1.130", "worker");

  @Test
  void aConnectionOfTheServiceIsACallAndItsAnswersAreNone() {
    String lines =
        """
        10:00:00.1 IP 198.18.1.30.50000 > 198.18.1.10.80: Flags [S], seq 1
        10:00:00.2 IP 198.18.1.10.40000 > 198.18.1.129.8080: Flags [S], seq 1
        10:00:00.3 IP 198.18.1.129.8080 > 198.18.1.10.40000: Flags [P.], seq 1:9
        10:00:00.4 IP 198.18.1.10.80 > 198.18.1.30.50000: Flags [P.], seq 1:9
        """;
    assertThat(CallSearch.calls(lines, "198.18.1.10", SERVICES))
        .containsExactly(new CalledService("backend", 8080));
  }

  @Test
  void aRequestOnAKeptConnectionIsACall() {
    String lines = "10:00:00.2 IP 198.18.1.10.40000 > 198.18.1.129.5432: Flags [P.], seq 1:9\n";
    assertThat(CallSearch.calls(lines, "198.18.1.10", SERVICES))
        .containsExactly(new CalledService("backend", 5432));
  }

  @Test
  void aServiceThatCallsTheCheckedOneIsNotCalledByIt() {
    String lines =
        """
        10:00:00.1 IP 198.18.1.130.50000 > 198.18.1.10.80: Flags [S], seq 1
        10:00:00.4 IP 198.18.1.10.80 > 198.18.1.130.50000: Flags [P.], seq 1:9
        """;
    assertThat(CallSearch.calls(lines, "198.18.1.10", SERVICES)).isEmpty();
  }
}
