package dev.faultlab.service;

import dev.faultlab.check.CheckFile;
import dev.faultlab.check.CheckFileReader;
import dev.faultlab.check.ConditionResult;
import dev.faultlab.check.Side;
import dev.faultlab.check.SideResult;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.docker.EngineException;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.lab.LabException;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.UsageLog;
import dev.faultlab.owner.Owner;
import dev.faultlab.result.RunStore;
import dev.faultlab.run.Provisioning;
import dev.faultlab.testcontainers.condition.Caller;
import dev.faultlab.testcontainers.condition.Conditions;
import dev.faultlab.testcontainers.condition.NetworkCondition;
import dev.faultlab.testcontainers.condition.NewCertificates;
import dev.faultlab.text.Suggestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Carries out checks, or says what they would do.
 *
 * @param docker asked only when something is started
 */
public record ServiceChecks(Provisioning tools, Supplier<DockerHost> docker) {
  private static final int SECONDS_PER_STACK = 15;
  private static final int SECONDS_PER_TRIAL = 15;

  /** Requests before the condition, and the last ones under it, each wait for an answer. */
  private static final int SECONDS_WAITED = 30;

  /**
   * Requires a name of a condition.
   *
   * @throws IllegalArgumentException with the nearest one
   */
  public static void requireKnown(String name) {
    if (!Conditions.names().contains(name)) {
      throw new IllegalArgumentException(
          "found the condition '" + name + "'" + Suggestion.hint(name, Conditions.names()));
    }
  }

  /**
   * The conditions of a file with their settings.
   *
   * @throws LabException when there is no such condition or setting
   */
  private static Map<String, NetworkCondition> conditions(CheckFile check) {
    Map<String, NetworkCondition> conditions = new LinkedHashMap<>();
    check
        .conditions()
        .forEach(
            (name, asked) -> {
              try {
                requireKnown(name);
                NetworkCondition condition = Conditions.named(name, asked.settings());
                if (condition.load().uploads() > 0 && check.upload().isEmpty()) {
                  throw new IllegalArgumentException(
                      name + " needs a large request; add upload: POST /path 20kB");
                }
                if (condition instanceof NewCertificates
                    && check.project().certificates().isEmpty()) {
                  throw new IllegalArgumentException(
                      name + " needs files to replace; add certificates: [tls/ca.crt, ...]");
                }
                conditions.put(name, condition);
              } catch (IllegalArgumentException e) {
                throw CheckFileReader.error(
                    check,
                    e.getMessage() + "; './faultlab check --list' explains conditions",
                    "conditions",
                    name);
              }
            });
    return conditions;
  }

  /**
   * What a check would do.
   *
   * @param services that are started
   * @param notes what differs from the project
   * @param steps a sentence for each condition
   * @param seconds that all of it takes, roughly, if nothing harms the service
   * @param harmed the same if the service stays broken under each condition
   */
  public record Preview(
      List<String> services, List<String> notes, List<String> steps, long seconds, long harmed) {}

  /** What a check reads before it starts anything. */
  private record Inputs(Map<String, NetworkCondition> conditions, Map<Side, ServiceModel> models) {}

  /**
   * Reads everything and starts nothing. Needs no engine.
   *
   * @throws LabException when the file or the project cannot be checked
   */
  public Preview preview(CheckFile check) throws InterruptedException {
    Inputs inputs = read(check);
    List<String> steps = new ArrayList<>();
    String trials = check.trials() == 1 ? "1 trial" : check.trials() + " trials";
    String format = "%s, %s, %s: the network %s";
    inputs.conditions.forEach(
        (name, each) ->
            steps.add(format.formatted(name, trials, duration(check, each), each.about().what())));
    return new Preview(
        inputs.models.values().iterator().next().services(),
        notes(check, inputs.models),
        steps,
        inputs.conditions.values().stream().mapToLong(each -> seconds(check, each)).sum(),
        inputs.conditions.values().stream().mapToLong(each -> harmedSeconds(check, each)).sum());
  }

  private Inputs read(CheckFile check) throws InterruptedException {
    Map<String, NetworkCondition> conditions = conditions(check);
    Map<Side, ServiceModel> models = new LinkedHashMap<>();
    for (Side side : check.sides()) {
      models.put(side, new Projects(tools).preview(check, side));
    }
    return new Inputs(conditions, models);
  }

