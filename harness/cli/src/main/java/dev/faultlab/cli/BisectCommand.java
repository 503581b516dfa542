package dev.faultlab.cli;

import dev.faultlab.bisect.BisectQuestion;
import dev.faultlab.bisect.BisectResult;
import dev.faultlab.bisect.BisectRun;
import dev.faultlab.bisect.Bisection;
import dev.faultlab.bisect.Search.Step;
import dev.faultlab.compare.BadQuestion;
import dev.faultlab.compare.PlannedRuns;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.machine.Owner;
import dev.faultlab.machine.Owner.Life;
import dev.faultlab.report.BisectReport;
import dev.faultlab.result.RunStore;
import dev.faultlab.run.Provenance;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./faultlab bisect}: which release brought a fault, and which cured it. */
@Command(
    name = "bisect",
    mixinStandardHelpOptions = true,
    description = {
      "Searches the releases between two for the one that brought a fault, or, with --find-fix, the"
          + " one that cured it: both ends first, then halves. What cannot be told is passed over"
          + " for its neighbour. The same command after Ctrl-C goes on where it was.",
      "",
      "./faultlab bisect charset --signature provider-lookups --axis jdk --from 8 --to 25 --find-fix"
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:found",
      "2:not found: the ends are alike, the other way round, or cannot be told",
      "64:wrong usage, an unknown lab, signature, axis or version; nothing was started",
      "130:interrupted"
    })
final class BisectCommand implements Callable<Integer> {
  private static final String REPORT = "report.md";

  @Parameters(paramLabel = "LAB", description = "The lab that has the signature.")
  private String lab;

  @Option(names = "--signature", required = true, paramLabel = "ID", description = "The fault.")
  private String signature;

  @Option(
      names = "--axis",
      required = true,
      paramLabel = "AXIS",
      description = "The component, such as jdk or kafka.")
  private String axis;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "VERSION",
      description = "The oldest version.")
  private String from;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "VERSION",
      description = "The newest version.")
  private String to;

  @Option(
      names = "--find-fix",
      description = "Look for the release that cured the fault, not for the one that brought it.")
  private boolean findFix;

  @Option(
      names = "--variant",
      paramLabel = "ID",
      description =
          "The variant that is watched (default: the one of which the lab says that the version"
              + " decides).")
  private Optional<String> variant = Optional.empty();

  @Option(
      names = "--versions",
      paramLabel = "VERSION,..",
      split = ",",
      description =
          "These versions in this order, such as kernel files (default: every release that can be"
              + " had; of kernels those of Debian's suites).")
  private List<String> versions = List.of();

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "Trials at each version (default: the lab's own number in its short form).")
  private Optional<Integer> trials = Optional.empty();

  @Spec private CommandSpec spec;

  private final Toolbox tools;
  private final PlannedRuns runs;

  BisectCommand(Toolbox tools, PlannedRuns runs) {
    this.tools = tools;
    this.runs = runs;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try {
      String program = Provenance.commit(tools.workspace().root());
      BisectQuestion question = new BisectQuestion(tools.labs(), runs, lab, program);
      Bisection asked = question.ask(signature, axis, variant, from, to, versions, findFix, trials);
      BisectRun run = new BisectRun(runs, question.lab(), asked, tools.progress()::say);
      run.prepare();
      RunFolder folder =
          RunFolder.create(
              tools.workspace().results(), RunStore.BISECTIONS, Owner.current().label());
      BisectResult result = run.carryOut(folder, BisectCommand::hasEnded);
      String report = new BisectReport(result, question.notes()).text();
      folder.write(REPORT, report);
      folder.finish();
      tools.out().print(report);
      return result.next() instanceof Step.Found ? ExitStatus.OK : ExitStatus.INCONCLUSIVE;
    } catch (BadQuestion e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }

  private static boolean hasEnded(String process) {
    return Owner.parse(process).filter(owner -> owner.life(true) == Life.GONE).isPresent();
  }
}
