package dev.faultlab.upgrade.command;

import dev.faultlab.check.CheckFile;
import dev.faultlab.check.CheckFileReader;
import dev.faultlab.command.Exclusion;
import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.PlannedRuns;
import dev.faultlab.command.Toolbox;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.kubernetes.KubernetesOptions;
import dev.faultlab.kubernetes.KubernetesRun;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.RunForm;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.Text;
import dev.faultlab.result.RunStore;
import dev.faultlab.servicecheck.ServiceCheck;
import dev.faultlab.shard.ShardNumber;
import dev.faultlab.upgrade.KnownMove;
import dev.faultlab.upgrade.LeftOut;
import dev.faultlab.upgrade.Upgrade;
import dev.faultlab.upgrade.UpgradeFile;
import dev.faultlab.upgrade.UpgradeQuestion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./faultlab upgrade}: does a known fault appear from these versions to those? */
@Command(
    name = "upgrade",
    description = {
      "Compares a candidate version with the one that you have, in every lab that uses the "
          + "component. Both sides are interleaved in one run on the same machine, with a point "
          + "that proves that the fault can be seen there. It asks only about the faults of these labs; "
          + "the answer counts what was compared and what was left out.",
      "",
      "./faultlab upgrade --from jdk=17 --to jdk=25",
      "./faultlab upgrade --file upgrade.yaml",
      "./faultlab upgrade --git origin/main --dry-run",
      "./faultlab upgrade --sbom app.cdx.json",
      "./faultlab upgrade --from sbom:before.cdx.json --to sbom:after.cdx.json"
    },
    exitCodeList = {
      "0:nothing that was compared got worse",
      "1:a fault appeared, a candidate does not start or crashes, a metric got worse, or an SBOM has"
          + " a faulty version",
      "2:inconclusive",
      "64:wrong usage, an unknown component or version, an acceptance that expired; nothing was started",
      "69:something needed is unavailable, such as an image; nothing was started",
      "130:interrupted"
    })
public final class UpgradeCommand implements Callable<Integer> {
  /** A point has at most 100 trials in a run. */
  private static final int MAX_FULL_TRIALS = 50;

  @Option(
      names = "--variants",
      paramLabel = "A,B",
      split = ",",
      description = "Only these variants (default: all that use the components).")
  private List<String> variants = List.of();

  @Option(
      names = "--locked",
      paramLabel = "RESULT,..",
      split = ",",
      description =
          "Do not start unless each image and kernel is one that these results recorded; a run"
              + " id, a folder or a result file for each lab.")
  private List<String> locked = List.of();

  @Option(
      names = "--verbose",
      description = "Print the whole report, also what did not change and what was left out.")
  private boolean verbose;

  @Option(
      names = "--list",
      paramLabel = "COMPONENT",
      arity = "0..1",
      fallbackValue = "",
      description =
          "List the faults that labs know of a component (default: of all), and the versions with which"
              + " each comes or goes. Asks nothing.")
  private Optional<String> list = Optional.empty();

  @Option(names = "--shard", hidden = true, description = "a pod's part, for the pods of --on")
  private Optional<String> shard = Optional.empty();

  @ArgGroup(exclusive = false)
  private KubernetesOptions cluster;

  @Spec private CommandSpec spec;
  @Mixin private UpgradeOptions question = new UpgradeOptions();
  @Mixin private GitUpgrade.Options git = new GitUpgrade.Options();

  private final Toolbox tools;
  private final PlannedRuns localRuns;
  private final ServiceCheck checks;

  /**
   * @param localRuns runs on this machine
   * @param checks of the service that the question names
   */
  public UpgradeCommand(Toolbox tools, PlannedRuns localRuns, ServiceCheck checks) {
    this.checks = checks;
    this.tools = tools;
    this.localRuns = localRuns;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (list.isPresent()) {
      boolean alone = spec.commandLine().getParseResult().matchedOptions().size() == 1;
      WrongUsage.throwIf(!alone, "--list: expected a component and no other option");
      return list(list.get());
    }
    if (git.base.isPresent() && question.hasSides()) {
      throw new WrongUsage(
          "--git: expected no --from and --to beside it; --dry-run prints the questions with them");
    }
    WrongUsage.throwIf(
        git.sbom.isPresent() && question.service.isPresent(), "--service does not go with --sbom");
    if (!git.comesFromFiles(question.documents())) {
      return ask(question.complete(question.question(tools.labs())));
    }
    UpgradeFile settings = question.question(tools.labs()).withoutService();
    List<Lab> labs = UpgradeQuestion.selectedLabs(tools.labs(), settings.labs());
    UpgradeQuestion.variants(variants, labs);
    // Only the command line names a service here: an upgrade.yaml of the change is data
    GitUpgrade upgrade = new GitUpgrade(tools, git, localRuns, checks);
    GitUpgrade.Source source = git.base.isPresent() ? upgrade::read : documents();
    return upgrade.run(settings, labs, source, check(question.service), this::ask);
  }

