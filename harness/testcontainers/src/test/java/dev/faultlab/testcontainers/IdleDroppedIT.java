package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.seen.ClientSeen;
import dev.faultlab.seen.State;
import dev.faultlab.testcontainers.BuiltImages.Tools;
import dev.faultlab.testcontainers.condition.Answers;
import dev.faultlab.testcontainers.condition.CanaryService;
import dev.faultlab.testcontainers.condition.Client;
import dev.faultlab.testcontainers.condition.IdleDropped;
import dev.faultlab.testcontainers.condition.NetworkCondition.Running;
import dev.faultlab.testcontainers.condition.Trial;
import dev.faultlab.testcontainers.condition.TrialResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Forgotten connections: data on them counts, a polite end does not. */
class IdleDroppedIT {
  private static final Answers NOTHING = new Answers(0, 0, 0, 0);
  private static Tools backend;
  private static Tools service;
  private static ContainerTestbed bed;

  @BeforeAll
  static void start() {
    BuiltImages.use();
    backend = BuiltImages.tools();
    service = BuiltImages.tools();
    bed =
        new ContainerTestbed(new IdleDropped(Duration.ofSeconds(5)))
            .upstream("backend.test", 8080, backend);
    bed.serves(service).start();
  }

  @AfterAll
  static void stop() {
    service.stop();
    bed.stop();
    backend.stop();
  }

  private static ClientSeen observe(String... habits) {
    Client client = CanaryService.start(bed.bed(), service, bed.address(service), habits);
    try (Trial trial = bed.trial()) {
      TrialResult result = trial.run(client);
      assertThat(result.seen().bad().brief()).as("%s", result).isEqualTo("present 8/8");
      assertThat(result.seen().good().state()).as("%s", result).isEqualTo(State.ABSENT);
      assertThat(result.seen().good().reason()).isEqualTo("opens-new-connections");
      return result.seen().service();
    } finally {
      assertThat(client.ask(8, 8).complete()).isTrue();
    }
  }

  @Test
  void dataOnAForgottenConnectionIsTheFault() {
    ClientSeen seen = observe("connection=kept");
    assertThat(seen.brief()).isEqualTo("present 8/8");
    assertThat(seen.exposed()).isEqualTo(8);
    assertThat(seen.reason()).isEqualTo("dead-connection-used");
  }

  @Test
  void aConnectionPerRequestHasNoneToForget() {
    ClientSeen seen = observe("connection=each");
    assertThat(seen.brief()).isEqualTo("absent 0/8");
    assertThat(seen.reason()).isEqualTo("connection-per-request");
  }

  /** The end of TLS 1.2, of TLS 1.3 and of PostgreSQL's protocol, each with its length. */
  @Test
  void aPoliteEndOfAForgottenConnectionIsNoRequest() {
    String address = bed.address(service);
    try (Running running = new IdleDropped(Duration.ofSeconds(5)).start(bed.bed())) {
      running.watch(address);
      open("alert", "\\x15\\x03\\x03\\x00\\x1a12345678901234567890123456");
      open("encrypted", "\\x17\\x03\\x03\\x00\\x131234567890123456789");
      open("terminate", "X\\x00\\x00\\x00\\x04");
      open("request", "\\x17\\x03\\x03\\x00\\x1412345678901234567890");
      running.inject();
      for (String polite : List.of("alert", "encrypted", "terminate")) {
        assertThat(sent(polite, running, address)).isPositive();
      }
      ClientSeen seen = running.observe(address, NOTHING);
      assertThat(seen.brief()).isEqualTo("absent 0/0");
      assertThat(seen.counts().get("alert:" + address)).isGreaterThanOrEqualTo(2);
      sent("request", running, address);
      assertThat(running.observe(address, NOTHING).state()).isEqualTo(State.PRESENT);
    }
  }

  /** Opens a connection and uses it; {@link #sent} then sends this on it. */
  private static void open(String name, String bytes) {
    String front = bed.bed().upstreams().get(0).front();
    service.bash(
        String.format(
            """
            mkfifo /tmp/%1$s
            ( exec 7<>/dev/tcp/%2$s/47007; echo used >&7; read -r <&7; echo open >/tmp/%1$s
              read -r </tmp/%1$s; printf '%3$s' >&7; sleep 60 ) </dev/null >/dev/null 2>&1 &
            read -r </tmp/%1$s
            """,
            name, front, bytes));
  }

  /** Sends it, and returns how many more packets the router has dropped then. */
  private static long sent(String name, Running running, String address) {
    long before = dropped(running, address);
    service.bash("echo go >/tmp/" + name);
    long after = before;
    while (after == before) {
      after = dropped(running, address);
    }
    return after - before;
  }

  private static long dropped(Running running, String address) {
    Map<String, Long> counts = running.observe(address, NOTHING).counts();
    return counts.get("dropped:" + address) + counts.get("alert:" + address);
  }
}
