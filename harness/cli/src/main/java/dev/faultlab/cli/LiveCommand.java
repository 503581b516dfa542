package dev.faultlab.cli;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.Toolbox;
import dev.faultlab.machine.ChildProcesses;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code ./faultlab live}: judges this host, now, without a capture. go-apps/live does the work, an
 * executable that can be copied to other hosts; this command builds it and passes the terminal on.
 */
@CommandLine.Command(
    name = "live",
    description = {
      "Looks for the labs' faults on this host now, without a capture: TCP sockets, kernel"
          + " counters, thread dumps of JVMs, sockets to name servers (docs/how-to/live.md).",
      "",
      "scp \"$(./faultlab live --executable)\" broker:",
      "ssh broker ./faultlab-live"
    },
    exitCodeList = {
      "0:nothing found in what could be judged",
      "1:findings",
      "2:nothing could be judged, or a JVM that you named did not answer",
      "64:wrong usage",
      "69:something cannot be read, or the executable could not be built"
    })
final class LiveCommand implements Callable<Integer> {
  private static final Duration BUILD_LIMIT = Duration.ofMinutes(30);
  private static final int LAST_LINES = 8;

  /** Answers and failures (docs/how-to/live.md), and the ends by SIGHUP, Ctrl-C and SIGTERM. */
  private static final Set<Integer> OWN_STATUSES = Set.of(0, 1, 2, 64, 69, 70, 129, 130, 143);

  // The executable reads these options. They are declared here so that a wrong word is rejected
  // before anything is built, and so that documents are checked.
  @Option(names = "--for", paramLabel = "TIME", description = "How long to look (default: 10s).")
  private Optional<String> duration = Optional.empty();

  @Option(names = "--json", description = "JSON instead of text (schema/diagnose.schema.json).")
  private boolean json;

  @Option(
      names = "--jvm",
      paramLabel = "WHICH",
      description = "JVMs to ask for thread dumps: auto (default), none, or process numbers.")
  private Optional<String> jvms = Optional.empty();

  @Option(names = "--watch", description = "Repeat; print each answer in Prometheus' text format.")
  private boolean watch;

  @Option(
      names = "--listen",
      paramLabel = "ADDR",
      description = "With --watch: serve it at http://ADDR/metrics.")
  private Optional<String> listen = Optional.empty();

  @Option(names = "--executable", description = "Build it, print its path, and do nothing else.")
  private boolean executable;

  @Spec private CommandSpec spec;

  private final Toolbox tools;

  LiveCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path script = tools.workspace().root().resolve("harness/scripts/build-go");
    CommandResult built =
        tools.commands().run(Command.of(script.toString(), "live").within(BUILD_LIMIT));
    if (!built.ok()) {
      spec.commandLine()
          .getErr()
          .println("faultlab: faultlab-live could not be built:\n" + built.tail(LAST_LINES));
      return ExitStatus.UNAVAILABLE;
    }
    String program = built.out().strip();
    if (executable) {
      tools.out().println(program);
      return ExitStatus.OK;
    }
    List<String> words = new ArrayList<>(List.of(program));
    words.addAll(ownArguments());
    // A supervisor that ends this program means the child too, and signals no other.
    ChildProcesses.endWithUs(() -> {});
    return status(new ProcessBuilder(words).inheritIO().start().waitFor());
  }

  /** Any other status comes from a crash and must not pass for an answer. */
  private int status(int code) {
    if (OWN_STATUSES.contains(code)) {
      return code;
    }
    spec.commandLine()
        .getErr()
        .println("faultlab: faultlab-live crashed (status " + code + "), so this is no answer");
    return ExitStatus.SOFTWARE;
  }

  /** The words after the command's name. */
  private List<String> ownArguments() {
    List<String> typed = spec.commandLine().getParseResult().originalArgs();
    return typed.subList(typed.indexOf(spec.name()) + 1, typed.size());
  }
}
