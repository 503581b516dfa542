package dev.faultlab.testcontainers.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.seen.ClientSeen;
import dev.faultlab.seen.State;
import dev.faultlab.seen.TrialSeen;
import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What needs no container: settings, verdicts of a trial, rules and how counters are read. */
class ConditionsTest {
  private final List<String> commands = new ArrayList<>();
  private String output = "";

  /** Only notes what it is told, and prints what it was given to print. */
  private final Part part =
      command -> {
        commands.add(String.join(" ", command));
        return output;
      };

  private static NetworkCondition example(String id) {
    return Conditions.named(id, id.equals("idle-dropped") ? Map.of("after", "5s") : Map.of());
  }

  @Test
  void eachConditionSaysWhatItIs() {
    assertThat(Conditions.names())
        .containsExactly(
            "address-flip",
            "dead-server",
            "idle-dropped",
            "lost-dns",
            "mtu-hole",
            "narrow-ports",
            "slow-dns");
    for (String id : Conditions.names()) {
      NetworkCondition.About about = example(id).about();
      assertThat(about.id()).isEqualTo(id);
      assertThat(about.source().getScheme()).isEqualTo("https");
      assertThat(about.knownBad()).isNotEqualTo(about.knownGood());
      assertThat(example(id).routerSysctls()).containsEntry("net.ipv4.ip_forward", "1");
    }
  }

  @Test
  void settingsAreChecked() {
    assertThat(Conditions.named("idle-dropped", Map.of("after", "6m")))
        .isEqualTo(new IdleDropped(Duration.ofMinutes(6)));
    assertThat(Conditions.settings("slow-dns")).containsEntry("delay", "100ms");
    refused("idle-dropped", Map.of(), "expected a value of \"after\", found none");
    refused("idle-dropped", Map.of("after", "1s"), "at least 5 s");
    refused("idle-dropped", Map.of("after", "soon"), "expected a duration such as 5s");
    refused("address-flip", Map.of("old", "gone"), "expected silent or alive, found \"gone\"");
    refused("lost-dns", Map.of("replies", "0"), "at least 1 lost reply");
    refused("narrow-ports", Map.of("ports", "7"), "at least 8 ports");
    refused("slow-dns", Map.of("delay", "5s"), "at most 4 s");
    refused("slow-dns", Map.of("dealy", "5s"), "one of the settings [delay], found \"dealy\"");
    refused("fast-dns", Map.of(), "expected a condition of [address-flip");
  }

