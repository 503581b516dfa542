package dev.faultlab.cli;

import dev.faultlab.bisect.BisectCommand;
import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.FileErrors;
import dev.faultlab.command.PlannedRuns;
import dev.faultlab.command.Toolbox;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.diff.DiffCommand;
import dev.faultlab.lab.LabReader;
import dev.faultlab.machine.ConsoleProgress.Style;
import dev.faultlab.machine.InterruptedCommandException;
import dev.faultlab.report.document.Screen;
import dev.faultlab.roll.RollCommand;
import dev.faultlab.servicecheck.CheckCommand;
import dev.faultlab.servicecheck.ServiceCheck;
import dev.faultlab.stack.Provenance;
import dev.faultlab.text.TerminalOutput;
import dev.faultlab.upgrade.command.UpgradeCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands of {@code ./faultlab}. */
@Command(
    name = "faultlab",
    mixinStandardHelpOptions = true,
    description = "A reproducible fault lab: one production incident per lab, with proof.",
    customSynopsis = "faultlab [-hV] COMMAND",
    footer = {
      "",
      "--lab-path DIR with any command, or FAULTLAB_LABS with folders separated by colons: use labs"
          + " from outside this repository.",
      "--yes with any command, FAULTLAB_YES=1 or CI=true: install and start what is missing, as root,"
          + " without asking first."
    },
    exitCodeListHeading = "%nExit status (docs/reference/exit-statuses.md):%n",
    exitCodeList = {
      "0:as expected, or done",
      "1:a fault, a contradiction, or a change for the worse",
      "2:inconclusive",
      "64:wrong usage",
      "69:something needed is unavailable; nothing was decided",
      "70:a fault in faultlab itself; it says where",
      "130:interrupted (Ctrl-C)",
      "143:ended by SIGTERM; as after Ctrl-C nothing is left behind"
    })
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  /** Commands with a subcommand per lab, whose options are the lab's. */
  static final List<String> LAB_COMMANDS = List.of("run", "plan");

  /**
   * Carries out a command line; called by {@link Start}.
   *
   * @param reader makes the parser of its words, from which the folders of labs were removed
   * @return the exit status
   */
  public static int run(List<String> args, BiFunction<Toolbox, List<String>, CommandLine> reader) {
    return run(args, reader, System.getenv(), new FileOutputStream(FileDescriptor.out), System.err);
  }

  /** The same with streams and an environment other than those of this process. */
  static int run(
      List<String> args,
      BiFunction<Toolbox, List<String>, CommandLine> reader,
      Map<String, String> env,
      OutputStream out,
      PrintStream screen) {
    boolean colour = Screen.of(env).colour() || CommandLine.Help.Ansi.AUTO.enabled();
    TerminalOutput printed = TerminalOutput.wrap(out, colour, env);
    System.setOut(printed.printer());
    System.setErr(TerminalOutput.wrap(screen, colour, env).printer());
    // A bar moves the cursor, which no filtered stream does.
    PrintStream progress = Style.of(env) == Style.BAR ? screen : System.err;
    PrintWriter err = new PrintWriter(System.err, true);
    LabFolders folders;
    try {
      folders = LabFolders.of(args, env);
    } catch (WrongUsage e) {
      return handle(e, err);
    }
    List<String> words = folders.words();
    int status =
        execute(
            () -> reader.apply(Toolbox.ofThisProcess(env, folders.outside(), progress), words),
            err,
            words);
    if (status <= ExitStatus.INCONCLUSIVE && printed.failure().isPresent()) {
      err.println("faultlab: cannot write to standard output: " + printed.failure().get());
      return ExitStatus.UNAVAILABLE;
    }
    return status;
  }

  /** Parses and carries out; even reading the known labs may fail. */
  static int execute(Supplier<CommandLine> line, PrintWriter err, List<String> words) {
    CommandLine commandLine;
    try {
      commandLine = line.get();
    } catch (RuntimeException e) {
      return handle(e, err);
    }
    return commandLine.execute(words.toArray(String[]::new));
  }

  /** Only what these words need: creating a command or reading a lab takes time. */
  public static CommandLine commandLine(Toolbox tools, List<String> words) {
    return commandLine(tools, words, PlannedRuns.onThisMachine(tools));
  }

  static CommandLine commandLine(Toolbox tools, List<String> words, PlannedRuns runs) {
    List<String> commands = needed(words);
    List<String> labs = List.of();
    if (LAB_COMMANDS.containsAll(commands)) {
      List<String> known = tools.labs().names();
      List<String> namedLab = words.stream().skip(1).limit(1).toList();
      labs = !namedLab.isEmpty() && known.containsAll(namedLab) ? namedLab : known;
    }
    CommandLine line = commandLine(tools, commands, labs, runs);
    line.getCommandSpec().versionProvider(() -> version(tools.workspace().root()));
    return line;
  }

  private static String[] version(Path root) throws IOException, InterruptedException {
    String commit = Provenance.version(root);
    return new String[] {"faultlab 0.1.0" + (commit.isEmpty() ? "" : " (" + commit + ")")};
  }

  /**
   * The commands that must be created to read a command line: the one that it names. None for
   * {@code --help}; all of them to suggest what an unknown word may mean.
   */
  static List<String> needed(List<String> words) {
    List<String> typed = words.stream().filter(word -> !word.startsWith("-")).limit(1).toList();
    return CommandList.names().containsAll(typed) ? typed : CommandList.names();
  }

  /**
   * All commands.
   *
   * @param labs whether to read the labs' declarations
   */
  public static CommandLine commandLine(Toolbox tools, boolean labs) {
    List<String> names = labs ? tools.labs().names() : List.of();
    return commandLine(tools, CommandList.names(), names, PlannedRuns.onThisMachine(tools));
  }

  private static CommandLine commandLine(
      Toolbox tools, List<String> commands, List<String> labs, PlannedRuns runs) {
    Map<String, Object> subcommands = new LinkedHashMap<>();
    commands.forEach(name -> subcommands.put(name, command(name, tools, labs, runs)));
    return commandLine(subcommands);
  }

  /** Without a command there is nothing to do. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  /** Any commands, by name, with {@code ./faultlab}'s messages and exit statuses. */
  public static CommandLine commandLine(Map<String, Object> commands) {
    CommandLine line = new CommandLine(new Main());
    commands.forEach(line::addSubcommand);
    line.getSubcommands().values().forEach(Main::complete);
    // After the subcommands, because these settings are passed on to existing ones.
    line.setParameterExceptionHandler((error, words) -> ArgumentErrors.print(error));
    line.setExecutionExceptionHandler((error, command, parsed) -> handle(error, command.getErr()));
    line.setExecutionStrategy(
        parsed -> {
          // Help does not excuse an unknown word: nosuch --help is as wrong as nosuch.
          ArgumentErrors.refuse(parsed);
          return new CommandLine.RunLast().execute(parsed);
        });
    line.setUsageHelpAutoWidth(true);
    line.getHelpSectionMap().remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING);
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandList::render);
    return line;
  }

  /** Adds what every command has; those that are methods say that they have help themselves. */
  private static void complete(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    if (!(spec.userObject() instanceof Method)) {
      spec.mixinStandardHelpOptions(true);
    }
    UsageMessageSpec usage = spec.usageMessage();
    if (!usage.exitCodeList().isEmpty() && usage.exitCodeListHeading().isEmpty()) {
      usage.exitCodeListHeading("%nExit status:%n");
    }
    command.getSubcommands().values().forEach(Main::complete);
  }

  private static Object command(String name, Toolbox tools, List<String> labs, PlannedRuns runs) {
    LabReader reader = tools.labs();
    return switch (name) {
      case "run" ->
          LabCommand.of(new RunCommand(reader, runs), reader, labs, lab -> new RunLab(lab, runs));
      case "plan" ->
          LabCommand.of(new PlanCommand(reader), reader, labs, lab -> new PlanLab(lab, runs));
      case "results" ->
          inOrder(
              new CommandLine(new ResultsCommand(tools)).addSubcommand(new DiffCommand(tools)),
              "list show open render rejudge diff merge");
      case "fixes" -> new FixesCommand(tools, runs);
      case "upgrade" -> new UpgradeCommand(tools, runs, ServiceCheck.onThisMachine(tools));
      case "check" -> new CheckCommand(tools);
      case "roll" -> new RollCommand(tools);
      case "bisect" -> new BisectCommand(tools, runs);
      case "class" -> new ClassCommand(tools);
      case "vm" -> new VmCommand(tools);
      case "repair" ->
          inOrder(new CommandLine(new RepairCommand(tools, runs)), "start hint shell check reset");
      case "mystery" -> new MysteryCommand(tools, runs);
      case "new" -> new NewCommand(tools, i -> tools.provisioning().require(List.of(i)));
      case "diagnose" -> new DiagnoseCommand(System.in, tools.out(), System.err, tools.fixes());
      case "live" -> new LiveCommand(tools);
      case "doctor" -> new DoctorCommand(tools);
      case "images" -> new ImagesCommand(tools);
      case "kernels" -> new KernelsCommand(tools);
      case "clean" -> new CleanCommand(tools);
      case "completion" -> new CompletionCommand(tools);
      default -> throw new IllegalArgumentException("no command " + name);
    };
  }

  /** Reflection returns methods in any order. */
  private static CommandLine inOrder(CommandLine line, String names) {
    for (String name : names.split(" ")) {
      line.addSubcommand(name, line.getCommandSpec().removeSubcommand(name));
    }
    return line;
  }

  private static int handle(Exception error, PrintWriter err) {
    // Any failure in an interrupted thread, or once the program is being ended, is due to that.
    if (Thread.interrupted()
        || isEnding()
        || error instanceof InterruptedCommandException
        || error instanceof InterruptedException) {
      return ExitStatus.INTERRUPTED;
    }
    int status = ExitStatus.of(error);
    if (status == ExitStatus.SOFTWARE) {
      return UnexpectedErrors.report(error, err);
    }
    err.println("faultlab: " + FileErrors.sentence(error).orElse(error.getMessage()));
    return status;
  }

  /** Whether a signal has begun to end the program, and with it the programs that it waits for. */
  private static boolean isEnding() {
    Thread hook = new Thread(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      Runtime.getRuntime().removeShutdownHook(hook);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }
}
