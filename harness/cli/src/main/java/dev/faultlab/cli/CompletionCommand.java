package dev.faultlab.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** {@code ./faultlab completion}: the shell script that completes every command and lab. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description =
        "Prints a script that completes commands, labs and options in bash, and in zsh after"
            + " 'autoload -U bashcompinit && bashcompinit'.",
    footer = {"", "Example:", "  source <(./faultlab completion)"})
final class CompletionCommand implements Callable<Integer> {
  private final Toolbox tools;

  CompletionCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() {
    tools.out().print(AutoComplete.bash("faultlab", Main.commandLine(tools, true)));
    return ExitStatus.OK;
  }
}
