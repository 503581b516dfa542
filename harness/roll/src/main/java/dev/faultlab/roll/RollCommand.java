package dev.faultlab.roll;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.Toolbox;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.lab.Requirement;
import dev.faultlab.machine.Progress;
import dev.faultlab.owner.Owner;
import dev.faultlab.report.Reports;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.result.RunStore;
import dev.faultlab.run.ImageSource;
import dev.faultlab.run.Provisioning;
import dev.faultlab.service.Workplace;
import dev.faultlab.signature.Observation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./faultlab roll}: an upgrade of a cluster, held at every step. */
@Command(
    name = "roll",
    description = {
      "Upgrades a cluster node by node and holds every mix of versions: what fails only in between?",
      "The same restarts without another version are the controls. docs/roll.md explains it."
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
  @Parameters(paramLabel = "SYSTEM", arity = "0..1", description = "See --list.")
  private Optional<String> system = Optional.empty();

  @Option(names = "--from", paramLabel = "SYSTEM=VERSION", description = "The version you have.")
  private Optional<String> from = Optional.empty();

  @Option(names = "--to", paramLabel = "SYSTEM=VERSION", description = "The version you go to.")
  private Optional<String> to = Optional.empty();

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
      description = "The last hold, as in 1/3 (default: all nodes are new).")
  private Optional<String> hold = Optional.empty();

  @Option(names = "--back", description = "Also go back at the end, node by node.")
  private boolean back;

  @Option(names = "--trials", paramLabel = "N", description = "Repeat it (default: 1).")
  private int trials = 1;

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
    String name =
        system.orElseThrow(
            () -> new WrongUsage("found no system, expected one of %s", RollForm.names(rolls)));
    RollForm form = RollForm.read(rolls, name);
    String old = version("--from", from, form);
    String fresh = version("--to", to, form);
    int many = nodes.orElse(form.nodes().usual());
    WrongUsage.requireBetween("--nodes", many, form.nodes().least(), form.nodes().most());
    WrongUsage.requireBetween("--trials", trials, 1, 20);
    int grown = grown(form, name, many);
    int last = last(many);
    long seconds = form.seconds(trials, many, last + 1) * (back ? 2 : 1);
    Provisioning provisioning = tools.provisioning();
    for (String version : List.of(old, fresh)) {
      provisioning.check(form.image(version));
    }
    String takes =
        "Rolls %d nodes of %s from %s to %s up to hold %d/%d%s, with two controls, %d trials: %s once the images are here."
            .formatted(
                many,
                name,
                old,
                fresh,
                last,
                many,
                back ? " and back" : "",
                trials,
                Progress.about(seconds));
    if (dryRun) {
      tools.out().println(takes);
      return ExitStatus.OK;
    }
    Map<Age, String> versions = Map.of(Age.OLD, old, Age.NEW, fresh);
    Requirement.Image first = form.image(old);
    Requirement.Image second = form.image(fresh);
    Map<Requirement, ImageSource.Image> here = provisioning.resolve(List.of(first, second));
    Map<Age, String> images =
        Map.of(Age.OLD, here.get(first).name(), Age.NEW, here.get(second).name());
    tools.progress().say(takes);
    RunFolder folder =
        RunFolder.create(tools.workspace().results(), RunStore.ROLLS, Owner.current().label());
    Map<Pass, List<Map<Measured, Observation>>> seen = new EnumMap<>(Pass.class);
    int holds = (last + 1) * (back ? 2 : 1) * Pass.values().length * trials;
    try (Workplace place = new Workplace(DockerHost.find(), provisioning, folder);
        Progress.Step step = tools.progress().start("Rolling " + name, holds)) {
      for (int trial = 1; trial <= trials; trial++) {
        for (Pass pass : Pass.values()) {
          String stack = "roll-" + pass.words().replace(' ', '-') + "-" + trial;
          Map<Measured, Observation> found =
              place.with(
                  stack,
                  rolls.resolve(name),
                  identity -> DockerRollStack.model(form, pass, images, many, grown, identity),
                  started -> {
                    RollStack cluster =
                        DockerRollStack.start(form, pass, versions, started, many, grown);
                    return new RollRun(
                            form,
                            DockerRollStack.names(many),
                            cluster,
                            hold -> step.advance(pass.words() + ", " + hold))
                        .run(last, back);
                  });
          seen.computeIfAbsent(pass, p -> new ArrayList<>()).add(found);
        }
      }
    }
    RollResult result =
        new RollResult(
            folder.id(),
            name,
            old,
            fresh,
            many,
            grown,
            List.copyOf(form.directions().keySet()),
            RollResult.rows(seen));
    return show(result, folder);
  }

  private int show(RollResult result, RunFolder folder) throws IOException {
    RollReport report = new RollReport(result);
    Document document = report.document();
    folder.write(RollResult.FILE, result.text());
    folder.write(Reports.JUNIT, report.junit().render(document));
    folder.write(Reports.SUMMARY, new MarkdownRenderer().render(document));
    folder.write(
        RollReport.PAGE, new HtmlRenderer("faultlab roll " + result.id()).render(document));
    folder.finish();
    tools.print(document, false, folder.path().resolve(RollReport.PAGE));
    tools.summarise(document);
    return result.answer().exitStatus();
  }

  private String version(String option, Optional<String> typed, RollForm form) {
    String prefix = form.component() + "=";
    return typed
        .filter(text -> text.startsWith(prefix) && text.length() > prefix.length())
        .map(text -> text.substring(prefix.length()))
        .orElseThrow(
            () ->
                new WrongUsage(
                    "%s: found '%s', expected %sVERSION", option, typed.orElse(""), prefix));
  }

  private int grown(RollForm form, String name, int many) {
    if (history.isEmpty()) {
      return 0;
    }
    if (!form.grown()) {
      throw new WrongUsage("--history %s: no history can be made for %s", history.get(), name);
    }
    if (!history.get().matches("grown=[0-9]{1,3}")) {
      throw new WrongUsage("--history %s: expected grown=N", history.get());
    }
    int grown = Integer.parseInt(history.get().substring("grown=".length()));
    WrongUsage.requireBetween("--history grown", grown, 0, many - 1);
    return grown;
  }

  private int last(int many) {
    String typed = hold.orElse(many + "/" + many);
    if (!typed.matches("[0-9]{1,2}/" + many)) {
      throw new WrongUsage("--hold %s: expected 0/%d to %d/%d", typed, many, many, many);
    }
    int last = Integer.parseInt(typed.split("/")[0]);
    WrongUsage.requireBetween("--hold", last, 0, many);
    return last;
  }

  private int list() {
    for (String name : RollForm.names(rolls)) {
      RollForm form = RollForm.read(rolls, name);
      tools
          .out()
          .printf(
              "%s: %s%n  %d to %d nodes; directions: %s; counts: %s%n",
              name,
              form.title(),
              form.nodes().least(),
              form.nodes().most(),
              String.join(", ", form.directions().keySet()),
              String.join(", ", form.counts()));
      for (RollForm.Known known : form.known()) {
        tools
            .out()
            .printf(
                "  %s to %s%s: %s%n    %s%n",
                known.from(),
                known.to(),
                known.grown() == 0 ? "" : ", --history grown=" + known.grown(),
                known.appears(),
                known.source());
      }
    }
    return ExitStatus.OK;
  }
}