  private static void refused(String id, Map<String, String> settings, String why) {
    assertThatThrownBy(() -> Conditions.named(id, settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  private static ClientSeen seen(State state, String reason) {
    return new ClientSeen(state, 8, state == State.PRESENT ? 8 : 0, 8, reason, reason, Map.of());
  }

  @Test
  void aCanaryThatContradictsMakesTheRowInconclusive() {
    ClientSeen bad = seen(State.PRESENT, "bad");
    ClientSeen good = seen(State.ABSENT, "good");
    NetworkCondition condition = example("mtu-hole");
    new TrialResult(condition, new TrialSeen(good, bad, good)).assertAbsent();
    TrialResult deaf = new TrialResult(condition, new TrialSeen(good, good, good));
    assertThat(deaf.seen().service().state()).isEqualTo(State.UNKNOWN);
    assertThat(deaf.seen().service().reason()).isEqualTo("canary-contradicts");
    assertThatThrownBy(new TrialResult(condition, new TrialSeen(good, bad, bad))::assertAbsent)
        .hasMessageStartingWith("mtu-hole: inconclusive, expected absent");
    assertThatThrownBy(new TrialResult(condition, new TrialSeen(bad, bad, good))::assertAbsent)
        .hasMessageStartingWith("mtu-hole: present 8/8, expected absent");
    ClientSeen none = seen(State.NOT_EXERCISED, "not-exercised");
    assertThatThrownBy(new TrialResult(condition, new TrialSeen(none, bad, good))::assertAbsent)
        .hasMessageStartingWith("mtu-hole: not exercised, expected absent")
        .hasMessageContaining("hint: ");
  }

  /** Answers seen, segments with replies before, the same meanwhile. */
  private static Served served(int answered, long usual, long replies) {
    return new Served(new Answers(8, answered, 0, 8 - answered), usual, replies);
  }

  @Test
  void repliesMayHaveSeveralSegmentsOrShareOne() {
    assertThat(served(8, 9, 8).stopped()).isZero();
    assertThat(served(8, 4, 3).stopped()).as("several replies in one segment").isZero();
    assertThat(served(8, 17, 15).stopped()).as("two segments, sometimes one").isZero();
    assertThat(served(0, 9, 0).stopped()).isEqualTo(8);
    assertThat(served(8, 9, 0).stopped()).as("answered without the upstream").isEqualTo(8);
    assertThat(served(4, 9, 4).unclear()).isFalse();
    assertThat(served(7, 9, 8).unclear()).as("a slow asker").isTrue();
    assertThat(served(4, 17, 8).unclear()).as("two segments for each of four").isFalse();
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
        .contains("iptables -w -t raw -A PREROUTING -s 192.0.2.1 -m comment --comment ")
        .contains("iptables -w -t mangle -A FORWARD -d 192.0.2.1 -m comment --comment ");
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
    assertThat(rules.packets("other")).isZero();
    rules.close();
    rules.close();
    assertThat(commands).hasSize(4);
    String removed = commands.get(3);
    assertThat(removed.indexOf("-t mangle -D FORWARD"))
        .isPositive()
        .isLessThan(removed.indexOf("-t raw -D PREROUTING"));
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

  @Test
  void aQueryIsMatchedByItsName() {
    assertThat(Rules.asksFor("db.test")).contains("|026462047465737400" + "00010001|");
  }

  @Test
  void connectionsAreForgottenUnlessTheyWereClosedOrKeptAlive() {
    String line = "ipv4 2 tcp      6 4 %s src=192.0.2.1 dst=192.0.2.30 sport=%d dport=80 src=";
    String open = String.format(line, "ESTABLISHED", 1);
    String closed = String.format(line, "TIME_WAIT", 2);
    Iterator<String> looks = List.of(open + "\n" + closed, closed, closed, open).iterator();
    Map<String, Long> opened = Map.of("192.0.2.1", 5L, "192.0.2.2", 8L);
    Iterator<Long> ended = List.of(2L, 3L).iterator();
    Connections connections =
        new Connections(
            looks::next,
            List.of("192.0.2.30"),
            opened::get,
            client -> client.equals("192.0.2.1") ? ended.next() : 8);
    connections.watch("192.0.2.1");
    connections.watch("192.0.2.2");
    connections.awaitIdle(9);
    // One was open, five more were begun, two ended before the pause, and one in it.
    assertThat(connections.describe("192.0.2.1"))
        .isEqualTo("4 connections open before the pause, 1 closed, 1 kept alive, 2 forgotten");
    assertThat(connections.habit("192.0.2.1")).isEqualTo("opens-new-connections");
    assertThat(connections.habit("192.0.2.2")).isEqualTo("connection-per-request");
  }

  @Test
  void aClientMayCloseItsConnectionsOrKeepThemAlive() {
    String open = "ipv4 2 tcp      6 4 ESTABLISHED src=192.0.2.1 dst=192.0.2.30 sport=7 dport=80 ";
    Iterator<Long> ended = List.of(0L, 1L).iterator();
    Connections connections =
        new Connections(
            () -> open,
            List.of("192.0.2.30"),
            client -> 1,
            client -> client.equals("192.0.2.1") ? 1 : ended.next());
    connections.watch("192.0.2.1");
    connections.watch("192.0.2.2");
    connections.awaitIdle(0);
    assertThat(connections.habit("192.0.2.1")).isEqualTo("keeps-connections-alive");
    assertThat(connections.habit("192.0.2.2")).isEqualTo("closes-idle-connections");
  }
}