  private static String duration(CheckFile check, NetworkCondition condition) {
    return "about %d s, or %d s if the service stays broken"
        .formatted(seconds(check, condition), harmedSeconds(check, condition));
  }

  private static long harmedSeconds(CheckFile check, NetworkCondition condition) {
    long recover = check.limits().recover().toSeconds() + SECONDS_WAITED;
    return seconds(check, condition) + check.trials() * recover;
  }

  private static long seconds(CheckFile check, NetworkCondition condition) {
    return SECONDS_PER_STACK + check.trials() * (SECONDS_PER_TRIAL + condition.seconds());
  }

  private static List<String> notes(CheckFile check, Map<Side, ServiceModel> models) {
    String one = "one trial of each condition cannot disagree with another; a race stays hidden";
    return Stream.concat(
            check.trials() == 1 ? Stream.of(one) : Stream.empty(),
            models.values().stream().flatMap(m -> m.notes().stream()))
        .distinct()
        .toList();
  }

  /**
   * A finished check.
   *
   * @param folder still marked as partial
   */
  public record FinishedCheck(RunFolder folder, List<ConditionResult> seen, List<String> notes) {}

  /**
   * Carries a check out. Nothing of it is left on the engine afterwards.
   *
   * @param restart whether the service is started again under each condition, as the file may ask
   * @param row receives the result of each condition
   * @throws LabException when the file or the project cannot be checked; nothing was started then
   */
  public FinishedCheck run(CheckFile check, boolean restart, Consumer<ConditionResult> row)
      throws IOException, InterruptedException {
    Inputs inputs = read(check);
    Map<Side, ServiceModel> models = new LinkedHashMap<>();
    for (Side side : check.sides()) {
      models.put(side, new Projects(tools).build(check, side, inputs.models.get(side)));
    }
    UsageLog uses = new UsageLog(tools.workspace().cache());
    models.values().forEach(m -> m.built().values().forEach(image -> uses.note(image, "")));
    String netshoot = tools.images().image("netshoot", Map.of());
    String coredns = tools.images().image("coredns", Map.of());
    byte[] caller = caller();
    RunFolder folder =
        RunFolder.create(tools.workspace().results(), RunStore.CHECKS, Owner.current().label());
    List<ConditionResult> results = new ArrayList<>();
    int trials = inputs.conditions.size() * check.sides().size() * check.trials();
    try (StackLauncher place = new StackLauncher(docker.get(), tools, folder);
        Progress.Step step = tools.progress().start("Checking " + check.service(), trials)) {
      boolean restarts = restart || check.restart();
      boolean dead = false;
      for (String name : inputs.conditions.keySet()) {
        NetworkCondition condition = inputs.conditions.get(name);
        if (!dead) {
          tools.progress().say(name + ": takes " + duration(check, condition));
        }
        ConditionRun run =
            new ConditionRun(
                check, name, condition, netshoot, coredns, caller, place, step, restarts);
        ConditionResult found =
            dead
                ? run.inconclusive("not tried, because the service did not start and answer")
                : run.run(models);
        dead = dead || results.isEmpty() && found.sides().stream().anyMatch(ServiceChecks::isDead);
        results.add(found);
        row.accept(found);
      }
    }
    return new FinishedCheck(folder, results, notes(check, models));
  }

  /** Whether a version did not answer before anything was done to it. */
  private static boolean isDead(SideResult side) {
    return side.failure().isPresent() || side.overall().reason().equals(ConditionRun.NO_ANSWER);
  }

  /** Canaries and load: from the package, or built from the sources of this clone. */
  public byte[] caller() throws IOException, InterruptedException {
    String architecture = docker.get().architecture();
    Optional<byte[]> packaged = Caller.program(architecture);
    if (packaged.isPresent()) {
      return packaged.get();
    }
    String script = tools.workspace().root().resolve("harness/scripts/build-go").toString();
    CommandResult built =
        tools
            .commands()
            .run(Command.of(script, "caller", architecture).within(Duration.ofMinutes(10)));
    if (!built.ok()) {
      throw new EngineException("go-apps/caller could not be built:\n" + built.tail(20));
    }
    return Files.readAllBytes(Path.of(built.out().strip()));
  }
}
