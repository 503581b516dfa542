package dev.faultlab.tools;

import dev.faultlab.cli.Main;
import dev.faultlab.cli.Start;
import dev.faultlab.command.Toolbox;
import dev.faultlab.tools.lint.LintCommand;
import dev.faultlab.tools.reference.ReadmeCommand;
import dev.faultlab.tools.reference.ReferenceCommand;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code ./faultlab dev}: the commands that check and write this repository. */
@Command(
    name = "dev",
    synopsisSubcommandLabel = "COMMAND",
    description = "Checks and writes what is committed in this repository. A package has no dev.",
    footer = {"", "Example:", "  ./faultlab dev lint"})
public final class DevCommand {
  private static final String DEV = "dev";

  private DevCommand() {}

  public static void main(String[] args) {
    Start.carryOut(() -> Main.run(List.of(args), DevCommand::commandLine));
  }

  /** Reads any command line of {@code ./faultlab}, those of {@code dev} included. */
  public static CommandLine commandLine(Toolbox tools, List<String> words) {
    if (!words.stream().limit(1).toList().equals(List.of(DEV))) {
      return Main.commandLine(tools, words);
    }
    CommandLine dev =
        new CommandLine(new DevCommand())
            .addSubcommand(new LintCommand(tools, DevCommand::commandLine))
            .addSubcommand(new ReadmeCommand(tools))
            .addSubcommand(new ReferenceCommand(tools));
    return Main.commandLine(Map.of(DEV, dev));
  }
}
