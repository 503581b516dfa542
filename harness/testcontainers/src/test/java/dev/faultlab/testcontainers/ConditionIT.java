package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.seen.AskedRequest;
import dev.faultlab.seen.AskedRequest.Ending;
import dev.faultlab.seen.CanarySeen;
import dev.faultlab.seen.ClientSeen;
import dev.faultlab.seen.Course;
import dev.faultlab.seen.State;
import dev.faultlab.testcontainers.BuiltImages.Tools;
import dev.faultlab.testcontainers.condition.AddressFlip;
import dev.faultlab.testcontainers.condition.AddressFlip.Old;
import dev.faultlab.testcontainers.condition.CanaryService;
import dev.faultlab.testcontainers.condition.Client;
import dev.faultlab.testcontainers.condition.Conditions;
import dev.faultlab.testcontainers.condition.DeadServer;
import dev.faultlab.testcontainers.condition.LostDns;
import dev.faultlab.testcontainers.condition.NarrowPorts;
import dev.faultlab.testcontainers.condition.NetworkCondition;
import dev.faultlab.testcontainers.condition.SlowDns;
import dev.faultlab.testcontainers.condition.Trial;
import dev.faultlab.testcontainers.condition.TrialResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One condition after the other in the same testbed, each with a service of a known habit beside
 * the two canaries. What one leaves behind hurts the next.
 */
class ConditionIT {
  private static final String KEEPS = "connection=kept";
  private static Tools backend;
  private static Tools service;
  private static ContainerTestbed bed;

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

  private static Client client(String... habits) {
    return CanaryService.start(bed.bed(), service, bed.address(service), habits);
  }

  private static Client curl(String options) {
    return client("run=[[ $(curl -s " + options + " http://backend.test:8080/) == ok ]]");
  }

  private static ClientSeen observe(NetworkCondition condition, Client client) {
    // glibc waits 5 s for each of two answers.
    int seconds = condition instanceof DeadServer ? 30 : 8;
    try (Trial trial = Trial.start(bed.bed(), condition).recover(Duration.ofSeconds(seconds))) {
      TrialResult result = trial.run(client);
      assertThat(result.seen().canaries()).as("%s", result).allMatch(CanarySeen::agrees);
      return result.seen().service();
    }
  }

  /** Whatever was done is undone. */
  @AfterEach
  void nothingIsLeft() {
    List<AskedRequest> asked = client("tries=1", "wait=5s").ask(8, 8, Duration.ofSeconds(20));
    assertThat(asked).extracting(AskedRequest::ending).hasSize(8).containsOnly(Ending.ANSWERED);
    for (var part : new Object[] {bed.bed().parts().router(), bed.bed().parts().nameServer()}) {
      String rules =
          ((dev.faultlab.testcontainers.condition.Part) part).bash("iptables-save; ip route");
      assertThat(rules).doesNotContain("--comment", "mtu");
    }
  }

  /**
   * A service of each habit: a canary by its options, or curl, which has the resolver of glibc. It
   * looks up A and AAAA for each request, and asks again after 5 s.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "address-flip | old=alive   | connection=kept        | not exercised | not-exercised | 0",
        "address-flip | old=alive   | lookup=once            | present 8/8   | stale-address |",
        "address-flip | old=silent  | connection=kept limit=1s | present 8/24 (fails once) | kept-connection |",
        "address-flip | old=refuses | lookup=once            | present (stays broken) | stale-address |",
        "address-flip | old=refuses | connection=kept        | not exercised | not-exercised | 0",
        "address-flip | old=resets  | connection=kept        | present (fails once) | kept-connection |",
        "mtu-hole     |             | connection=kept limit=0s | absent 0/16 (heals) | serves-others |",
        "slow-dns     | delay=50ms  | curl                   | present 16/16 | lookup-per-request | 16",
        "lost-dns     | replies=1   | connection=tested idle=0s tries=5 wait=1s | absent 0/16 (heals) | asks-again |",
        "latency      | delay=500ms | connection=kept limit=300ms | present (stays broken) | gives-up-early |",
        "slow-dns     | delay=50ms  | connection=tested idle=0s lookup=ttl | absent 0/16 | keeps-answers | 1",
        "lost-dns     | replies=4   | tries=1 wait=1s        | present 4/24 (fails once) | fails-without-a-reply |",
        "lost-dns     | replies=1   | curl                   | absent 0/16 (heals) | asks-again |",
        "dead-server  |             | connection=kept        | not exercised | not-exercised | 0",
        "dead-server  |             | curl                   | absent 0/16 (heals) | asks-the-next-server |",
        "peer-dies    |             | connection=kept limit=1s | present (fails once) | dead-connection-used |",
        "closes-as-reused |         | connection=kept        | present (fails once) | dead-connection-used |",
        "upstream-restarts | down=1s | connection=kept       | present (fails once) | fails-while-down |",
        "loss         | percent=10  | tries=1 wait=1s        | present (stays broken) | fails-without-a-packet |",
        "dead-server  |             | curl --connect-timeout 2 | present (stays broken) | asks-only-the-first-server |",
      })
  void aHabitIsKnownByWhatIsCounted(
      String id, String setting, String habit, String brief, String reason, Long exposed) {
    NetworkCondition condition =
        Conditions.named(
            id, setting == null ? Map.of() : Map.of(setting.split("=")[0], setting.split("=")[1]));
    Client client = habit.startsWith("curl") ? curl(habit.substring(4)) : client(habit.split(" "));
    ClientSeen seen = observe(condition, client);
    boolean withCounts = brief.matches(".*\\d.*|not exercised");
    assertThat(seen.brief().replaceAll(withCounts ? "" : " \\d+/\\d+", "")).isEqualTo(brief);
    assertThat(seen.reason()).isEqualTo(reason);
    if (exposed != null) {
      assertThat(seen.exposed()).isEqualTo(exposed);
    }
  }

  /** A client whose requests are sent in another way. */
  private abstract static class Other implements Client {
    final Client client;

