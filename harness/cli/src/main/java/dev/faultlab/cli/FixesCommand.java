package dev.faultlab.cli;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.PlannedRuns;
import dev.faultlab.command.Toolbox;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.cure.CureTable;
import dev.faultlab.cure.FixPage;
import dev.faultlab.cure.KnownCures;
import dev.faultlab.diagnose.Diagnose;
import dev.faultlab.diagnose.FindingId;
import dev.faultlab.diagnose.LabFault;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Cure;
import dev.faultlab.lab.Cures;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.NamedCure;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Choices;
import dev.faultlab.point.Value;
import dev.faultlab.report.FixesReport;
import dev.faultlab.result.RunResult;
import dev.faultlab.testcontainers.condition.Conditions;
import dev.faultlab.text.Suggestion;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./faultlab fixes}: lists fixes for people who cannot upgrade. */
@Command(
    name = "fixes",
    description = {
      "Lists fixes of every fault that a lab or a condition of check knows: how to apply, verify and"
          + " undo each. Of fixes that runs have tried it also prints what they change.",
      "",
      "./faultlab fixes dns-java"
    },
    exitCodeList = {
      "0:shown; with --run, every fix did what the lab expects of it",
      "1:with --run: a fix did something else",
      "2:with --run: inconclusive",
      "64:there is no such lab or fault"
    })
final class FixesCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "FAULT|LAB|FIX",
      description =
          "A lab, one of its signatures, a finding of diagnose, a condition or reason of check, or a fix"
              + " (default: one line for each fault).")
  private Optional<String> topic = Optional.empty();

  @Option(
      names = "--run",
      description = "Try them now, each next to the unfixed fault, and show that run.")
  private boolean run;

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "With --run: trials of each point (default: the short form's, and at least 2).")
  private Optional<Integer> trials = Optional.empty();

  @Option(
      names = "--at",
      paramLabel = "AXIS=A,B",
      description = "With --run: values of an axis of the lab, such as jdk=8,25.")
  private Map<String, String> at = new LinkedHashMap<>();

  private final Toolbox tools;
  private final PrintStream out;
  private final PlannedRuns runs;

  FixesCommand(Toolbox tools, PlannedRuns runs) {
    this.tools = tools;
    this.out = tools.out();
    this.runs = runs;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    WrongUsage.throwIf(
        !run && (trials.isPresent() || !at.isEmpty()), "--trials and --at need --run");
    ofConditions().forEach((at, to) -> out.printf("%s: %s %s%n", at, to, Conditions.page(at)));
    if (topic.isPresent() && fault().isEmpty()) {
      String text = Diagnose.remedy(topic.get());
      out.printf("%s: %s docs/reference/findings.md#%1$s%n", topic.get(), text);
      return ExitStatus.OK;
    }
    if (topic.isEmpty() && !run) {
      tools.print(FixesReport.index(index()), false);
      return ExitStatus.OK;
    }
    String separator = "";
    int status = ExitStatus.OK;
    KnownCures measured = new KnownCures(tools.workspace().results());
    for (Lab lab : labs()) {
      Cures cures = Cures.of(lab);
      out.print(separator);
      separator = "\n";
      List<RunResult> shown = run ? List.of(run(lab, cures)) : measured.resultsOf(lab);
      if (run) {
        status = ExitStatus.worse(status, shown.get(0).verdict().judgement().exitStatus());
      }
      CureTable table = CureTable.of(lab, cures, shown);
      CureTable asked =
          fix(cures)
              .map(cure -> table.only(cure.id()))
              .or(() -> fault().filter(lab.signatures()::containsKey).map(table::against))
              .orElse(table);
      tools.print(
          asked.cures().isEmpty() ? FixesReport.of(lab, steps(lab)) : FixesReport.of(asked), false);
    }
    return status;
  }

  /** A row for each fault of each lab. */
  private List<List<String>> index() {
    List<List<String>> rows = new ArrayList<>();
    for (Lab lab : allLabs()) {
      for (String fault : lab.signatures().keySet()) {
        List<NamedCure> fixes = tools.fixes().against(lab.name(), fault);
        rows.add(List.of(lab.name(), fault, fixes.isEmpty() ? "-" : fixes.get(0).title()));
      }
    }
    Conditions.fixes((condition, reason) -> true)
        .forEach((at, text) -> rows.add(List.of("check", at, text.split("(?<=[.]) ")[0])));
    return rows;
  }

  /** What the page says, of the fault that the word names or of all. */
  private List<FixPage.Step> steps(Lab lab) {
    FixPage page = tools.fixes().steps(lab.name());
    return fault().filter(lab.signatures()::containsKey).map(page::against).orElse(page.steps());
  }

  private List<Lab> allLabs() {
    return tools.labs().names().stream().map(tools.labs()::read).toList();
  }

  /** The fault that the word names; for a finding of diagnose, the signature of the same fault. */
  private Optional<String> fault() {
    Optional<FindingId> finding = topic.flatMap(FindingId::of);
    return finding.isEmpty()
        ? topic
        : finding.map(Diagnose.known()::get).flatMap(fault -> fault.flatMap(LabFault::signature));
  }

  /** The fix of that id. */
  private Optional<Cure> fix(Cures cures) {
    return cures.all().stream().filter(cure -> topic.equals(Optional.of(cure.id()))).findFirst();
  }

  /** The selected labs; to try fixes, those that declare some. */
  private List<Lab> labs() {
    List<Lab> labs = allLabs().stream().filter(l -> !run || !Cures.of(l).all().isEmpty()).toList();
    if (topic.isEmpty()) {
      return labs;
    }
    List<Lab> matching =
        labs.stream()
            .filter(
                lab ->
                    lab.name().equals(topic.get())
                        || lab.signatures().containsKey(fault().get())
                        || fix(Cures.of(lab)).isPresent())
            .toList();
    if (matching.isEmpty() && ofConditions().isEmpty()) {
      Set<String> known = new TreeSet<>();
      Diagnose.known().keySet().forEach(id -> known.add(id.id()));
      Conditions.fixes((at, reason) -> known.add(at) | known.add(reason));
      for (Lab lab : labs) {
        known.add(lab.name());
        known.addAll(lab.signatures().keySet());
        Cures.of(lab).all().forEach(cure -> known.add(cure.id()));
      }
      String hint = Suggestion.phrase(topic.get(), known).orElse(";");
      throw new WrongUsage(
          "%s", "no fixes for '" + topic.get() + "'" + hint + " './faultlab fixes' lists all");
    }
    return matching;
  }

  /** What to do about the condition, or the reason, that the word names. */
  private Map<String, String> ofConditions() {
    return Conditions.fixes((id, reason) -> List.of(id, reason).contains(topic.orElse("")));
  }

  private RunResult run(Lab lab, Cures cures) throws IOException, InterruptedException {
    Map<String, String> given = new LinkedHashMap<>(at);
    given.put(Cure.AXIS, Value.ALL.toString());
    given.put(Lab.TRIALS, Integer.toString(trials.orElseGet(lab::deciding)));
    Set<String> variants = new LinkedHashSet<>();
    cures.faulty().forEach(variant -> variants.add(variant.id()));
    cures.all().forEach(cure -> cures.testedVariants(cure).forEach(v -> variants.add(v.id())));
    Choices choices = Choices.typed(given, List.copyOf(variants), RunForm.SHORT);
    RunResult result = runs.run(lab, choices, GuestStart.FROM_SNAPSHOT, event -> {});
    runs.print(result);
    return result;
  }
}
