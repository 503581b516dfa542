package dev.faultlab.cli;

import dev.faultlab.image.ImageException;
import dev.faultlab.image.NoSuchImageException;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.Parameter.BadParameter;
import dev.faultlab.machine.InterruptedCommandException;
import dev.faultlab.result.RunStore.NoSuchRun;
import dev.faultlab.run.DockerRunEngine;
import dev.faultlab.stack.StackException;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point of {@code ./faultlab}. */
@Command(
    name = "faultlab",
    mixinStandardHelpOptions = true,
    version = "faultlab 0.1.0",
    description = "A reproducible fault lab: one production incident per lab, with proof.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Labs that lie outside this repository: --labs DIR with any command (before"
          + " upgrade), or the variable FAULTLAB_LABS with folders separated by colons."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:as expected, or done",
      "1:a variant contradicts its expectation",
      "2:inconclusive, or something needed is missing",
      "64:wrong usage",
      "69:something needed could not be installed",
      "130:interrupted"
    })
public final class Main implements Runnable {

  @Spec private CommandSpec spec;

  public static void main(String[] args) {
    LabFolders folders;
    try {
      folders = LabFolders.of(List.of(args), System.getenv());
    } catch (IllegalArgumentException e) {
      System.err.println("faultlab: " + e.getMessage());
      System.exit(ExitStatus.USAGE);
      return;
    }
    List<String> words = folders.words();
    boolean labs = !words.isEmpty() && List.of("run", "plan").contains(words.get(0));
    System.exit(
        commandLine(Toolbox.ofThisProcess(folders.outside()), labs)
            .execute(words.toArray(String[]::new)));
  }

  /**
   * All commands.
   *
   * @param labs whether to read the labs' declarations, which only {@code run} needs: reading them
   *     takes longer than most other commands
   */
  static CommandLine commandLine(Toolbox tools, boolean labs) {
    CommandLine line = new CommandLine(new Main());
    line.addSubcommand(new DoctorCommand(tools));
    line.addSubcommand(new ImagesCommand(tools));
    line.addSubcommand(new KernelsCommand(tools));
    line.addSubcommand(new VmCommand(tools));
    line.addSubcommand(new CleanCommand(tools));
    line.addSubcommand(new ResultsCommand(tools));
    line.addSubcommand(new ReportCommand(tools));
    line.addSubcommand(new TableCommand(tools));
    line.addSubcommand(new JudgeCommand(tools));
    line.addSubcommand(new DiffCommand(tools));
    line.addSubcommand(new DiagnoseCommand(System.in, tools.out(), System.err));
    line.addSubcommand(new ReadmeCommand(tools));
    LabRun labRun =
        new LabRun(
            tools.workspace(),
            new RoleImages(tools),
            () -> new DockerRunEngine(tools.workspace(), Engine.client()),
            tools.progress(),
            tools.out());
    line.addSubcommand(new LabsCommand(tools, labRun));
    line.addSubcommand(new UpgradeCommand(tools, labRun));
    line.addSubcommand(new LintCommand(tools));
    line.addSubcommand(new NewCommand(tools));
    LabReader reader = tools.labs();
    List<String> names = labs ? reader.names() : List.of();
    line.addSubcommand(LabCommand.run().spec(reader, names, labRun::run));
    line.addSubcommand(LabCommand.plan().spec(reader, names, new PlanPrinter(tools.out())::run));
    // After the subcommands: these settings are handed down to those that are there.
    line.setParameterExceptionHandler(Main::usage);
    line.setExecutionExceptionHandler(Main::failed);
    line.setUsageHelpAutoWidth(true);
    return line;
  }

  /** {@code ./faultlab} alone. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is needed");
  }

  static int usage(ParameterException error, String[] args) {
    CommandLine line = error.getCommandLine();
    PrintWriter err = line.getErr();
    err.println("faultlab: " + error.getMessage());
    if (!UnmatchedArgumentException.printSuggestions(error, err)) {
      err.println("See " + line.getCommandSpec().qualifiedName() + " --help.");
    }
    return ExitStatus.USAGE;
  }

  static int failed(Exception error, CommandLine line, CommandLine.ParseResult parsed) {
    if (error instanceof InterruptedCommandException || error instanceof InterruptedException) {
      return ExitStatus.INTERRUPTED;
    }
    if (error instanceof LabException
        || error instanceof BadParameter
        || error instanceof NoSuchImageException
        || error instanceof NoSuchRun) {
      line.getErr().println("faultlab: " + error.getMessage());
      return ExitStatus.USAGE;
    }
    if (error instanceof ImageException || error instanceof StackException) {
      line.getErr().println("faultlab: " + error.getMessage());
      return ExitStatus.INCONCLUSIVE;
    }
    error.printStackTrace(line.getErr());
    line.getErr()
        .println("This is a fault in faultlab itself; please report it with the lines above.");
    return ExitStatus.SOFTWARE;
  }
}
