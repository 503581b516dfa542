package dev.faultlab.upgrade.command;

import static java.util.stream.Collectors.joining;

import dev.faultlab.check.CheckFile;
import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.FileErrors;
import dev.faultlab.command.PlannedRuns;
import dev.faultlab.command.Toolbox;
import dev.faultlab.docker.EngineException;
import dev.faultlab.docker.ImageException;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.owner.Owner;
import dev.faultlab.plan.Plan;
import dev.faultlab.report.Reports;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunStore;
import dev.faultlab.run.TimeEstimate;
import dev.faultlab.servicecheck.CheckResult;
import dev.faultlab.servicecheck.ServiceCheck;
import dev.faultlab.shard.ShardNumber;
import dev.faultlab.shard.Split;
import dev.faultlab.upgrade.BaseLibraries;
import dev.faultlab.upgrade.KnownFault;
import dev.faultlab.upgrade.LabComparison;
import dev.faultlab.upgrade.LeftOut;
import dev.faultlab.upgrade.Scope;
import dev.faultlab.upgrade.ScopePlanner;
import dev.faultlab.upgrade.Upgrade;
import dev.faultlab.upgrade.UpgradeResult;
import dev.faultlab.upgrade.page.UpgradeReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Carries out an upgrade: a run per lab, then one answer.
 *
 * @param trials of each point a side; empty for the labs' own number
 * @param untilDecided whether a point that shows each fault has no more trials
 * @param variants ids of those in question; empty for all
 * @param verbose whether the terminal shows the whole report
 * @param checks of the service that the question names
 */
record UpgradeRun(
    Toolbox tools,
    PlannedRuns runs,
    Optional<Integer> trials,
    boolean untilDecided,
    Set<String> variants,
    boolean verbose,
    ServiceCheck checks) {

  /**
   * The exit status of the answer.
   *
   * @param omitted what is left out already
   * @param known the faults that any lab knows of the components
   * @param service that is checked as well
   * @throws BadQuestion when no variant exists on both sides
   */
  int run(
      Upgrade upgrade,
      List<Lab> labs,
      List<LeftOut> omitted,
      List<KnownFault> known,
      Optional<CheckFile> service)
      throws IOException, InterruptedException {
    List<LeftOut> leftOut = new ArrayList<>(omitted);
    List<Scope> scopes = scopes(upgrade, labs, leftOut);
    List<Plan> plans = scopes.stream().map(Scope::plan).toList();
    String startedAt = Instant.now().toString();
    runs.prepare(plans);
    RunFolder folder =
        RunFolder.create(tools.workspace().results(), RunStore.UPGRADES, Owner.current().label());
    List<LabComparison> compared = new ArrayList<>();
    for (Scope scope : scopes) {
      compared.add(compare(upgrade, scope));
    }
    Optional<CheckResult> checked =
        service.isPresent() ? Optional.of(checked(service.get())) : Optional.empty();
    UpgradeResult result =
        UpgradeResult.of(
            folder.id(),
            startedAt,
            Instant.now().toString(),
            upgrade,
            compared,
            leftOut,
            known,
            tools.fixes()::against,
            checked);
    Document document = new UpgradeReport(result).document();
    write(result, document, folder);
    tools.print(document, verbose, Reports.shown(folder.path().resolve(UpgradeReport.PAGE)));
    return result.answer().exitStatus();
  }

  /**
   * Carries out a machine's part of each lab's run. The first part of a lab is for the machine
   * after the one with the last part of the lab before.
   */
  int shard(Upgrade upgrade, List<Lab> labs, ShardNumber number)
      throws IOException, InterruptedException {
    int before = 0;
    for (Scope scope : scopes(upgrade, labs, new ArrayList<>())) {
      Split split = Split.of(scope.plan(), number.count(), runs.effort(scope.lab()));
      try {
        runs.shard(split, number.previous(before), GuestStart.FROM_SNAPSHOT);
      } catch (EngineException e) {
        tools.out().println(scope.lab().name() + ": " + e.getMessage());
      }
      before += split.parts().size();
    }
    return ExitStatus.OK;
  }

  /** Says what would be run, and for how long. */
  int announce(Upgrade upgrade, List<Lab> labs, Optional<CheckFile> service) throws IOException {
    RunStore earlier = new RunStore(tools.workspace().results());
    List<LeftOut> leftOut = new ArrayList<>();
    for (Scope scope : scopes(upgrade, labs, leftOut)) {
      Plan plan = scope.plan();
      String time = TimeEstimate.of(plan, plan.trials(), earlier).sentence();
      Stream<String> ids = plan.cells().stream().map(cell -> cell.point().variant()).distinct();
      tools.out().printf("%s, %s: %s%n", scope.lab().name(), ids.collect(joining(", ")), time);
    }
    leftOut.removeIf(part -> !part.what().isEmpty());
    leftOut.forEach(lab -> tools.out().println(lab.lab() + ": " + lab.reason()));
    service.ifPresent(check -> tools.out().println("./faultlab check " + check.file()));
    return ExitStatus.OK;
  }

  private List<Scope> scopes(Upgrade upgrade, List<Lab> labs, List<LeftOut> leftOut) {
    List<Scope> scopes = new ArrayList<>();
    for (Lab lab : labs) {
      ScopePlanner planner = new ScopePlanner(upgrade, lab, trials, untilDecided, variants);
      Optional<Scope> scope = planner.scope();
      scope.ifPresent(scopes::add);
      leftOut.addAll(
          scope
              .map(Scope::leftOut)
              .orElseGet(() -> List.of(new LeftOut(lab.name(), "", planner.whyNothing()))));
    }
    if (scopes.isEmpty()) {
      String why = leftOut.get(leftOut.size() - 1).reason();
      throw new BadQuestion(upgrade.words() + ": " + why + "; nothing was started");
    }
    return scopes;
  }

  private LabComparison compare(Upgrade upgrade, Scope scope)
      throws IOException, InterruptedException {
    try {
      return LabComparison.of(upgrade, scope, runs.run(scope.plan()))
          .withDifferences(new BaseLibraries(runs::packages).of(upgrade, scope));
    } catch (EngineException | ImageException | LabException | BadQuestion e) {
      // A lab that cannot be run does not affect the others; its rows stay inconclusive.
      return LabComparison.notRun(scope, e.getMessage());
    }
  }

  private CheckResult checked(CheckFile check) throws InterruptedException {
    try {
      return checks.run(check, false);
    } catch (EngineException
        | ImageException
        | LabException
        | IOException
        | UncheckedIOException e) {
      // What the labs found is an answer without it.
      return CheckResult.notCarriedOut(check, FileErrors.sentence(e).orElse(e.getMessage()));
    }
  }

  private void write(UpgradeResult result, Document document, RunFolder folder) throws IOException {
    folder.write(ResultJson.FILE, result.text());
    folder.write(Reports.JUNIT, new UpgradeReport(result).junit().render(document));
    folder.write(Reports.SUMMARY, new MarkdownRenderer().render(document));
    folder.write(
        UpgradeReport.PAGE, new HtmlRenderer("faultlab upgrade " + result.id()).render(document));
    folder.finish();
    tools.summarise(document);
  }
}
