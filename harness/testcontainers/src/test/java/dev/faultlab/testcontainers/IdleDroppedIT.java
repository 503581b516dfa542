package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.testcontainers.BuiltImages.Tools;
import dev.faultlab.testcontainers.condition.CanaryService;
import dev.faultlab.testcontainers.condition.Client;
import dev.faultlab.testcontainers.condition.IdleDropped;
import dev.faultlab.testcontainers.condition.Observation;
import dev.faultlab.testcontainers.condition.Observation.State;
import dev.faultlab.testcontainers.condition.Trial;
import dev.faultlab.testcontainers.condition.TrialResult;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Forgotten connections: data on them counts, a polite end does not. */
class IdleDroppedIT {
  private static Tools backend;
  private static Tools service;
  private static ContainerTestbed bed;

  @BeforeAll
  static void start() {
    BuiltImages.use();
    backend = BuiltImages.tools();
    service = BuiltImages.tools();
    bed =
        new ContainerTestbed(new IdleDropped(Duration.ofSeconds(3)))
            .upstream("backend.test", 8080, backend);
    bed.serves(service).start();
  }

  @AfterAll
  static void stop() {
    service.stop();
    bed.stop();
    backend.stop();
  }

  private static Observation observe(String... habits) {
    Client client = CanaryService.start(bed.bed(), service, bed.address(service), habits);
    try (Trial trial = bed.trial()) {
      TrialResult result = trial.run(client);
      assertThat(result.bad().brief()).as("%s", result).isEqualTo("present 8/8");
      assertThat(result.good().state()).as("%s", result).isEqualTo(State.ABSENT);
      assertThat(result.good().reason()).isEqualTo("opens-new-connections");
      return result.service();
    } finally {
      assertThat(client.ask(8, 8).complete()).isTrue();
    }
  }

  @Test
  void dataOnAForgottenConnectionIsTheFault() {
    Observation seen = observe("connection=kept");
    assertThat(seen.brief()).isEqualTo("present 8/8");
    assertThat(seen.reason()).isEqualTo("dead-connection-used");
  }

  @Test
  void aConnectionPerRequestHasNoneToForget() {
    Observation seen = observe("connection=each");
    assertThat(seen.brief()).isEqualTo("absent 0/8");
    assertThat(seen.reason()).isEqualTo("connection-per-request");
  }
}
