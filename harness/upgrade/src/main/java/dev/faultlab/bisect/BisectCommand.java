package dev.faultlab.bisect;

import dev.faultlab.bisect.Search.Step;
import dev.faultlab.command.Exclusion;
import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.PlannedRuns;
import dev.faultlab.command.Toolbox;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.lab.Lab;
import dev.faultlab.owner.Owner;
import dev.faultlab.owner.Owner.Life;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.result.RunStore;
import dev.faultlab.stack.Provenance;
import dev.faultlab.upgrade.Libraries;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./faultlab bisect}: which release introduced a fault, and which fixed it. */
@Command(
    name = "bisect",
    description = {
      "Searches the releases between two for the one that introduced a fault, or, with --find-fix, the"
          + " one that fixed it: both ends first, then halves. An inconclusive release is replaced by"
          + " its neighbour. After Ctrl-C, or when a mirror was down, the same command continues.",
      "",
      "./faultlab bisect charset --signature provider-lookups --from jdk=8 --to jdk=25 --find-fix"
    },
    exitCodeList = {
      "0:found",
      "2:inconclusive: both ends have the same outcome, are reversed, or are inconclusive",
      "64:wrong usage, an unknown lab, signature, axis or version; nothing was started",
      "69:something needed is unavailable, such as a mirror; the same command continues",
      "130:interrupted"
    })
public final class BisectCommand implements Callable<Integer> {
  @Parameters(paramLabel = "LAB", description = "The lab that has the signature.")
  private String lab;

  @Option(names = "--signature", required = true, paramLabel = "ID", description = "The fault.")
  private String signature;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "AXIS=VERSION",
      description = "The component, such as jdk or kafka, and its oldest version.")
  private String from;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "AXIS=VERSION",
      description = "The same component at its newest version.")
  private String to;

  @Option(
      names = "--find-fix",
      description = "Find the release that fixed the fault, not the one that introduced it.")
  private boolean fix;

  @Option(
      names = "--variant",
      paramLabel = "ID",
      description =
          "The variant to watch (default: the one that the lab expects to depend on the version).")
  private Optional<String> variant = Optional.empty();

  @Option(
      names = "--versions",
      paramLabel = "VERSION,..",
      split = ",",
      description =
          "These versions in this order, such as kernel files (default: every available release; of"
              + " kernels those of Debian's suites).")
  private List<String> versions = List.of();

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "Trials at each version (default: the lab's own number in its short form).")
  private Optional<Integer> trials = Optional.empty();

  @Mixin private final Exclusion exclusion = new Exclusion();

  private final Toolbox tools;
  private final PlannedRuns runs;

  public BisectCommand(Toolbox tools, PlannedRuns runs) {
    this.tools = tools;
    this.runs = runs;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    String[] old = pair("--from", from);
    String[] now = pair("--to", to);
    WrongUsage.throwIf(
        !now[0].equals(old[0]), "--from %s --to %s: expected two versions of one axis", from, to);
    String axis = Libraries.axis(old[0], labs(), runs);
    String program = Provenance.commit(tools.workspace().root());
    BisectQuestion question = BisectQuestion.of(tools.labs(), runs, lab, program);
    Optional<Integer> number = exclusion.trials(trials);
    Bisection task = question.ask(signature, axis, variant, old[1], now[1], versions, fix, number);
    BisectRun run =
        new BisectRun(runs, task, new Probing(task, question.lab()), tools.progress()::say);
    run.prepare();
    RunFolder folder =
        RunFolder.create(tools.workspace().results(), RunStore.BISECTIONS, Owner.current().label());
    BisectResult result = run.carryOut(folder, BisectCommand::hasEnded);
    Document document = new BisectReport(result, question.notes()).document();
    String report = new MarkdownRenderer().render(document);
    folder.write("report.md", report);
    folder.write(
        BisectReport.PAGE, new HtmlRenderer("faultlab bisect " + folder.id()).render(document));
    folder.finish();
    tools.out().print(report);
    return result.next() instanceof Step.Found ? ExitStatus.OK : ExitStatus.INCONCLUSIVE;
  }

  private List<Lab> labs() {
    return tools.labs().names().contains(lab) ? List.of(tools.labs().read(lab)) : List.of();
  }

  private static String[] pair(String option, String given) {
    if (!given.matches("[^=,]+=[^,]+")) {
      throw new WrongUsage("%s %s: expected AXIS=VERSION, as in jdk=17", option, given);
    }
    return given.split("=", 2);
  }

  private static boolean hasEnded(String process) {
    return Owner.parse(process).filter(owner -> owner.life(true) == Life.GONE).isPresent();
  }
}
