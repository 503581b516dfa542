package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.seen.ClientResult;
import dev.faultlab.seen.ExposureCounts;
import dev.faultlab.seen.Rounds;
import dev.faultlab.testcontainers.BuiltImages.Tools;
import dev.faultlab.testcontainers.condition.CanaryService;
import dev.faultlab.testcontainers.condition.Client;
import dev.faultlab.testcontainers.condition.Conditions;
import dev.faultlab.testcontainers.condition.IdleDropped;
import dev.faultlab.testcontainers.condition.NetworkCondition;
import dev.faultlab.testcontainers.condition.NetworkCondition.Running;
import dev.faultlab.testcontainers.condition.Trial;
import dev.faultlab.testcontainers.condition.TrialResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forgotten connections: what becomes of the requests decides; a polite end is no contact. */
class IdleDroppedIT {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final Rounds NO_ROUNDS = new Rounds(List.of(), 0, 0);
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

  /** A service of each habit beside the canaries, which are one of each course. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "idle-dropped | connection=stuck  | present (stays broken)       | dead-connection-used",
        "idle-dropped | connection=kept   | present (fails once)         | dead-connection-used",
        "idle-dropped | connection=tested | absent (heals)               | dead-connection-used",
        "idle-dropped | connection=polite | absent (avoids)              | opens-new-connections",
        "idle-reset   | connection=kept limit=0s | present (fails once)  | dead-connection-used",
        "idle-dropped | connection=each   | absent (avoids)              | connection-per-request",
      })
  void harmAndRecoveryDecide(String id, String habit, String brief, String reason) {
    Client client = client(("limit=1s " + habit).split(" "));
    NetworkCondition condition = Conditions.named(id, Map.of("after", "5s"));
    try (Trial trial = Trial.start(bed.bed(), condition).recover(Duration.ofSeconds(3))) {
      TrialResult result = trial.run(client);
      ClientResult seen = result.seen().service();
      // How many connections overlap is a matter of the machine, and each dead one harms once.
      assertThat(seen.brief().replaceFirst(" \\d+/\\d+", "")).as("%s", result).isEqualTo(brief);
      assertThat(seen.reason()).isEqualTo(reason);
      assertThat(seen.exposed()).as("%s", seen).isPositive();
      if (brief.endsWith("(fails once)")) {
        assertThat(seen.affected()).isEqualTo(seen.exposed());
      }
      assertThat(result.seen().canaries())
          .extracting(canary -> canary.seen().brief().replaceAll(".*[(]|[)]", ""))
          .containsExactly("stays broken", "fails once", "heals", "avoids");
    } finally {
      assertThat(
              new Rounds(client("connection=each").ask(8, 8, LIMIT), 0, LIMIT.toMillis()).harmed())
          .isZero();
    }
  }

  private static Client client(String... habits) {
    return CanaryService.start(bed.bed(), service, bed.address(service), habits);
  }

  /** The end of TLS 1.2, of TLS 1.3 and of PostgreSQL's protocol, each with its length. */
  @Test
  void aPoliteEndOfAForgottenConnectionIsNoRequest() {
    String address = bed.address(service);
    try (Running running = new IdleDropped(Duration.ofSeconds(5)).start(bed.bed())) {
      running.watch(List.of(address));
      open("alert", "\\x15\\x03\\x03\\x00\\x1a12345678901234567890123456");
      open("encrypted", "\\x17\\x03\\x03\\x00\\x131234567890123456789");
      open("terminate", "X\\x00\\x00\\x00\\x04");
      open("request", "\\x17\\x03\\x03\\x00\\x1412345678901234567890");
      running.inject();
      for (String polite : List.of("alert", "encrypted", "terminate")) {
        assertThat(sent(polite, running, address)).isPositive();
      }
      ExposureCounts met = running.exposure(address, NO_ROUNDS);
      assertThat(met.contact()).isZero();
      assertThat(met.exposed()).isEqualTo(4);
      assertThat(met.counts().get("alert:" + address)).isGreaterThanOrEqualTo(2);
      sent("request", running, address);
      assertThat(running.exposure(address, NO_ROUNDS).contact()).isOne();
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
    Map<String, Long> counts = running.exposure(address, NO_ROUNDS).counts();
    return counts.get("dropped") + counts.get("alert:" + address);
  }
}
