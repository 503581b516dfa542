package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.effect.Bound;
import dev.faultlab.effect.Effect;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.evidence.TrialRole;
import dev.faultlab.feed.RunEvent;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Requirement;
import dev.faultlab.result.PointResult;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunResult;
import dev.faultlab.run.FakeEngine;
import dev.faultlab.stack.Execution;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/**
 * A run from its command line to what it leaves behind, on an engine that is not there: two
 * variants on two releases, two trials each.
 */
class WholeRunTest extends TinyLabTest {
  private static final int TRIALS = 8;

  @Test
  void everythingWell() throws IOException {
    RunResult result = lab.ends(0);
    assertThat(result.verdict().judgement()).isEqualTo(Judgement.AS_EXPECTED);
    assertThat(result.obstacles()).isEmpty();
    assertThat(result.points()).hasSize(4).allSatisfy(p -> assertThat(p.stack()).isPresent());
    assertThat(result.outcomes()).hasSize(8);
    assertThat(result.trials()).hasSize(TRIALS);
    assertThat(result.effects()).isNotEmpty();
    assertThat(result.measurements())
        .hasSize(4)
        .allSatisfy(m -> assertThat(m.samples().size()).isEqualTo(2));
    assertThat(result.stacks())
        .hasSize(2)
        .allSatisfy(s -> assertThat(s.ran()).containsEntry("release", "program 1.2.3"));
    assertThat(lab.engine().started()).containsExactlyInAnyOrder("tiny-1", "tiny-2");
    assertThat(lab.engine().swept()).containsExactly(result.runId());
    assertThat(lab.out()).contains("as expected").contains("report.html");
  }

  @Test
  void anAbsenceIsBoundedByAsManyTrialsAsItsRateNeeds() throws IOException {
    RunResult result = lab.ends(0, "--exclude", "50%", "--until-decided");

    for (Outcome outcome : result.outcomes()) {
      boolean fault = outcome.point().variant().equals("keeps");
      assertThat(outcome.observations()).hasSize(fault ? 1 : 5);
      assertThat(outcome.bound().map(Bound::n))
          .isEqualTo(fault ? Optional.empty() : Optional.of(5));
    }
    assertThat(lab.out())
        .contains("At 95 %: absent 5/5 (shows in fewer than 45 % of a point's trials).");
    assertThat(result.parameters()).containsKey(Lab.UNTIL_DECIDED);
  }

  @Test
  void ofADeterministicFaultTheReasonIsSaid() throws IOException {
    lab.declare(text -> text + "\ndeterministic: an entry is kept or not, by one branch\n");

    lab.ends(0);
    assertThat(lab.out())
        .contains("Deterministic: an entry is kept or not, by one branch")
        .doesNotContain("shows in fewer");
  }

  @Test
  void aVersionMayBeSaidOnStandardError() throws IOException {
    lab.engine()
        .answer("program version", command -> new Execution(0, new byte[0], "program 4.5.6\n"));
    assertThat(lab.run()).as(lab.err()).isZero();
    assertThat(lab.result().stacks())
        .hasSize(2)
        .allSatisfy(s -> assertThat(s.ran()).containsEntry("release", "program 4.5.6"));
  }

  @Test
  void aServiceOnDemandIsStartedAtItsPointsAndElsewhereItsStepsAreLeftOut() throws IOException {
    lab.declare(
        text ->
            text.replace("signatures:", "on-demand:\n  dns: {at: {release: 2}}\n\nsignatures:")
                .replace(
                    "      - {run: [program, trace",
                    "      - {run: [helper, start], in: dns}\n      - {run: [program, trace"));
    lab.engine().answer("helper start", command -> FakeEngine.output(""));

    assertThat(lab.run()).as(lab.err()).isZero();
    assertThat(lab.engine().times("helper start")).isEqualTo(TRIALS / 2);
    assertThat(lab.engine().times("program trace")).isEqualTo(TRIALS);
  }

  @Test
  void inTheFullFormNoTrialBeginsBeforeAllStacksAreUpAndLookedAt() throws IOException {
    Set<List<Integer>> old = ConcurrentHashMap.newKeySet();
    lab.capture();
    lab.engine()
        .on(
            "program count",
            () ->
                old.add(List.of(lab.engine().started().size(), lab.engine().times("dig two.lab"))));
    assertThat(lab.run()).as(lab.err()).isZero();
    assertThat(old).containsExactly(List.of(2, 2));
  }

  @Test
  void nothingGoesOnBesideATrialWhereAnEffectMayBeClaimed() throws IOException {
    assertThat(lab.runShort("--trials", "5")).as(lab.err()).isZero();
    assertThat(lab.result().provenance()).containsEntry("trials at once", "1");
    TinyLab other = new TinyLab(Files.createDirectory(root.resolve("other")));
    assertThat(other.runShort()).as(other.err()).isZero();
    assertThat(other.result().provenance()).containsEntry("trials at once", "2");
  }

