package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.RunForm;
import dev.faultlab.machine.ConsoleProgress;
import dev.faultlab.machine.ConsoleProgress.Look;
import dev.faultlab.observation.ObservedTrial;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Point;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressListenerTest {
  @TempDir private Path results;

  @Test
  void saysWhatIsLeftOfTheTrialsAndOfNothingElse() {
    Plan plan =
        new Planner(new LabReader(List.of(Path.of("../../labs"))).read("dns-java"))
            .plan(
                Choices.typed(
                    Map.of("jdk", "17", "trials", "2"),
                    List.of("shared-name", "ttl-30"),
                    RunForm.SHORT));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    AtomicLong nanos = new AtomicLong(1);
    TimeEstimate left = new TimeEstimate(plan.trials(), Optional.empty(), nanos::get);
    try (ConsoleProgress progress = new ConsoleProgress(out, Look.LINES, 80);
        ProgressListener listener = new ProgressListener(progress, left)) {
      listener.phase(RunListener.TRIALS, 4);
      PlannedTrial first = plan.trials().get(0);
      listener.up("dns-java-1", first.cell().stack());
      listener.trialBegins(first);
      nanos.addAndGet(1_000_000_000);
      listener.trialEnds(first, carriedOut());
      listener.step("first");
      listener.phase("stacks of wave 2 of 2", 1);
      listener.step("second");
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8).replaceAll("\\d+:\\d\\d", "T").lines())
        .contains(
            "  trials [#####---------------] 1/4 T, under a minute left  first",
            "  stacks of wave 2 of 2 [####################] 1/1 T  second");
  }

  private ObservedTrial carriedOut() {
    TrialRecord trial =
        new TrialRecord(
            new Point("v", Map.of()),
            1,
            Optional.empty(),
            "",
            "",
            0,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return new ObservedTrial(new TrialEvidence(results, Map.of(), trial), Map.of());
  }
}
