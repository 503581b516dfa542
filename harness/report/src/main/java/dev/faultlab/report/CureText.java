package dev.faultlab.report;

import dev.faultlab.cure.CureTable;
import dev.faultlab.cure.Help;
import dev.faultlab.cure.Price;
import dev.faultlab.cure.Proof;
import dev.faultlab.cure.Tried;
import dev.faultlab.result.Numbers;
import dev.faultlab.text.Escape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Cures on a terminal: one table, then each in full. */
public final class CureText {
  private static final int LABEL = 10;

  private final Screen screen;

  public CureText(Screen screen) {
    this.screen = screen;
  }

  /** Renders the cures of a lab. */
  public String render(CureTable cures) {
    List<String> lines = new ArrayList<>();
    lines.add(Escape.line(cures.lab() + ": " + cures.title()));
    if (cures.shown().isEmpty()) {
      lines.add("No run has shown these cures here yet.");
    }
    cures.shown().forEach(run -> lines.add(Escape.line(source(run))));
    lines.add("");
    TextTable table = new TextTable("cure", "what the run shows", "restart", "applies to");
    for (Tried tried : cures.cures()) {
      table.row(
          List.of(
              List.of(tried.cure().id()),
              List.of(tried.help().words()),
              List.of(tried.cure().restart()),
              List.of(tried.cure().use().applies())));
    }
    lines.addAll(table.lines(screen.width()));
    cures.cures().forEach(tried -> card(lines, tried));
    return String.join("\n", lines) + "\n";
  }

  private static String source(CureTable.Shown shown) {
    String load = shown.provenance().getOrDefault("load average", "");
    return "Run "
        + shown.runId()
        + " (results/reference or results/), commit "
        + shown.provenance().getOrDefault("commit", "unknown")
        + (load.isEmpty() ? "" : "; load average at its start " + load);
  }

  private void card(List<String> lines, Tried tried) {
    lines.add("");
    lines.add(Escape.line(tried.cure().id() + ": " + tried.cure().title()));
    tried.cure().use().apply().forEach(line -> add(lines, "apply", line));
    add(lines, "undo", tried.cure().use().undo());
    add(lines, "check", tried.cure().use().check());
    add(lines, tried.help() == Help.DOES_NOT_HELP ? "why not" : "why", tried.cure().why());
    evidence(tried.proofs()).forEach((what, where) -> add(lines, "evidence", what + where));
    tried.prices().forEach(price -> add(lines, "price", price(price)));
  }

  /** Points that showed the same stand in one line. */
  private static Map<String, String> evidence(List<Proof> proofs) {
    Map<String, String> lines = new LinkedHashMap<>();
    for (Proof proof : proofs) {
      String what =
          proof.fault()
              + " "
              + proof.state().name().toLowerCase(Locale.ROOT)
              + proof.code().map(code -> " (" + code + ")").orElse("")
              + proof
                  .without()
                  .map(s -> ", without it " + s.name().toLowerCase(Locale.ROOT))
                  .orElse("")
              + ", n = "
              + proof.trials()
              + " at ";
      lines.merge(what, proof.point().words(), (a, b) -> a + "; " + b);
    }
    return lines;
  }

  private static String price(Price price) {
    return price.title()
        + " "
        + Numbers.show(price.with(), price.unit())
        + price.without().map(w -> ", without it " + Numbers.show(w, price.unit())).orElse("")
        + ", n = "
        + price.with().n()
        + " at "
        + price.point().words();
  }

  private void add(List<String> lines, String label, String text) {
    List<String> wrapped = TextTable.wrap(text, Math.max(20, screen.width() - LABEL - 2));
    for (int i = 0; i < wrapped.size(); i++) {
      lines.add(String.format("  %-" + LABEL + "s%s", i == 0 ? label : "", wrapped.get(i)));
    }
  }
}
