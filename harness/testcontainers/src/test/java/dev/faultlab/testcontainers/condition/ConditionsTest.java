package dev.faultlab.testcontainers.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.seen.CanaryResult;
import dev.faultlab.seen.ClientResult;
import dev.faultlab.seen.Course;
import dev.faultlab.seen.ExposureCounts;
import dev.faultlab.seen.Rounds;
import dev.faultlab.seen.SentRequest;
import dev.faultlab.seen.SentRequest.Ending;
import dev.faultlab.seen.State;
import dev.faultlab.seen.TrialOutcome;
import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What needs no container: settings, verdicts of a trial, rules and how counters are read. */
class ConditionsTest {
  private final List<String> commands = new ArrayList<>();
  private String output = "";

  /** 5 % of a CPU. */
  private static final long QUOTA = 50_000_000;

  /** Only notes what it is told, and prints what it was given to print. */
  private final Part part =
      command -> {
        commands.add(String.join(" ", command));
        return output;
      };

  private static NetworkCondition example(String id) {
    return Conditions.named(id, Map.of());
  }

  @Test
  void eachConditionSaysWhatItIs() throws IOException {
    String page = Files.readString(Path.of("../../docs/reference/conditions.md"));
    assertThat(page.lines().filter(line -> line.startsWith("| [`")))
        .hasSameSizeAs(Conditions.names());
    for (String id : Conditions.names()) {
      NetworkCondition.About about = example(id).about();
      assertThat(about.id()).isEqualTo(id);
      assertThat(page).contains("| [`" + id + "`](");
      assertThat(about.source().getScheme()).isEqualTo("https");
      assertThat(about.canaries().stream().map(Canary::known).map(Course::harmed))
          .hasSizeBetween(2, Parts.CANARIES)
          .contains(true, false);
      assertThat(example(id).routerSysctls()).containsEntry("net.ipv4.ip_forward", "1");
    }
  }

  /** What others disturb is gone with the old process. */
  @Test
  void onlyAConditionOfLookupsIsMetAtTheStart() {
    assertThat(Conditions.names().stream().filter(id -> example(id).hitsAtStart()))
        .containsExactly("dead-server", "lost-dns", "slow-dns");
  }

  @Test
  void settingsAreChecked() {
    assertThat(Conditions.named("idle-dropped", Map.of("after", "6m")))
        .isEqualTo(new IdleDropped(Duration.ofMinutes(6)));
    assertThat(Conditions.settings("slow-dns")).containsEntry("delay", "100ms");
    refused("idle-dropped", Map.of("after", "1s"), "after, the idle time, of 5s to 30m");
    refused("idle-dropped", Map.of("after", "soon"), "expected after to be a duration such as 5s");
    refused(
        "address-flip",
        Map.of("old", "gone"),
        "expected old to be one of [alive, silent, refuses, resets], found \"gone\"");
    refused("lost-dns", Map.of("replies", "0"), "1 to 36 lost replies");
    refused("lost-dns", Map.of("replies", "37"), "1 to 36 lost replies");
    refused("narrow-ports", Map.of("ports", "7"), "8 to 36 ports");
    refused("narrow-ports", Map.of("ports", "40"), "8 to 36 ports");
    refused("slow-dns", Map.of("delay", "5s"), "a delay of at most 4s, found \"5s\"");
    refused("idle-reset", Map.of("after", "31m"), "5s to 30m, found \"1860s\"");
    refused("upstream-restarts", Map.of("down", "8s"), "whole seconds, 1s to 6s, found \"8s\"");
    refused("upstream-restarts", Map.of("down", "500ms"), "whole seconds, 1s to 6s");
    refused("latency", Map.of("delay", "100ms"), "a delay of 200ms to 4s");
    // A canary connects and asks within 10 s.
    refused("latency", Map.of("delay", "4100ms"), "a delay of 200ms to 4s, found \"4100ms\"");
    refused("cpu-quota", Map.of("percent", "50"), "2 to 20 percent");
    refused("loss", Map.of("percent", "1"), "2 to 10 percent");
    refused("slow-dns", Map.of("dealy", "5s"), "one of the settings [delay], found \"dealy\"");
    refused("fast-dns", Map.of(), "expected a condition of [address-flip");
  }

