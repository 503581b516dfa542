package dev.faultlab.cli;

import dev.faultlab.command.Toolbox;
import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.Lab;
import dev.faultlab.plan.Planner;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import picocli.CommandLine;

/** Parses a command line without carrying it out. */
public final class CommandCheck {
  private CommandCheck() {}

  /**
   * Why a command line would be rejected, its variants and values included.
   *
   * @param reader as for {@link Main#run}
   */
  public static Optional<String> misuse(
      Toolbox tools, List<String> typed, BiFunction<Toolbox, List<String>, CommandLine> reader) {
    try {
      List<String> words = LabFolders.of(typed, Map.of()).words();
      CommandLine.ParseResult parsed =
          reader.apply(tools, words).parseArgs(words.toArray(String[]::new));
      ArgumentErrors.refuse(parsed);
      CommandLine.ParseResult command = parsed.subcommand();
      if (command != null
          && command.hasSubcommand()
          && Main.LAB_COMMANDS.contains(command.commandSpec().name())) {
        CommandLine.ParseResult given = command.subcommand();
        Lab lab = tools.labs().read(given.commandSpec().name());
        new Planner(lab).plan(LabCommand.choices(lab, given));
      }
      return Optional.empty();
    } catch (CommandLine.ParameterException | BadQuestion | IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }
}
