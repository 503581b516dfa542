package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.lab.LabException;
import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** docs/exit-statuses.md, what {@code --help} says, and what becomes of an exception. */
class ExitStatusTest {

  @Test
  void theDocumentSaysOfEachCommandWhatItsHelpSays() throws IOException {
    Map<String, Set<String>> documented = new TreeMap<>();
    for (String line : Files.readAllLines(TestShell.CLONE.resolve("docs/exit-statuses.md"))) {
      if (line.startsWith("| `")) {
        String[] cells = line.split("\\|");
        Set<String> statuses = new TreeSet<>();
        for (int status = 0; status <= 2; status++) {
          if (!cells[status + 2].isBlank()) {
            statuses.add(Integer.toString(status));
          }
        }
        documented.put(cells[1].strip().replace("`", ""), statuses);
      }
    }
    Map<String, Set<String>> helped = new TreeMap<>();
    Toolbox tools = OverviewTest.tools();
    for (String name : Overview.names()) {
      CommandLine command = Main.commandLine(tools, List.of(name)).getSubcommands().get(name);
      boolean group = !command.getSubcommands().isEmpty() && !Main.LAB_COMMANDS.contains(name);
      if (!group || command.getCommandSpec().userObject() instanceof FixesCommand) {
        helped.put(name, statuses(command));
      }
      if (group) {
        command
            .getSubcommands()
            .forEach((sub, line) -> helped.put(name + " " + sub, statuses(line)));
      }
    }
    assertThat(documented).isEqualTo(helped);
  }

  /** Those that are answers; a command whose help has none just does what it is asked. */
  private static Set<String> statuses(CommandLine command) {
    Set<String> statuses = new TreeSet<>(Set.of("0"));
    List<String> listed =
        new ArrayList<>(command.getCommandSpec().usageMessage().exitCodeList().keySet());
    listed.retainAll(List.of("1", "2"));
    statuses.addAll(listed);
    return statuses;
  }

  @Test
  void anExceptionIsWrongUsageUnavailableOrOurs() {
    Map<Exception, Integer> statuses =
        Map.of(
            new WrongUsage("no"), 64,
            new LabException("no"), 64,
            new NoSuchImageException("no"), 64,
            new ImageException("no answer"), 69,
            new StackException("no engine"), 69,
            new AccessDeniedException("a"), 69,
            new IOException("No space left on device"), 69,
            new IllegalStateException("ours"), 70);
    statuses.forEach(
        (error, status) -> assertThat(ExitStatus.of(error)).as("" + error).isEqualTo(status));
  }
}
