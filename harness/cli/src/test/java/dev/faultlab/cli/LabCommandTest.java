package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Choices;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What the options of a lab's own subcommand ask for. */
class LabCommandTest {
  private final List<Choices> asked = new ArrayList<>();
  private final CommandLine line =
      LabCommand.of(
          CommandLine.Model.CommandSpec.create().name("run"),
          new LabReader(List.of(Path.of("../../labs"))),
          List.of("dns-java"),
          LabCommand.RunOptions::new,
          (lab, given) -> {
            asked.add(LabCommand.choices(lab, given));
            return 0;
          });

  @Test
  void theShortFormIsTheDefaultAndHasAName() {
    line.execute("dns-java");
    line.execute("dns-java", "--quick");
    line.execute("dns-java", "--full");

    assertThat(asked)
        .extracting(Choices::form)
        .containsExactly(RunForm.SHORT, RunForm.SHORT, RunForm.FULL);
  }

  @Test
  void aRunIsNotShortAndFull() {
    assertThatThrownBy(() -> line.parseArgs("dns-java", "--full", "--quick"))
        .isInstanceOf(CommandLine.MutuallyExclusiveArgsException.class);
  }

  @Test
  void helpSaysWhatTheFullFormAdds() {
    String help = line.getSubcommands().get("dns-java").getUsageMessage();

    assertThat(help).containsPattern("default 17,25; with +--full\\s+17,21,25");
  }
}