  private GitUpgrade.Source documents() {
    List<String> sides =
        git.sbom
            .map(f -> List.of(SbomUpgrade.FILE + f, SbomUpgrade.FILE + f))
            .orElseGet(question::bothDocuments);
    return new SbomUpgrade(tools, sides.get(0), sides.get(1), git.archives);
  }

  /** Prints what labs know of a component, or of all. */
  private int list(String component) throws IOException {
    List<Lab> labs = tools.labs().names().stream().map(tools.labs()::read).toList();
    List<List<Text>> rows =
        KnownMove.ofLabs(labs, tools.workspace().rolls(), component).stream()
            .map(m -> Block.row(m.component(), m.what(), m.version(), m.lab(), m.fault()))
            .toList();
    List<String> columns = List.of("component", "the fault", "version", "lab", "what goes wrong");
    tools.print(
        new Document(
            Document.Head.of("upgrade", "what the labs and the rolls know"),
            List.of(Block.table(columns, rows))),
        false);
    return ExitStatus.OK;
  }

  private int ask(UpgradeFile file) throws IOException, InterruptedException {
    WrongUsage.throwIf(
        file.form() == RunForm.FULL && file.trials().filter(n -> n > MAX_FULL_TRIALS).isPresent(),
        "--trials: expected at most %d with --full, which carries out twice as many",
        MAX_FULL_TRIALS);
    Optional<CheckFile> check = check(file.service());
    UpgradeQuestion asking = new UpgradeQuestion(tools.labs(), localRuns);
    Upgrade upgrade = asking.ask(file);
    List<Lab> chosen = asking.labs(upgrade, file.labs());
    Set<String> ids = UpgradeQuestion.variants(variants, chosen);
    List<LeftOut> leftOut = new ArrayList<>(asking.leftOut(chosen, upgrade));
    PlannedRuns runs = localRuns.locked(locked);
    if (cluster != null) {
      runs = onCluster(file.trials(), upgrade, chosen);
      leftOut.add(new LeftOut("all labs", "packages of their images", "with --on none is here"));
    }
    UpgradeRun run =
        new UpgradeRun(tools, runs, file.trials(), question.untilDecided, ids, verbose, checks);
    if (git.dryRun) {
      return run.announce(upgrade, chosen, check);
    }
    return shard.isPresent()
        ? run.shard(upgrade, chosen, ShardNumber.parse(shard.get(), tools.environment()))
        : run.run(upgrade, chosen, leftOut, asking.knownFaults(upgrade), check);
  }

  /** Pods ask the same, with exact versions. */
  private PlannedRuns onCluster(Optional<Integer> trials, Upgrade upgrade, List<Lab> labs) {
    WrongUsage.throwIf(!locked.isEmpty(), "--on goes without --locked");
    List<String> words = new ArrayList<>(List.of("shard", "upgrade", "--shard", ShardNumber.AUTO));
    words.addAll(List.of("--from", Upgrade.typed(upgrade.from())));
    upgrade.to().forEach(candidate -> words.addAll(List.of("--to", Upgrade.typed(candidate))));
    words.addAll(List.of("--labs", String.join(",", labs.stream().map(Lab::name).toList())));
    words.add(upgrade.form() == RunForm.FULL ? "--full" : "--quick");
    trials.ifPresent(number -> words.addAll(List.of("--trials", number.toString())));
    if (question.untilDecided) {
      words.add(Exclusion.UNTIL_DECIDED);
    }
    if (!variants.isEmpty()) {
      words.addAll(List.of("--variants", String.join(",", variants)));
    }
    String asked = RunStore.UPGRADES + "-" + Integer.toHexString(words.hashCode());
    return new KubernetesRun(localRuns, cluster, asked, words);
  }

  /** The check of the service, of two versions; nothing was started. */
  private Optional<CheckFile> check(Optional<Path> asked) throws InterruptedException {
    if (asked.isEmpty()) {
      return Optional.empty();
    }
    Path path = asked.get();
    CheckFile check = CheckFileReader.read(path);
    if (check.to().isEmpty()) {
      throw new WrongUsage(
          "%s: found one version in %s, expected from and to; './faultlab check %s' checks one",
          UpgradeOptions.SERVICE, path, path);
    }
    checks.require(check);
    return Optional.of(check);
  }
}
