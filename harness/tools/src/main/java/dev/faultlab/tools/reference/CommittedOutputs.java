package dev.faultlab.tools.reference;

import dev.faultlab.bisect.BisectResult;
import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.command.Toolbox;
import dev.faultlab.cure.CureLists;
import dev.faultlab.diagnose.Diagnose;
import dev.faultlab.files.Json;
import dev.faultlab.report.BoundText;
import dev.faultlab.report.Reports;
import dev.faultlab.report.diagnosis.DiagnosisText;
import dev.faultlab.report.document.Screen;
import dev.faultlab.report.document.TerminalRenderer;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import dev.faultlab.upgrade.UpgradeResult;
import dev.faultlab.upgrade.page.UpgradeReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The command output that documents show: for {@code diagnose FILE [LINES]} the findings in a
 * committed capture, or their first lines; for {@code upgrade RESULT VARIANT...} these rows and the
 * sentence of a committed answer; for {@code bisect RESULT} its sentence; and for {@code run RESULT
 * VARIANT...} the end of a committed run, with these rows.
 */
record CommittedOutputs(Toolbox tools, CureLists cures) implements BoundText.Outputs {
  private static final Screen PAGE_SCREEN = new Screen(120, false);

  CommittedOutputs(Toolbox tools) {
    this(tools, tools.fixes());
  }

  @Override
  public String of(String command, List<String> words) throws IOException {
    return switch (command) {
      case "diagnose" -> beginning(diagnose(words.get(0)), words);
      case "upgrade" -> upgrade(words.get(0), Set.copyOf(words.subList(1, words.size())));
      case "bisect" -> bisect(words.get(0));
      case "run" -> run(words.get(0), Set.copyOf(words.subList(1, words.size())));
      default ->
          throw new IOException(
              "no output of '" + command + "'; there are: bisect, diagnose, run, upgrade");
    };
  }

  /** The first lines, if a second word says how many. */
  private static String beginning(String text, List<String> words) {
    if (words.size() < 2) {
      return text;
    }
    List<String> first = text.lines().limit(Integer.parseInt(words.get(1))).toList();
    return String.join("\n", first) + "\n    ...\n";
  }

  private String diagnose(String file) throws IOException {
    try (CaptureReader reader = CaptureReader.open(tools.workspace().root().resolve(file))) {
      return DiagnosisText.of(
          Diagnose.run(reader), Path.of(file).getFileName().toString(), cures::against);
    }
  }

  private String bisect(String name) throws IOException {
    BisectResult result = Json.record(committed(name), BisectResult.class);
    return result.sentence()
        + "\nLooked at "
        + result.probes().size()
        + " of "
        + result.question().versions().size()
        + " versions.\n";
  }

  /** The head of the table, the rows of these variants, the measured pair and the verdict. */
  private String run(String name, Set<String> variants) throws IOException {
    RunResult result =
        new RunStore(tools.workspace().results()).find(RunStore.REFERENCE + "/" + name).result();
    List<String> all =
        new Reports(PAGE_SCREEN, cures).terminal(result, Optional.empty(), false).lines().toList();
    Stream<String> rows = all.stream().skip(4).filter(row -> variants.contains(row.split(" ")[0]));
    Stream<String> after =
        all.stream()
            .dropWhile(line -> !line.startsWith("At ") && !line.startsWith("Measured: "))
            .filter(line -> !line.isEmpty() && !line.startsWith("Run "));
    return Stream.of(all.subList(2, 4).stream(), rows, Stream.of("..."), after)
        .flatMap(lines -> lines)
        .collect(Collectors.joining("\n"));
  }

  private Path committed(String name) {
    return tools.workspace().results().resolve(RunStore.REFERENCE).resolve(name + ".json");
  }

  private String upgrade(String name, Set<String> variants) throws IOException {
    UpgradeReport report = new UpgradeReport(UpgradeResult.read(committed(name)));
    return new TerminalRenderer(PAGE_SCREEN).render(report.summary(variants));
  }
}
