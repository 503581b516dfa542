package dev.faultlab.roll;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.Toolbox;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.files.Json;
import dev.faultlab.lab.Requirement;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Versions;
import dev.faultlab.owner.Owner;
import dev.faultlab.report.Reports;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.JunitRenderer;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.result.RunStore;
import dev.faultlab.run.ImageSource;
import dev.faultlab.run.Provisioning;
import dev.faultlab.service.ServiceChecks;
import dev.faultlab.service.StackLauncher;
import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./faultlab roll}: an upgrade of a cluster, held at every step. */
@Command(
    name = "roll",
    description = {
      "Upgrades a cluster node by node and holds every mix of versions: what fails only in between?",
      "The same restarts without another version are the controls. docs/how-to/roll.md explains it."
    },
    exitCodeList = {
      "0:nothing appeared",
      "1:something appeared that neither version shows alone",
      "2:inconclusive, or a direction was not exercised",
      "64:wrong usage, or there is no such version",
      "69:something needed is unavailable",
      "70:a fault in faultlab itself"
    })
public final class RollCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "SYSTEM",
      arity = "0..1",
      description = "One of --list, or a path with a slash: a folder of your own.")
  private Optional<String> system = Optional.empty();

  @Option(names = "--from", paramLabel = "SYSTEM=VERSION", description = "The version you have.")
  private Optional<String> from = Optional.empty();

  @Option(names = "--to", paramLabel = "SYSTEM=VERSION", description = "The version you go to.")
  private Optional<String> to = Optional.empty();

  @Option(
      names = "--from-setting",
      paramLabel = "NAME=VALUE",
      description = "An environment variable of the old nodes and the old client.")
  private Map<String, String> before = new TreeMap<>();

  @Option(
      names = "--to-setting",
      paramLabel = "NAME=VALUE",
      description = "An environment variable of the new nodes and the new client.")
  private Map<String, String> after = new TreeMap<>();

  @Option(
      names = "--history",
      paramLabel = "grown=N",
      description = "What the cluster lived through: N nodes joined later.")
  private Optional<String> history = Optional.empty();

  @Option(names = "--nodes", paramLabel = "N", description = "Nodes of the cluster.")
  private Optional<Integer> nodes = Optional.empty();

  @Option(
      names = "--hold",
      paramLabel = "K/N",
      description = "The last hold, as in 1/3 (default: all nodes are new, and features raised).")
  private Optional<String> hold = Optional.empty();

  @Option(names = "--back", description = "Also go back at the end, node by node.")
  private boolean back;

  @Option(
      names = "--condition",
      paramLabel = "NAME[,SETTING=VALUE]",
      description =
          "A network condition of check between client and nodes in each hold: latency or loss.")
  private String condition = "";

  @Option(names = "--trials", paramLabel = "N", description = "Repeat it (default: 1).")
  private int repeat = 1;

  @Option(names = "--dry-run", description = "Print what it would do, and how long it takes.")
  private boolean dryRun;

  @Option(names = "--list", description = "List the systems, and rolls with a known answer.")
  private boolean list;

  private final Toolbox tools;
  private final Path rolls;

  public RollCommand(Toolbox tools) {
    this.tools = tools;
    this.rolls = tools.workspace().rolls();
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (list) {
      return list();
    }
    RollQuestion question = question();
    Provisioning provisioning = tools.provisioning(home());
    provisioning.require(question.images());
    if (dryRun) {
      tools.out().println(question.words() + "\n" + question.plan());
      return ExitStatus.OK;
    }
    Map<Requirement, ImageSource.Image> images = provisioning.resolve(question.images());
    ServiceChecks checks = new ServiceChecks(provisioning, DockerHost::find);
    byte[] caller = condition.isEmpty() ? new byte[0] : checks.caller();
    tools.progress().say(question.words());
    RunFolder folder =
        RunFolder.create(tools.workspace().results(), RunStore.ROLLS, Owner.current().label());
    List<Map<Pass, Map<CountKey, Count>>> trials = new ArrayList<>();
    int holds = question.trials() * Pass.values().length * question.holds().size();
    try (StackLauncher place = new StackLauncher(DockerHost.find(), provisioning, folder);
        Progress.Step step = tools.progress().start("Rolling " + question.system(), holds)) {
      for (int trial = 1; trial <= question.trials(); trial++) {
        Map<Pass, Map<CountKey, Count>> seen = new EnumMap<>(Pass.class);
        trials.add(seen);
        for (Pass pass : Pass.values()) {
          String stack = "roll-" + pass.words().replace(' ', '-') + "-" + trial;
          Consumer<String> held = hold -> step.advance(pass.words() + ", " + hold);
          try {
            seen.put(
                pass,
                place.run(
                    stack,
                    home(),
                    identity ->
                        RollModel.model(question, pass, i -> images.get(i).name(), identity),
                    started -> {
                      RollStack nodes = new DockerRollStack(question, pass, started, caller);
                      return new RollRun(question, nodes, held).run();
                    }));
          } catch (StackException e) {
            String first = question.holds().get(0).name();
            CountKey members = new CountKey(first, List.of(), CountKey.MEMBERS);
            seen.put(pass, Map.of(members, Count.unknown(e.getMessage())));
          }
        }
      }
    }
    return show(RollResult.of(folder.id(), question, trials), folder);
  }

  private RollQuestion question() {
    RollForm form = RollForm.read(home());
    String name = home().getFileName().toString();
    int many = nodes.orElse(form.nodes().usual());
    WrongUsage.requireBetween("--nodes", many, form.nodes().least(), form.nodes().most());
    WrongUsage.requireBetween("--trials", repeat, 1, 20);
    int grown = grown(form, name, many);
    int last = last(many);
    boolean finish = hold.isEmpty() && form.finish();
    Map<Age, String> versions =
        Map.of(Age.OLD, version("--from", from, form), Age.NEW, version("--to", to, form));
    Map<Age, Map<String, String>> settings = Map.of(Age.OLD, before, Age.NEW, after);
    settings.values().forEach(RollCommand::check);
    Optional.of(condition).filter(c -> !c.isEmpty()).ifPresent(RollCondition::named);
    return new RollQuestion(
        name, form, versions, settings, many, grown, last, finish, back, condition, repeat);
  }

  private Path home() {
    return RollForm.folder(
        rolls,
        system.orElseThrow(
            () -> new WrongUsage("found no system, expected one of %s", RollForm.names(rolls))));
  }

  private static void check(Map<String, String> settings) {
    for (String name : settings.keySet()) {
      String format = "found the setting '%s', expected NAME=VALUE, and no name with ROLL_";
      WrongUsage.throwIf(!name.matches("(?!ROLL_)[A-Z][A-Z0-9_]*"), format, name);
    }
  }

  private int show(RollResult result, RunFolder folder) throws IOException {
    RollReport report = new RollReport(result);
    Document document = report.document();
    folder.write(RollResult.FILE, Json.text(Json.FULLY_INDENTED, result));
    Map<String, String> system = Map.of("system", result.asked().system());
    folder.write(
        Reports.JUNIT, new JunitRenderer("roll", "", Optional.empty(), system).render(document));
    folder.write(Reports.SUMMARY, new MarkdownRenderer().render(document));
    folder.write(
        RollReport.PAGE, new HtmlRenderer("faultlab roll " + result.id()).render(document));
    folder.finish();
    tools.print(document, false, folder.path().resolve(RollReport.PAGE));
    tools.summarise(document);
    return result.answer().exitStatus();
  }

  /** A result names exact versions. */
  private String version(String option, Optional<String> typed, RollForm form) {
    boolean isOwn = system.orElseThrow().contains("/"); // whose releases have names of their own
    String exact = isOwn ? "[0-9A-Za-z][\\w.+-]*" : "newest|[0-9]+(\\.[0-9]+){2,}\\S*";
    String words = isOwn ? "VERSION" : "VERSION with all its numbers, or %3$snewest";
    if (form.guests()) {
      exact = "(?!newest$)[a-z]\\S*";
      words = "NAME, one of ./faultlab kernels";
    }
    String prefix = form.component() + "=";
    String given = typed.orElse("");
    String version = given.substring(given.indexOf('=') + 1);
    boolean isValid = given.equals(prefix + version) && version.matches(exact);
    WrongUsage.throwIf(!isValid, "%s: found '%s', expected %3$s" + words, option, given, prefix);
    if (version.equals("newest")) {
      return tools.provisioning(home()).newest(Requirement.Image.parse(form.image()));
    }
    Optional<Version> number = Versions.find(version);
    if (!form.oldest().isEmpty()
        && number.filter(n -> n.compareTo(Version.parse(form.oldest())) >= 0).isEmpty()) {
      throw new WrongUsage("%s: found '%s', expected %s or later", option, version, form.oldest());
    }
    return version;
  }

  private int grown(RollForm form, String name, int many) {
    if (history.isEmpty()) {
      return 0;
    }
    String none = "--history %s: no history can be made for %s";
    WrongUsage.throwIf(!form.grown(), none, history.get(), name);
    boolean isNumber = history.get().matches("grown=[0-9]{1,3}");
    WrongUsage.throwIf(!isNumber, "--history %s: expected grown=N", history.get());
    int grown = Integer.parseInt(history.get().substring("grown=".length()));
    WrongUsage.requireBetween("--history grown", grown, 0, many - 1);
    return grown;
  }

  private int last(int many) {
    String typed = hold.orElse(many + "/" + many);
    String format = "--hold %s: expected 1/%d to %d/%d";
    WrongUsage.throwIf(!typed.matches("[0-9]{1,2}/" + many), format, typed, many, many, many);
    int last = Integer.parseInt(typed.split("/")[0]);
    WrongUsage.requireBetween("--hold", last, 1, many);
    return last;
  }

  private int list() {
    PrintStream out = tools.out();
    for (String name : RollForm.names(rolls)) {
      RollForm form = RollForm.read(rolls.resolve(name));
      out.printf("%s: %s; %d nodes%n", name, form.title(), form.nodes().usual());
      String by = form.directions().isEmpty() ? "" : " by " + form.directions().keySet();
      out.printf("  counts %s%s%n", form.counts(), by);
      for (RollForm.Known known : form.known()) {
        String words = known.from() + " to " + known.to() + " " + known.with();
        out.printf("  %s: %s%n    %s%n", words.strip(), known.because(), known.source());
      }
    }
    return ExitStatus.OK;
  }
}
