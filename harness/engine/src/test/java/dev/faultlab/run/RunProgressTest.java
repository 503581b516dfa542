package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.RunForm;
import dev.faultlab.machine.ConsoleProgress;
import dev.faultlab.machine.ConsoleProgress.Style;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.Planner;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RunProgressTest {
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
    TimeEstimate estimate = new TimeEstimate(plan.trials(), Optional.empty(), nanos::get);
    try (ConsoleProgress progress = new ConsoleProgress(out, Style.LINES, 80);
        RunProgress shown = new RunProgress(progress, plan, estimate, event -> {})) {
      shown.phase(RunProgress.TRIALS, 4);
      PlannedTrial first = plan.trials().get(0);
      shown.stackReady("dns-java-1", plan.cell(first.point()).stack());
      shown.trialBegins(first);
      nanos.addAndGet(1_000_000_000);
      shown.trialEnds(first);
      shown.step("first");
      shown.phase("stacks of wave 2 of 2", 1);
      shown.step("second");
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8).replaceAll("\\d+:\\d\\d", "T").lines())
        .contains(
            "  trials [#####---------------] 1/4 T, under a minute left  first",
            "  stacks of wave 2 of 2 [####################] 1/1 T  second");
  }
}