  private static void refused(String id, Map<String, String> settings, String why) {
    assertThatThrownBy(() -> Conditions.named(id, settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  private static TrialResult result(Course service, Course bad) {
    List<CanaryResult> canaries =
        List.of(new CanaryResult("falls", Course.STAYS_BROKEN, clientResult(bad)));
    return new TrialResult(example("mtu-hole"), new TrialOutcome(clientResult(service), canaries));
  }

  /** Eight requests, then as many at 2 s, at 3 s and at 4 s. */
  private static ClientResult clientResult(Course course) {
    List<SentRequest> asked = new ArrayList<>();
    for (int k = 0; k < 32; k++) {
      boolean harmed = k < 8 && course.harmed() || course == Course.STAYS_BROKEN;
      long begin = k < 8 ? 1000 : 2000 + k / 8 * 1000;
      asked.add(
          new SentRequest(
              1 + k / 8, begin, begin + 1, harmed ? Ending.FAILED : Ending.ANSWERED, 0, "-"));
    }
    long contact = course == Course.AVOIDS ? 0 : 8;
    return new ExposureCounts(8, contact, "reason", "the counts", Optional.empty(), Map.of())
        .decide(new Rounds(asked, 9000, 25_000));
  }

  @Test
  void aResultIsAssertedByItsCourse() {
    result(Course.AVOIDS, Course.STAYS_BROKEN).assertAbsent();
    result(Course.HEALS, Course.STAYS_BROKEN).assertAbsent().assertHeals();
    result(Course.FAILS_ONCE, Course.STAYS_BROKEN).assertRecovers(Duration.ofSeconds(2));
    assertThatThrownBy(result(Course.AVOIDS, Course.STAYS_BROKEN)::assertHeals)
        .hasMessageStartingWith("mtu-hole: absent 0/32 (avoids), expected heals");
    assertThatThrownBy(result(Course.FAILS_ONCE, Course.STAYS_BROKEN)::assertAbsent)
        .hasMessageStartingWith("mtu-hole: present 8/32 (fails once), expected absent");
    assertThatThrownBy(
            () ->
                result(Course.FAILS_ONCE, Course.STAYS_BROKEN)
                    .assertRecovers(Duration.ofMillis(1999)))
        .hasMessageContaining("expected all answered from 2.0 s on")
        .hasMessageContaining("8 of 32 requests failed or hung, all answered from 2.0 s on");
    assertThatThrownBy(
            () ->
                result(Course.STAYS_BROKEN, Course.STAYS_BROKEN)
                    .assertRecovers(Duration.ofHours(1)))
        .hasMessageContaining("not well again after 8 s");
  }

  @Test
  void aCanaryThatContradictsMakesTheRowInconclusive() {
    TrialResult deaf = result(Course.HEALS, Course.FAILS_ONCE);
    assertThat(deaf.seen().service().reason()).isEqualTo("canary-contradicts");
    assertThatThrownBy(deaf::assertAbsent)
        .hasMessageStartingWith("mtu-hole: inconclusive, expected absent")
        .hasMessageContaining(
            "canary that falls: present 8/32 (fails once), expected stays broken");
    ClientResult none = ClientResult.of(State.NOT_EXERCISED, "not-exercised", "none");
    assertThatThrownBy(
            new TrialResult(example("mtu-hole"), new TrialOutcome(none, List.of()))::assertAbsent)
        .hasMessageStartingWith("mtu-hole: not exercised, expected absent")
        .hasMessageContaining("hint: ");
  }

  @Test
  void rulesAreCountedByLabelAndRemovedInReverse() {
    Rules rules = new Rules(part);
    rules.add(
        Rule.count("raw PREROUTING", "-s 192.0.2.1", "calls:192.0.2.1"),
        Rule.drop("mangle FORWARD", "-d 192.0.2.1", "held"));
    String added = commands.get(0);
    String token = added.replaceAll("(?s).*--comment (\\w{8}):.*", "$1");
    assertThat(added)
        .contains("*raw\n-A PREROUTING -s 192.0.2.1 -m comment --comment ")
        .contains("*mangle\n-A FORWARD -d 192.0.2.1 -m comment --comment ");
    output =
        """
        *raw
        :PREROUTING ACCEPT [90:9000]
        [3:180] -A PREROUTING -s 192.0.2.1/32 -m comment --comment "%1$s:calls:192.0.2.1"
        [4:180] -A PREROUTING -s 192.0.2.1/32 -m comment --comment %1$s:calls:192.0.2.1
        [5:180] -A FORWARD -d 192.0.2.1/32 -m comment --comment "%1$s:held" -j DROP
        [9:900] -A FORWARD -m comment --comment "00000000:held" -j DROP
        """
            .formatted(token);
    assertThat(rules.packets()).isEqualTo(Map.of("calls:192.0.2.1", 7L, "held", 5L));
    rules.close();
    rules.close();
    assertThat(commands).hasSize(3);
    String removed = commands.get(2);
    assertThat(removed.indexOf("*mangle\n-D FORWARD"))
        .isPositive()
        .isLessThan(removed.indexOf("*raw\n-D PREROUTING"));
  }

  @Test
  void rulesWithOneLabelAreRemovedOnce() {
    Rules rules = new Rules(part);
    rules.add(
        Rule.count("mangle FORWARD", "-d 192.0.2.1", "held"),
        Rule.drop("mangle FORWARD", "-d 192.0.2.1", "gate"));
    rules.remove("gate");
    assertThat(commands.get(1)).contains("-D FORWARD", ":gate -j DROP").doesNotContain("held");
    rules.close();
    assertThat(commands.get(2)).contains("held").doesNotContain("gate");
  }

  /** How much the counts of two upstreams grow by each look, before a condition and after it. */
  @ParameterizedTest
  @CsvSource({"1 1, 1 1, ANSWERED", "1 1, 1 0, FAILED", "1 0, 1 0, ANSWERED", "1 1, 0 0, FAILED"})
  void aServiceThatCallsByItselfIsWellWhileDataOfEachUpstreamComesBack(
      String before, String after, Ending ending) {
    Client poller = Client.calling("192.0.2.1", Duration.ofMillis(1));
    poller.counts(growing(before));
    assertThat(poller.ask(8, 8, Duration.ZERO))
        .as("rounds before a trial")
        .extracting(SentRequest::ending)
        .containsExactly(Ending.ANSWERED, Ending.ANSWERED, Ending.ANSWERED);
    poller.forget();
    poller.counts(growing(after));
    assertThat(poller.ask(8, 8, Duration.ZERO))
        .extracting(request -> request.within(0).ending())
        .containsExactly(ending);
  }

  private static Supplier<List<Long>> growing(String steps) {
    AtomicLong looks = new AtomicLong();
    return () -> {
      long look = looks.getAndIncrement();
      return Stream.of(steps.split(" ")).map(step -> look * Long.parseLong(step)).toList();
    };
  }

  /** Requests that end when nothing else is waited for, or never. */
  @ParameterizedTest
  @CsvSource({"ANSWERED, absent 0/24 (heals)", "OPEN, present 24/24 (stays broken)"})
  void whatIsOpenWhenTimeIsOverIsAwaitedUntilItHangs(Ending ending, String brief) {
    RoundLoop loop = new RoundLoop(example("peer-dies"), new ContactOnly());
    loop.recover = Duration.ZERO;
    List<SentRequest> asked = new ArrayList<>();
    Client client =
        new SingleAddressClient() {
          @Override
          public List<SentRequest> ask(int requests, int atOnce, Duration wait) {
            boolean last = requests == 0;
            long begin = System.currentTimeMillis() - (last ? wait.toMillis() : 0);
            int round = asked.size() / 8 + 1;
            for (int k = 0; k < requests; k++) {
              asked.add(new SentRequest(round, begin, 0, Ending.OPEN, 0, "-"));
            }
            asked.replaceAll(
                each ->
                    new SentRequest(
                        each.round(), begin, begin + 1, last ? ending : Ending.OPEN, 0, "-"));
            return List.copyOf(asked);
          }
        };
    assertThat(loop.service(client).brief()).isEqualTo(brief);
  }

  /** Each client does what the condition harms. */
  private static final class ContactOnly implements NetworkCondition.Running {
    @Override
    public void watch(List<String> clients) {}

    @Override
    public void inject() {}

    @Override
    public Traffic traffic() {
      return null;
    }

    @Override
    public ExposureCounts exposure(String client, Rounds rounds) {
      return new ExposureCounts(8, 8, "reason", "the counts", Optional.empty(), Map.of());
    }

    @Override
    public void close() {}
  }

  /** Keeps what it is told; a client that is gone is so once. */
  private static final class Engine implements Parts.Containers {
    private final Map<String, Long> limits = new TreeMap<>();
    private final List<Long> periods = new ArrayList<>(List.of(3L, 2L));
    private final Queue<String> gone = new ArrayDeque<>();
    private final List<String> did = new ArrayList<>();

    @Override
    public long limit(String client, long nanos) {
      if (!gone.isEmpty()) {
        throw new IllegalStateException(gone.remove());
      }
      return limits.put(client, nanos);
    }

    @Override
    public List<Long> periods(String client) {
      return List.copyOf(periods);
    }

    @Override
    public void certify(String kind) {
      did.add(kind);
    }
  }

  /**
   * Each has run in 3 periods before, was throttled in 2, and then so often. One that started again
   * counts from 0, and one that has ended counts nothing.
   */
  @ParameterizedTest
  @CsvSource({
    "40 30, ANSWERED, 40, 30",
    "0 0, ANSWERED, 0, 0",
    "0 0, FAILED, 0, 0",
    "-2 -1, FAILED, 1, 1",
    "-3 -2, ANSWERED, 0, 0",
    "-3 -2, FAILED, 1, 1"
  })
  void aQuotaCountsItsOwnPeriodsAndIsTakenBack(
      String more, Ending ending, long exposed, long contact) {
    Map<String, Long> before = Map.of("192.0.2.1", 0L, "192.0.2.2", 500L, "192.0.2.3", 1L << 40);
    Engine engine = new Engine();
    Map<String, Long> limits = engine.limits;
    limits.putAll(before);
    NetworkCondition.Running running = new CpuQuota(5).start(bed(Optional.of(engine)));
    running.watch(List.copyOf(limits.keySet()));
    running.inject();
    assertThat(limits.values()).as("no client gets more").containsExactly(QUOTA, 500L, QUOTA);
    String[] words = more.split(" ");
    engine.periods.set(0, 3 + Long.parseLong(words[0]));
    engine.periods.set(1, 2 + Long.parseLong(words[1]));
    output = counter("calls:192.0.2.1:192.0.2.30").formatted(3);
    ExposureCounts met = running.exposure("192.0.2.1", asked(1, ending));
    assertThat(met.exposed()).isEqualTo(exposed);
    assertThat(met.contact()).isEqualTo(contact);
    engine.gone.add("gone");
    assertThatThrownBy(running::close).hasMessage("gone");
    limits.entrySet().removeAll(before.entrySet());
    assertThat(limits).as("those that keep the quota").hasSizeLessThan(2);
    assertThat(commands.get(commands.size() - 1)).as("the rules are removed").contains("-D ");
  }

  /** Connections that began TLS before the condition, until it ended by itself, and in all. */
  @ParameterizedTest
  @CsvSource({
    "certificate-rotates, 8 24 24, 16, same asked new",
    "certificate-expires, 8 16 24, 8, same asked expired same",
    "certificate-expires, 8 8 24, 0, same asked expired same"
  })
  void handshakesCountThatMeetOtherCertificates(
      String id, String handshakes, long met, String done) {
    Engine engine = new Engine();
    List<String> did = engine.did;
    NetworkCondition.Running running = example(id).start(bed(Optional.of(engine)));
    running.watch(List.of("192.0.2.1"));
    String counter = counter("handshakes:192.0.2.1");
    String[] counts = handshakes.split(" ");
    output = counter.formatted(counts[0]);
    running.control(() -> did.add("asked"));
    running.inject();
    running.lift(() -> output = counter.formatted(counts[1]));
    output = counter.formatted(counts[2]);
    ExposureCounts seen = running.exposure("192.0.2.1", asked(1, Ending.FAILED));
    assertThat(List.of(seen.exposed(), seen.contact())).containsOnly(met);
    assertThat(String.join(" ", did)).isEqualTo(done);
    running.close();
  }

  /** Harm by the restart of the upstream alone is no harm by its certificates. */
  @ParameterizedTest
  @CsvSource({
    "ANSWERED, ''",
    "FAILED, 'loses requests when its upstream restarts with certificates of the same issuer'"
  })
  void aClientThatTheControlHarmsIsNotReady(Ending ending, String flaw) {
    Client client =
        new SingleAddressClient() {
          @Override
          public List<SentRequest> ask(int requests, int atOnce, Duration wait) {
            return ConditionsTest.asked(requests, ending).requests();
          }
        };
    Map<Client, String> flaws = new HashMap<>(Map.of(client, ""));
    NetworkCondition.Load load = example("certificate-rotates").load();
    new BaselineRequests(
            bed(Optional.empty()), load, null, Runnable::run, c -> Duration.ofSeconds(9))
        .control(List.of(client), flaws);
    assertThat(flaws).containsEntry(client, flaw);
  }

  private abstract static class SingleAddressClient implements Client {
    @Override
    public String address() {
      return "192.0.2.1";
    }

    @Override
    public void forget() {}
  }

  private static Rounds asked(int requests, Ending ending) {
    return new Rounds(
        Collections.nCopies(requests, new SentRequest(1, 0, 1, ending, 0, "-")), 9, 5);
  }

  @ParameterizedTest
  @CsvSource({"ANSWERED, waits", "FAILED, gives-up-early", "LATE, too-late", "OPEN, too-late"})
  void aServiceThatWaitsDoesNotGiveUp(Ending ending, String reason) {
    NetworkCondition.Running running = example("latency").start(bed(Optional.empty()));
    running.watch(List.of("192.0.2.1"));
    assertThat(running.exposure("192.0.2.1", asked(1, ending)).reason()).isEqualTo(reason);
  }

  /**
   * Lookups until the first request and at the end of 16 requests, those of another upstream, and
   * connections to the first one.
   */
  @ParameterizedTest
  @CsvSource({
    "0, 16, 0, 16, PRESENT, lookup-per-request",
    "0, 4, 0, 0, ABSENT, keeps-answers",
    "0, 5, 0, 0, UNKNOWN, some",
    "16, 16, 0, 16, UNKNOWN, some",
    "2, 18, 0, 32, PRESENT, lookup-per-request",
    "0, 4, 12, 4, UNKNOWN, some",
    "0, 16, 0, 48, UNKNOWN, some",
  })
  void lookupsOfAnUpstreamDecideByItsRequestsAndConnections(
      long start, long end, long other, long opened, State state, String reason) {
    NetworkCondition.Running running = example("slow-dns").start(bed(Optional.empty()));
    running.watch(List.of("192.0.2.1"));
    String lookups = counter("lookups:192.0.2.1:192.0.2.30");
    String opens = counter("opened:192.0.2.1:192.0.2.30");
    output = lookups.formatted(start) + opens.formatted(start);
    running.exposure("192.0.2.1", asked(0, Ending.ANSWERED));
    String others = counter("lookups:192.0.2.1:192.0.2.32").formatted(other);
    output = lookups.formatted(end) + opens.formatted(opened) + others;
    ExposureCounts met = running.exposure("192.0.2.1", asked(16, Ending.ANSWERED));
    assertThat(met.counted().map(ExposureCounts.DecidingCount::state)).contains(state);
    assertThat(met.reason()).isEqualTo(reason);
  }

  /** What iptables-save prints of rules with this label, without their packets. */
  private String counter(String label) {
    String added = ".*--comment (\\w{8}):" + label.split(":")[0] + ":.*";
    String token = String.join(" ", commands).replaceAll("(?s)" + added, "$1");
    return "[%s:9] -A X --comment \"" + token + ":" + label + "\"\n";
  }

  private Testbed bed(Optional<Parts.Containers> cpu) {
    Parts parts = new Parts(part, part, List.of(), "192.0.2.3", "192.0.2.4", x -> {}, cpu);
    return bed(parts);
  }

  private static Testbed bed(Parts parts) {
    Upstream called = new Upstream("db.test", 80, "192.0.2.30", "192.0.2.31", "192.0.2.40");
    Upstream other = new Upstream("cache.test", 80, "192.0.2.32", "192.0.2.33", "192.0.2.41");
    return new Testbed(parts, List.of(called, other), false);
  }

  /** A large request that a condition needs and a test does not have. */
  @Test
  void aCommandThatIsMissingIsAnError() {
    Caller.commands(part, "192.0.2.1", "true", "cat").upload(1);
    Client without = Caller.commands(part, "192.0.2.1", "true", "");
    assertThatThrownBy(() -> without.upload(1)).hasMessageContaining("with a large request");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void answersAreHeldOnlyIfTheServiceIsAsked(boolean asked) {
    Testbed bed = bed(Optional.empty());
    Client client =
        new SingleAddressClient() {
          @Override
          public boolean asked() {
            return asked;
          }

          @Override
          public List<SentRequest> ask(int requests, int atOnce, Duration wait) {
            return List.of(new SentRequest(1, 0, 0, Ending.ANSWERED, 0, "-"));
          }
        };
    NetworkCondition.Running running = new SlowDns(Duration.ofMillis(100)).start(bed);
    new BaselineRequests(
            bed,
            new NetworkCondition.Load(8, 8, 0),
            running,
            Runnable::run,
            c -> Duration.ofSeconds(9))
        .flaws(List.of(client));
    assertThat(String.join("\n", commands).contains("gate:192.0.2.1")).isEqualTo(asked);
  }

  /** What a pool does that connects again at once is not what its requests do. */
  @Test
  void idleConnectionsEndBeforeTheConditionBegins() {
    Part router =
        command -> {
          commands.add(String.join(" ", command));
          String token = commands.get(0).replaceAll("(?s).*--comment (\\w{8}):.*", "$1");
          String calls = token + ":calls:192.0.2.1:192.0.2.30";
          return "[%d:9] -A X --comment \"%s\"\n".formatted(100 * commands.size(), calls);
        };
    Parts parts =
        new Parts(router, router, List.of(), "192.0.2.3", "192.0.2.4", x -> {}, Optional.empty());
    NetworkCondition condition =
        new NetworkCondition() {
          @Override
          public About about() {
            return new About("any", "does nothing", URI.create("https://x"), "none", List.of());
          }

          @Override
          public boolean hitsAtStart() {
            return true;
          }

          @Override
          public Running start(Testbed bed) {
            return new CountedRun(bed) {
              @Override
              void begin() {
                commands.add("begin");
              }

              @Override
              ExposureCounts exposure(String client, Rounds rounds, Traffic.Counts sent) {
                return exposure(1, 1, "reason", "the counts");
              }
            };
          }
        };
    List<SentRequest> asked = new ArrayList<>();
    Client client =
        new SingleAddressClient() {
          @Override
          public List<SentRequest> ask(int requests, int atOnce, Duration wait) {
            asked.add(new SentRequest(asked.size() + 1, 1, 1, Ending.ANSWERED, 0, "-"));
            return List.copyOf(asked);
          }

          @Override
          public void forget() {
            asked.clear();
          }
        };
    try (Trial trial = Trial.start(bed(parts), condition)) {
      trial.run(client).assertHeals();
    }
    List<String> order =
        commands.stream().filter(each -> each.matches("(?s)begin|.* end\\n.*")).toList();
    assertThat(order).hasSize(3).last().isEqualTo("begin");
  }

  @Test
  void aQueryIsMatchedByItsName() {
    assertThat(Rules.asksFor("db.test")).contains("|026462047465737400" + "00010001|");
  }

  /** Ports of the connections that were open before, in and after a pause, with their idle time. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 2  | 1:9 2:9    | 1:9 2:9    | 2 connections open before the pause: 0 closed, 0 kept alive, 2 forgotten | opens-new-connections",
        "1 2  | 1:9 3:9 4:2| 1:9 3:9 4:2| 2 connections open before the pause: 1 closed, 0 kept alive, 1 forgotten | opens-new-connections",
        "1    | 1:3        | 1:3        | 1 connections open before the pause: 0 closed, 1 kept alive, 0 forgotten | keeps-connections-alive",
        "1    | 3:9        | 3:9        | 1 connections open before the pause: 1 closed, 0 kept alive, 0 forgotten | closes-idle-connections",
        "1    | 1:9 1:1    | 1:1        | 1 connections open before the pause: 0 closed, 0 kept alive, 1 forgotten | opens-new-connections",
        "''   | 3:9        | 3:9        | 0 connections open before the pause: 0 closed, 0 kept alive, 0 forgotten | connection-per-request",
      })
  void onlyConnectionsThatWereOpenBeforeThePauseCount(
      String before, String during, String after, String text, String habit) {
    Iterator<String> looks =
        Stream.of(before, during, after, after).map(ConditionsTest::table).iterator();
    List<String> run = new ArrayList<>();
    Part router =
        command -> {
          run.add(String.join(" ", command));
          return run.get(run.size() - 1).contains("conntrack -L") ? looks.next() : "";
        };
    Connections connections = new Connections(router, List.of("192.0.2.30"));
    connections.pause(Duration.ofSeconds(5), List.of("192.0.2.1"));
    connections.forgetIdle(new Rules(router), "mangle PREROUTING", "-j DROP");
    assertThat(connections.describe("192.0.2.1")).isEqualTo(text);
    assertThat(connections.habit("192.0.2.1")).isEqualTo(habit);
    // Idle for too long in the pause, but no more at its end.
    assertThat(String.join(" ", run).contains("woken:192.0.2.1")).isEqualTo(after.equals("1:1"));
    assertThat(run.get(run.size() - 1).split("conntrack -D"))
        .hasSize((int) connections.forgotten("192.0.2.1") + 1);
  }

  private static String table(String ports) {
    return Stream.of(ports.split(" "))
        .filter(port -> !port.isEmpty())
        .map(
            port -> {
              String[] words = (port + ":0").split(":");
              return "tcp      6 %d ESTABLISHED src=192.0.2.1 dst=192.0.2.30 sport=%s dport=80 src=x [ASSURED] mark=0 use=1"
                  .formatted(432_000 - Long.parseLong(words[1]), words[0]);
            })
        .collect(
            Collectors.joining(
                "\n", "tcp 6 9 TIME_WAIT src=192.0.2.1 dst=192.0.2.30 sport=9 dport=80 \n", "\n"));
  }
}
