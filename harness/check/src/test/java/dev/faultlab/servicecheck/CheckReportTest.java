package dev.faultlab.servicecheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.check.ConditionResult;
import dev.faultlab.check.Side;
import dev.faultlab.check.SideResult;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.report.document.Screen;
import dev.faultlab.report.document.TerminalRenderer;
import dev.faultlab.seen.CanaryResult;
import dev.faultlab.seen.ClientResult;
import dev.faultlab.seen.Course;
import dev.faultlab.seen.SentRequest;
import dev.faultlab.seen.SentRequest.Ending;
import dev.faultlab.seen.State;
import dev.faultlab.seen.TrialOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CheckReportTest {
  private static final List<SentRequest> REQUESTS =
      List.of(
          new SentRequest(1, 1000, 3500, Ending.FAILED, 4711, "status <502>"),
          new SentRequest(2, 5000, 0, Ending.OPEN, 0, "-"));

  private static final List<CanaryResult> CANARIES =
      List.of(new CanaryResult("fell", Course.STAYS_BROKEN, result(State.PRESENT, "it fell")));

  private static ClientResult result(State state, String text) {
    return new ClientResult(
        state, Optional.empty(), 9, 7, 7, 8, "dead-connection", text, Map.of(), REQUESTS);
  }

  private static CheckReport report(State... all) {
    List<Side> versions =
        IntStream.range(0, all.length)
            .mapToObj(
                i -> new Side(Optional.empty(), Map.of("IMAGE", "mine:" + i, "SAME", "alike")))
            .toList();
    List<SideResult> sides =
        IntStream.range(0, all.length)
            .mapToObj(
                i -> {
                  TrialOutcome trial = new TrialOutcome(result(all[i], "7 <dead> of 8"), CANARIES);
                  return new SideResult(versions.get(i), List.of(trial, trial), Optional.empty());
                })
            .toList();
    return report(versions, sides);
  }

  private static CheckReport report(List<Side> versions, List<SideResult> sides) {
    ConditionResult seen =
        new ConditionResult("idle-dropped", "forgets", "https://example.org/", "hint", sides);
    return new CheckReport(
        new CheckResult(
            "id",
            "shop",
            List.of("db:5432"),
            "GET http://shop/",
            versions,
            List.of(CheckRow.of(seen)),
            List.of("volume data starts empty")));
  }

  private static List<String> table(CheckReport report) {
    String text = new MarkdownRenderer().render(report.document());
    return Arrays.stream(text.split("\n")).filter(line -> line.startsWith("|")).toList();
  }

  @Test
  void twoVersionsHaveAChange() {
    CheckReport report = report(State.ABSENT, State.PRESENT);
    assertThat(table(report).get(0)).contains("from", "to", "change");
    assertThat(table(report).get(2))
        .contains("idle-dropped", "9", "1/1", "absent 7/8", "present 7/8", "dead-connection");
    assertThat(report.document().head().line())
        .as("without what both have")
        .contains("IMAGE mine:0 -> IMAGE mine:1")
        .doesNotContain("alike");
  }

  @Test
  void oneVersionHasAFinding() {
    CheckReport report = report(State.PRESENT);
    assertThat(table(report).get(0)).contains("found").doesNotContain("change");
    assertThat(table(report).get(2)).contains("present 7/8");
    assertThat(new TerminalRenderer(new Screen(100, false)).render(report.document()))
        .contains("Not shown, but in the report: Trials of idle-dropped, Changed for the check (1");
  }

  @Test
  void aBoundOverRequestsNamesItsAssumption() {
    ClientResult fine =
        new ClientResult(
            State.ABSENT, Optional.empty(), 8, 8, 0, 8, "kept", "none", Map.of(), List.of());
    SideResult side =
        new SideResult(Side.AS_IT_IS, List.of(new TrialOutcome(fine, CANARIES)), Optional.empty());
    CheckReport report = report(List.of(Side.AS_IT_IS), List.of(side));
    assertThat(new MarkdownRenderer().render(report.document()))
        .contains("fewer than 31 % of requests or connections, if they were independent");
  }

  @Test
  void everyTrialIsOnThePageAndNoTextActs() {
    String page = new HtmlRenderer("check").render(report(State.ABSENT, State.PRESENT).document());
    assertThat(page)
        .contains("7 &lt;dead&gt; of 8", "fell: present 7/8", "volume data starts empty")
        .doesNotContain("<dead>");
    assertThat(page)
        .as("a bar for each request")
        .contains("Requests to IMAGE mine:0", "1, round 1, port 4711", "2, round 2")
        .containsPattern("\"from\":0.0,\"to\":2.5")
        .containsPattern("\"from\":4.0,\"to\":4.0")
        .doesNotContain("<502>");
  }

  @Test
  void aWorseRowFailsAndAnOpenOneIsAnError() {
    CheckReport worse = report(State.ABSENT, State.PRESENT);
    assertThat(worse.junit().render(worse.document())).contains("failures=\"1\" errors=\"0\"");
    CheckReport open = report(State.NOT_EXERCISED, State.PRESENT);
    assertThat(open.junit().render(open.document())).contains("failures=\"0\" errors=\"1\"");
    CheckReport fine = report(State.ABSENT, State.ABSENT);
    assertThat(fine.junit().render(fine.document())).contains("failures=\"0\" errors=\"0\"");
  }
}