    Other(Client client) {
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

  /** Sends two requests as one, unless it has only one, or never when it is told to cache. */
  private static Client sharing(Client client, boolean caches) {
    return new Other(client) {
      @Override
      public List<AskedRequest> ask(int requests, int atOnce, Duration wait) {
        int sent = caches && requests == 1 ? 0 : Math.max(1, requests / 2);
        List<AskedRequest> asked = new ArrayList<>(client.ask(sent, sent, wait));
        asked.addAll(asked.subList(0, Math.min(asked.size(), requests - sent)));
        return asked;
      }
    };
  }

  @Test
  void requestsMayShareACallButOneAloneMustCauseOne() {
    NetworkCondition flip = new AddressFlip(Old.ALIVE, Duration.ZERO);
    assertThat(observe(flip, sharing(client(), false)).reason()).isEqualTo("follows-the-name");
    try (Trial trial = Trial.start(bed.bed(), flip)) {
      ClientSeen cached = trial.run(sharing(client(KEEPS), true)).seen().service();
      assertThat(cached.reason()).isEqualTo("not-ready");
      assertThat(cached.text()).startsWith("8 requests caused 4 calls at the router");
    }
  }

  /** Its requests do not overlap, so the gate holds each answer for longer than it waits. */
  @Test
  void aServiceMayGiveUpBeforeTheGateOpens() {
    Client impatient =
        new Other(curl("--max-time 1")) {
          @Override
          public List<AskedRequest> ask(int requests, int atOnce, Duration wait) {
            return client.ask(requests, 1, wait);
          }
        };
    ClientSeen seen = observe(new AddressFlip(Old.ALIVE, Duration.ZERO), impatient);
    assertThat(seen.brief()).isEqualTo("absent 0/8");
  }

  /** A lookup beside requests on kept connections, as Go starts it for a connection in reserve. */
  @Test
  void aDeadServerProvesNothingIfNoRequestWaitsForALookup() {
    Client lookingUp =
        new Other(client(KEEPS)) {
          @Override
          public List<AskedRequest> ask(int requests, int atOnce, Duration wait) {
            String dead = bed.bed().parts().secondNameServerAddress();
            service.bash("dig +tries=1 +time=1 @" + dead + " backend.test || true");
            return client.ask(requests, atOnce, wait);
          }
        };
    ClientSeen seen = observe(new DeadServer(), lookingUp);
    assertThat(seen.brief()).isEqualTo("not exercised");
    assertThat(seen.text()).contains("2 queries to the dead server, 0 to the live one");
  }

  @Test
  void aProgramThatOpensAConnectionPerRequestRunsOutOfPorts() {
    ClientSeen seen = observe(new NarrowPorts(8), curl("--connect-timeout 1"));
    assertThat(seen.course()).contains(Course.STAYS_BROKEN);
    assertThat(seen.reason()).isEqualTo("runs-out-of-ports");
    assertThat(seen.of() - seen.affected()).isEqualTo(8);
  }

  /** A welcome page, or a cache: it looks healthy under every condition. */
  @Test
  void answersWithoutACallAreInconclusive() {
    Client welcome = client("run=true");
    try (Trial trial = Trial.start(bed.bed(), new SlowDns(Duration.ofMillis(100)))) {
      ClientSeen seen = trial.run(welcome).seen().service();
      assertThat(seen.state()).isEqualTo(State.UNKNOWN);
      assertThat(seen.text()).startsWith("16 requests caused 0 calls at the router; a cache");
    }
  }

  @Test
  void requestsThatFailBeforehandAreInconclusive() {
    Client broken = client("run=echo why; false");
    try (Trial trial = Trial.start(bed.bed(), new LostDns(1))) {
      assertThat(trial.run(broken).seen().service().text())
          .isEqualTo("0 of 8 requests were answered before the condition (exit status 1: why)");
    }
  }
}
