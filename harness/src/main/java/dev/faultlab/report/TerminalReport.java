package dev.faultlab.report;

import dev.faultlab.verdict.Judgement;
import java.util.ArrayList;
import java.util.List;

/**
 * The verdict for the person who started the run: one table, the verdict, why, and where to look.
 */
public final class TerminalReport {
  private static final String RESET = "\u001b[0m";
  private static final String BOLD = "\u001b[1m";

  private final Screen screen;

  public TerminalReport(Screen screen) {
    this.screen = screen;
  }

  /**
   * Renders.
   *
   * @param reports lines that say where the reports are, e.g. {@code results/.../report.html}
   */
  public String render(RunResult result, List<String> reports) {
    List<String> lines = new ArrayList<>();
    lines.add(bold(result.lab()) + ": " + result.title());
    lines.add("");
    TextTable table = new TextTable("variant", "expected", "signature", "effect", "outcome");
    for (ResultRow row : ResultRow.of(result)) {
      table.row(
          List.of(
              List.of(row.cell()),
              List.of(row.expected()),
              List.of(row.signature() + ": " + row.found(), row.reason()),
              effect(row),
              List.of(shout(row.judgement()))));
    }
    table.lines(screen.width()).forEach(line -> lines.add(coloured(line)));
    lines.add("");
    long failed = result.trials().stream().filter(t -> t.failure().isPresent()).count();
    lines.add(
        result.trials().size()
            + " trials"
            + (failed == 0 ? "" : ", " + failed + " not carried out")
            + ", "
            + Numbers.duration(
                result.wallTime().values().stream().mapToDouble(Double::doubleValue).sum())
            + (result.quick() ? ", quick run" : ""));
    Judgement judgement = result.verdict().judgement();
    lines.add("Verdict: " + paint(judgement, shout(judgement)));
    for (String reason : result.verdict().reasons()) {
      List<String> wrapped = TextTable.wrap(reason, screen.width() - 4);
      for (int i = 0; i < wrapped.size(); i++) {
        lines.add((i == 0 ? "  - " : "    ") + wrapped.get(i));
      }
    }
    reports.forEach(report -> lines.add("Report: " + report));
    return String.join("\n", lines) + "\n";
  }

  private static List<String> effect(ResultRow row) {
    List<String> lines = new ArrayList<>();
    row.headline().ifPresent(h -> lines.add(Numbers.name(h.measurement()) + ":"));
    lines.addAll(row.effectLines());
    return lines.isEmpty() ? List.of("") : lines;
  }

  /** In capitals where somebody has to look, so that colour is not needed to see it. */
  private static String shout(Judgement judgement) {
    String words = ResultRow.words(judgement);
    return judgement == Judgement.AS_EXPECTED ? words : words.toUpperCase(java.util.Locale.ROOT);
  }

  private String coloured(String line) {
    for (Judgement judgement : Judgement.values()) {
      String word = shout(judgement);
      if (line.endsWith(word)) {
        return line.substring(0, line.length() - word.length()) + paint(judgement, word);
      }
    }
    return line;
  }

  private String paint(Judgement judgement, String text) {
    if (!screen.colour()) {
      return text;
    }
    return switch (judgement) {
          case AS_EXPECTED -> "\u001b[32m";
          case CONTRADICTED -> "\u001b[1;31m";
          case INCONCLUSIVE -> "\u001b[1;33m";
        }
        + text
        + RESET;
  }

  private String bold(String text) {
    return screen.colour() ? BOLD + text + RESET : text;
  }
}
