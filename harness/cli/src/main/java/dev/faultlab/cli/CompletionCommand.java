package dev.faultlab.cli;

import dev.faultlab.command.Toolbox;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** {@code ./faultlab completion}: the shell script that completes every command and lab. */
@Command(
    name = "completion",
    description =
        "Prints a script that completes commands, labs and options in bash, and in zsh after"
            + " 'autoload -U bashcompinit && bashcompinit'.",
    footer = {"", "Example:", "  source <(./faultlab completion)"})
record CompletionCommand(Toolbox tools) implements Runnable {
  @Override
  public void run() {
    tools.out().print(AutoComplete.bash("faultlab", Main.commandLine(tools, true)));
  }
}
