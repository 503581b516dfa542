package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.seen.CanaryResult;
import dev.faultlab.seen.ClientResult;
import dev.faultlab.seen.SentRequest;
import dev.faultlab.seen.SentRequest.Ending;
import dev.faultlab.testcontainers.BuiltImages.Tools;
import dev.faultlab.testcontainers.condition.CanaryService;
import dev.faultlab.testcontainers.condition.Client;
import dev.faultlab.testcontainers.condition.Conditions;
import dev.faultlab.testcontainers.condition.DeadServer;
import dev.faultlab.testcontainers.condition.NetworkCondition;
import dev.faultlab.testcontainers.condition.Trial;
import dev.faultlab.testcontainers.condition.TrialResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/**
 * One condition after the other in the same testbed, each with a service of a known habit beside
 * the two canaries. What one leaves behind hurts the next.
 */
abstract class ConditionTestbed {
  static final String KEEPS = "connection=kept";
  private static Tools backend;
  static Tools service;
  static ContainerTestbed bed;

  @BeforeAll
  static void start() {
    BuiltImages.use();
    backend = BuiltImages.tools().withCommand(IdleConnectionsIT.SERVER);
    service = BuiltImages.tools();
    bed = new ContainerTestbed(new DeadServer()).upstream("backend.test", 8080, backend);
    bed.serves(service).start();
  }

  @AfterAll
  static void stop() {
    service.stop();
    bed.stop();
    backend.stop();
  }

  static Client client(String... habits) {
    return CanaryService.start(bed.bed(), service, bed.address(service), habits);
  }

  static Client curl(String options) {
    return client("run=[[ $(curl -s " + options + " http://backend.test:8080/) == ok ]]");
  }

  static ClientResult observe(NetworkCondition condition, Client client) {
    // glibc waits 5 s for each of two answers.
    int seconds = condition instanceof DeadServer ? 30 : 8;
    try (Trial trial = Trial.start(bed.bed(), condition).recover(Duration.ofSeconds(seconds))) {
      TrialResult result = trial.run(client);
      assertThat(result.seen().canaries()).as("%s", result).allMatch(CanaryResult::agrees);
      return result.seen().service();
    }
  }

  /** Whatever was done is undone. */
  @AfterEach
  void nothingIsLeft() {
    List<SentRequest> asked = client("tries=1", "wait=5s").ask(8, 8, Duration.ofSeconds(20));
    assertThat(asked).extracting(SentRequest::ending).hasSize(8).containsOnly(Ending.ANSWERED);
    for (var part : new Object[] {bed.bed().parts().router(), bed.bed().parts().nameServer()}) {
      String rules =
          ((dev.faultlab.testcontainers.condition.Part) part).bash("iptables-save; ip route");
      assertThat(rules).doesNotContain("--comment", "mtu");
    }
  }

  static void isKnown(
      String id, String setting, String habit, String brief, String reason, Long exposed) {
    NetworkCondition condition =
        Conditions.named(
            id, setting == null ? Map.of() : Map.of(setting.split("=")[0], setting.split("=")[1]));
    Client client = habit.startsWith("curl") ? curl(habit.substring(4)) : client(habit.split(" "));
    ClientResult seen = observe(condition, client);
    // A request that is late on a slow machine makes one round more.
    String found = seen.brief().replaceAll("/\\d+ \\(", "/n (");
    boolean withCounts = brief.matches(".*\\d.*|not exercised");
    assertThat(withCounts ? found : found.replaceAll(" \\d+/n", "")).isEqualTo(brief);
    assertThat(seen.reason()).isEqualTo(reason);
    if (exposed != null) {
      assertThat(seen.exposed()).isEqualTo(exposed);
    }
  }

  /** A client whose requests are sent in another way. */
  abstract static class DelegatingClient implements Client {
    final Client client;

    DelegatingClient(Client client) {
      this.client = client;
    }

    @Override
    public String address() {
      return client.address();
    }

    @Override
    public void forget() {
      client.forget();
    }
  }
}
