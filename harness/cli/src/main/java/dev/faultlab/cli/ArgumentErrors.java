package dev.faultlab.cli;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.text.Suggestion;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is said about words that a command cannot use. */
final class ArgumentErrors {
  /**
   * What picocli accepts and no command can use. Options of a command with subcommands cannot be
   * combined with one of these.
   *
   * @throws ParameterException naming the word
   */
  static void refuse(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      List<OptionSpec> before = last.matchedOptions();
      last = last.subcommand();
      if (!before.isEmpty()) {
        throw new ParameterException(
            last.commandSpec().commandLine(),
            "found '%s' before '%s', expected options after it"
                .formatted(before.get(0).longestName(), last.commandSpec().name()));
      }
    }
    CommandSpec spec = last.commandSpec();
    if (!last.unmatched().isEmpty()) {
      throw new UnmatchedArgumentException(spec.commandLine(), last.unmatched());
    }
    if (last.hasMatchedPositional(0) && Main.LAB_COMMANDS.contains(spec.name())) {
      Optional<String> typed = last.matchedPositionalValue(0, Optional.empty());
      List<String> labs = List.copyOf(spec.subcommands().keySet());
      throw new ParameterException(spec.commandLine(), LabCommand.noLab(typed, labs).getMessage());
    }
  }

  /** Prints what is wrong. */
  static int print(ParameterException error) {
    CommandSpec spec = error.getCommandLine().getCommandSpec();
    PrintWriter err = error.getCommandLine().getErr();
    List<String> unknown =
        error instanceof UnmatchedArgumentException wrong ? wrong.getUnmatched() : List.of();
    err.println("faultlab: " + message(error, spec, unknown));
    err.println("See " + spec.qualifiedName() + " --help.");
    return ExitStatus.USAGE;
  }

  private static String message(ParameterException error, CommandSpec spec, List<String> unknown) {
    String commands = String.join(", ", spec.subcommands().keySet());
    if (error.getMessage().equals("Missing required subcommand")) {
      return spec.parent() == null ? "a command is needed" : "expected one of: " + commands;
    }
    if (unknown.isEmpty()) {
      return error.getMessage().replaceFirst("^Error: ", "");
    }
    String word = unknown.get(0);
    if (word.startsWith("-")) {
      return error.getMessage() + Suggestion.phrase(word, spec.optionsMap().keySet()).orElse("");
    }
    return spec.subcommands().isEmpty()
        ? "found '" + word + "', expected no more words"
        : "no command '" + word + "'" + Suggestion.hint(word, spec.subcommands().keySet());
  }
}