  @Test
  void theShortFormMeasuresOnePairBehindWhatDecides() throws IOException {
    lab.declare(text -> text.replace("controls: [forgets]}", "controls: [forgets], quick: true}"));
    assertThat(lab.runShort()).as(lab.err()).isZero();
    RunResult result = lab.result();
    assertThat(result.trials().subList(TRIALS, result.trials().size()))
        .hasSize(2 * Effect.MINIMUM_SAMPLES)
        .allSatisfy(t -> assertThat(t.role()).contains(TrialRole.MEASURED));
    assertThat(result.effects())
        .extracting(effect -> effect.fault().words() + " " + effect.faultMedian().n())
        .containsExactly("keeps, release 1, entries 10 5", "keeps, release 2, entries 10 2");
    assertThat(lab.heard()).anyMatch(message -> message.contains("after 4 of 18 trials"));
    assertThat(lab.folder().resolve("summary.md")).content().contains("- (not measured alone)");
  }

  @Test
  void guestsGoOnFromSnapshotsUnlessTheyAreToStartCold() {
    lab.run();
    assertThat(lab.engine().guests()).contains(GuestStart.FROM_SNAPSHOT);
    lab.run("--no-snapshot");
    assertThat(lab.engine().guests()).contains(GuestStart.COLD);
  }

  @Test
  void provenanceSaysHowGuestsStartedAndFromWhat() throws IOException {
    assertThat(provenance("{\"start\": \"restored\", \"snapshot\": {\"id\": \"c0ffee\"}}"))
        .containsEntry("guests start", "restored")
        .containsEntry("snapshot", "c0ffee");
    assertThat(provenance("{\"start\": \"cold\"}"))
        .containsEntry("guests start", "cold")
        .doesNotContainKey("snapshot");
  }

  /** Of a run whose guests say this of themselves. */
  private Map<String, String> provenance(String guest) throws IOException {
    TinyLab other = new TinyLab(Files.createTempDirectory(root, "clone"));
    other.declare(
        text ->
            text.replace("fetch: [reads.log]", "fetch: [reads.log, vm.json]")
                + "\nprovenance: {guests start: vm.json#/start, snapshot: vm.json#/snapshot/id}\n");
    other.engine().file("vm.json", guest.getBytes(StandardCharsets.UTF_8));
    assertThat(other.run()).as(other.err()).isZero();
    return other.result().provenance();
  }

  @Test
  void aProgramHearsWhatHappensWhileItHappens() throws IOException {
    lab.capture();
    assertThat(lab.run("--events", "--trials", "1")).as(lab.err()).isZero();
    List<RunEvent> read = lab.out().lines().map(line -> RunEvent.read(line).orElseThrow()).toList();
    RunEvent.RunStarted begun = (RunEvent.RunStarted) read.get(0);
    assertThat(begun.run()).isEqualTo(lab.result().runId());
    assertThat(read)
        .filteredOn(RunEvent.TrialEnded.class::isInstance)
        .hasSize(begun.trials())
        .containsAll(
            lab.result().points().stream().map(p -> new RunEvent.TrialEnded(p.id(), 1)).toList());
  }

  @Test
  void whatItLeavesIsWholeAndReadsBackAsItWasWritten() throws IOException {
    lab.run();
    Path folder = lab.folder();
    assertThat(RunFolder.partial(folder)).isFalse();
    assertThat(folder.resolve("junit.xml")).content().contains("<testsuite");
    assertThat(folder.resolve("summary.md")).content().contains("keeps");
    assertThat(folder.resolve("report.html")).content().contains("never-evicts");
    assertThat(folder.resolve("logs/tiny-1-app.log")).hasContent("served");
    assertThat(folder.resolve("evidence")).isDirectoryRecursivelyContaining("glob:**counts.json");
    String text = Files.readString(folder.resolve(ResultJson.FILE));
    assertThat(ResultJson.text(lab.result())).isEqualTo(text);
  }

  @Test
  void whatIsAskedForIsMeasuredUnderItsExactVersion() throws IOException {
    assertThat(lab.run("--release", "1,newest", "--entries", "20", "--trials", "1")).isZero();
    assertThat(lab.result().points().stream().map(PointResult::id))
        .containsExactly(
            "keeps@release=1@entries=20",
            "keeps@release=3@entries=20",
            "forgets@release=1@entries=20",
            "forgets@release=3@entries=20");
    assertThat(lab.result().stacks().get(1).images())
        .containsEntry(Requirement.parse("program:RELEASE=3"), "made for program:RELEASE=3");
  }

  @Test
  void amongAllLabsOneThatCannotBeRunDoesNotStopTheOthers() throws IOException {
    Path broken = Files.createDirectories(root.resolve("labs/broken"));
    Files.writeString(broken.resolve("lab.yaml"), "lab: broken\n");
    assertThat(lab.faultlab("run", "--all")).isEqualTo(69);
    assertThat(lab.out()).containsPattern("broken +NOT RUN").containsPattern("tiny +AS_EXP");
    assertThat(lab.result().trials()).hasSize(TRIALS);
  }
}
