package dev.faultlab.signature;

import static dev.faultlab.signature.DecisionsTest.fact;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.SampleTrial;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntropyReadsTest {
  private static final Path LOGS = Path.of("../samples/captures/random");

  /** On logs that the lab has made (JDK 17, 10 requests each). */
  @ParameterizedTest
  @CsvSource({
    "strong, PRESENT, dev-random, 2560, 0",
    "shared-secure-random, ABSENT, dev-urandom, 0, 2560",
    "thread-local-random, ABSENT, no-device, 0, 0",
  })
  void tellsWhatAGeneratorReads(
      String generator, State state, String code, long random, long urandom) {
    Observation seen = observe(generator + ".log", "GET /codes/" + generator + " ");
    assertThat(seen.state()).isEqualTo(state);
    assertThat(seen.code()).isEqualTo(code);
    assertThat(seen.facts().get(0).value()).isEqualTo(10L);
    assertThat(seen.facts().get(2).value()).isEqualTo(random);
    assertThat(seen.facts().get(3).value()).isEqualTo(urandom);
  }

  @Test
  void unknownWhenTheTraceDoesNotShowTheRequests() {
    Observation seen = observe("thread-local-random.log", "GET /codes/x ");
    assertThat(seen.state()).isEqualTo(State.UNKNOWN);
    assertThat(seen.code()).isEqualTo("too-few");
  }

  @Test
  void requestsMayShareAReadButNotMany() {
    assertThat(decide(10, 5, 1280, 0).state()).isEqualTo(State.PRESENT);
    assertThat(decide(5, 5, 1280, 0).code()).as("just enough requests").isEqualTo("dev-random");
    assertThat(decide(10, 4, 1024, 0).code()).isEqualTo("now-and-then");
    assertThat(decide(10, 4, 1024, 0).state()).isEqualTo(State.UNKNOWN);
  }

  @Test
  void saysWhatItCounted() {
    assertThat(decide(10, 10, 2560, 15).reason())
        .isEqualTo(
            "10 requests read 2560 bytes of /dev/random in 10 reads, and 20 bytes of /dev/urandom"
                + " or getrandom");
  }

  private static Observation decide(long requests, long reads, long bytes, long urandom) {
    return EntropyReads.decide(
        new Counts(null)
            .add(fact("requests", requests))
            .add(fact("random-reads", reads))
            .add(fact("random-bytes", bytes))
            .add(fact("urandom-bytes", urandom))
            .add(fact("getrandom-bytes", 5)));
  }

  private static Observation observe(String log, String request) {
    EntropyReads signature = new EntropyReads();
    return signature.observe(
        SampleTrial.in(LOGS),
        Inputs.of(signature.inputs(), Map.of("log", log, "request", request)));
  }
}
