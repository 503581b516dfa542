package dev.faultlab.report;

import dev.faultlab.lab.RunForm;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.text.Escape;
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
    lines.add(bold(Escape.line(result.lab())) + ": " + Escape.line(result.title()));
    lines.add("");
    table(result).lines(screen.width()).forEach(line -> lines.add(coloured(line)));
    lines.add("");
    long failed = result.trials().stream().filter(t -> t.failure().isPresent()).count();
    lines.add(
        result.trials().size()
            + " trials"
            + (failed == 0 ? "" : ", " + failed + " not carried out")
            + ", "
            + Numbers.duration(result.seconds())
            + (result.form() == RunForm.SHORT ? ", short form" : ""));
    Judgement judgement = result.verdict().judgement();
    boolean fine = judgement == Judgement.AS_EXPECTED;
    lines.add(
        "Verdict: "
            + paint(judgement, shout(judgement))
            + (fine ? ", " + ResultRow.sentence(judgement) : ""));
    for (String reason : result.verdict().reasons()) {
      List<String> wrapped = TextTable.wrap(reason, screen.width() - 4);
      for (int i = 0; i < wrapped.size(); i++) {
        lines.add((i == 0 ? "  - " : "    ") + wrapped.get(i));
      }
    }
    reports.forEach(report -> lines.add("Report: " + Escape.line(report)));
    return String.join("\n", lines) + "\n";
  }

  /** Without the column of effects where nothing was measured. */
  private static TextTable table(RunResult result) {
    List<ResultRow> rows = ResultRow.of(result);
    boolean effects = rows.stream().anyMatch(row -> row.headline().isPresent());
    List<String> head = new ArrayList<>(List.of("variant", "expected", "signature", "outcome"));
    if (effects) {
      head.add(3, "effect");
    }
    TextTable table = new TextTable(head.toArray(String[]::new));
    for (ResultRow row : rows) {
      List<List<String>> cells = new ArrayList<>();
      cells.add(List.of(row.name()));
      cells.add(List.of(row.expected()));
      cells.add(List.of(row.signature() + ": " + row.found(), row.reason()));
      if (effects) {
        cells.add(effect(row));
      }
      cells.add(List.of(shout(row.judgement())));
      table.row(cells);
    }
    return table;
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
