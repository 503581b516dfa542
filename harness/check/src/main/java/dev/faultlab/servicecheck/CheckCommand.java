package dev.faultlab.servicecheck;

import dev.faultlab.check.CheckFile;
import dev.faultlab.check.CheckFileReader;
import dev.faultlab.check.Request;
import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.Toolbox;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.files.RefusedPath;
import dev.faultlab.machine.Progress;
import dev.faultlab.service.CheckDraft;
import dev.faultlab.service.ServiceChecks;
import dev.faultlab.testcontainers.condition.Conditions;
import dev.faultlab.testcontainers.condition.NetworkCondition;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./faultlab check}: a user's own service under network conditions. */
@Command(
    name = "check",
    description = {
      "Checks how a service of your compose project behaves under network conditions, on one version or on two.",
      "Your files stay as they are. docs/how-to/check-file.md explains faultlab.yaml."
    },
    exitCodeList = {
      "0:no fault found, or nothing got worse",
      "1:a fault was found, or something got worse",
      "2:inconclusive, or no condition was exercised on each side",
      "64:wrong usage, or the file or the project cannot be checked",
      "69:something needed is unavailable",
      "70:a fault in faultlab itself"
    })
public final class CheckCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "The file that asks (default: faultlab.yaml).")
  private Path file = Path.of(CheckFileReader.NAME);

  @ArgGroup(exclusive = true)
  private OtherActions otherActions = new OtherActions();

  /** What is done in place of a check. */
  private static final class OtherActions {
    @ArgGroup(exclusive = false)
    private Init init;

    @Option(names = "--plan", description = "Print what a check would do, and how long it takes.")
    private boolean plan;

    @Option(names = "--list", description = "List the conditions, their settings and sources.")
    private boolean list;
  }

  /** The file is written. */
  private static final class Init {
    @Option(
        names = "--init",
        required = true,
        paramLabel = "REQUEST",
        description = {
          "Write FILE for the compose file next to it: starts the project once, sends the"
              + " request and finds the service that is called.",
          "e.g. ./faultlab check --init \"GET http://gateway:80/\""
        })
    private String request;

    @Option(
        names = {"-f", "--file"},
        paramLabel = "COMPOSE",
        description = "With --init: a compose file; several are merged, as docker compose does.")
    private List<String> files = List.of();

    @Option(
        names = "--profile",
        paramLabel = "NAME",
        description = "With --init: an active profile (default: COMPOSE_PROFILES, or all).")
    private List<String> profiles = List.of();
  }

  @Option(
      names = "--restart-service",
      description =
          "Start the service again under slow-dns, lost-dns and dead-server: it may look names up only then.")
  private boolean restart;

  @Option(
      names = "--quick",
      description = "Let connections be idle for 40 s instead of 350 s, unless FILE says how long.")
  private boolean quick;

  @Option(
      names = "--conditions",
      split = ",",
      paramLabel = "NAME",
      description = "Only these conditions; one that FILE does not have has its usual settings.")
  private List<String> conditions = List.of();

  private final Toolbox tools;
  private final PrintStream out;
  private final ServiceChecks checks;

  public CheckCommand(Toolbox tools) {
    this.tools = tools;
    this.out = tools.out();
    this.checks = new ServiceChecks(tools.provisioning(), DockerHost::find);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (otherActions.list) {
      return list();
    }
    if (otherActions.init != null) {
      return init(otherActions.init);
    }
    try {
      conditions.forEach(ServiceChecks::requireKnown);
    } catch (IllegalArgumentException e) {
      throw new WrongUsage("--conditions: %s", e.getMessage());
    }
    CheckFile read = CheckFileReader.read(file);
    CheckFile chosen = conditions.isEmpty() ? read : read.only(conditions);
    CheckFile check = quick ? chosen.quick() : chosen;
    return otherActions.plan ? plan(check) : new ServiceCheck(tools, checks).ask(check, restart);
  }

  private int list() {
    for (String name : Conditions.names()) {
      NetworkCondition condition = Conditions.named(name, Map.of());
      String settings =
          Conditions.settings(name).entrySet().stream()
              .map(s -> s.getKey() + ": " + s.getValue())
              .sorted()
              .collect(Collectors.joining(", ", "{", "}"));
      NetworkCondition.About about = condition.about();
      out.printf("%s: %s%n  %s%n", about.id(), settings, about.what());
      if (condition.load().uploads() > 0) {
        out.println("  needs upload: in faultlab.yaml");
      }
      about.canaries().forEach(c -> out.printf("  canary: %s; %s%n", c.what(), c.known().words()));
      out.printf("  source: %s%n", about.source());
    }
    return ExitStatus.OK;
  }

  private int init(Init asked) throws IOException, InterruptedException {
    Path whole = file.toAbsolutePath().normalize();
    if (Files.exists(whole, LinkOption.NOFOLLOW_LINKS)) {
      throw new WrongUsage("%s exists; remove it, or name another file", file);
    }
    Request ask;
    try {
      ask = Request.parse(asked.request);
    } catch (IllegalArgumentException e) {
      throw new WrongUsage("--init: %s", e.getMessage());
    }
    try {
      AtomicFile.write(whole, new CheckDraft(checks).text(whole, asked.files, asked.profiles, ask));
    } catch (RefusedPath e) {
      throw new WrongUsage("--file: expected a file beside %s or below, without '..'", file);
    }
    out.println("Wrote " + file + "; './faultlab check --plan' says what a check would do.");
    return ExitStatus.OK;
  }

  private int plan(CheckFile check) throws InterruptedException {
    ServiceChecks.Preview preview = checks.preview(check);
    out.printf(
        "Checks %s, asked by %s, which calls %s.%n", check.service(), check.brief(), check.calls());
    check.sides().forEach(side -> out.println("  version: " + side.words()));
    out.println("Starts: " + String.join(", ", preview.services()));
    preview.notes().forEach(note -> out.println("  " + note));
    preview.steps().forEach(out::println);
    out.printf(
        "Takes %s once the images are here, %s if the service stays broken each time.%n",
        Progress.roughly(preview.seconds()), Progress.roughly(preview.harmed()));
    return ExitStatus.OK;
  }
}
