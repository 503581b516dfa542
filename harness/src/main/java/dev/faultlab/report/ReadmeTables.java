package dev.faultlab.report;

import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The verdict tables inside a document, between {@code <!-- table:<lab> -->} and {@code <!-- /table
 * -->}: made from the committed reference results, so that a document cannot show other figures.
 */
public final class ReadmeTables {
  private static final Pattern OPENING = Pattern.compile("<!-- table:([a-z][a-z0-9-]*) -->");
  private static final String CLOSING = "<!-- /table -->";

  private final RunStore store;

  public ReadmeTables(RunStore store) {
    this.store = store;
  }

  /**
   * The document with every table as the reference results have it.
   *
   * @throws IOException when a reference result is missing, or an opening mark has no closing one
   */
  public String updated(String document) throws IOException {
    List<String> lines = new ArrayList<>();
    Optional<String> open = Optional.empty();
    for (String line : document.split("\n", -1)) {
      Matcher opening = OPENING.matcher(line.strip());
      if (opening.matches()) {
        if (open.isPresent()) {
          throw unclosed(open.get());
        }
        open = Optional.of(opening.group(1));
        lines.add(line);
        lines.add(table(opening.group(1)));
      } else if (line.strip().equals(CLOSING)) {
        open = Optional.empty();
        lines.add(line);
      } else if (open.isEmpty()) {
        lines.add(line);
      }
    }
    if (open.isPresent()) {
      throw unclosed(open.get());
    }
    return String.join("\n", lines);
  }

  private String table(String lab) throws IOException {
    RunResult result = store.find(RunStore.REFERENCE + "/" + lab).result();
    return CondensedTable.render(result)
        + "\nVerdict: **"
        + ResultRow.words(result.verdict().judgement())
        + "**. Run `"
        + result.runId()
        + "`, "
        + result.trials().size()
        + " trials; `results/reference/"
        + lab
        + ".json` has every number.";
  }

  private static IOException unclosed(String lab) {
    return new IOException("<!-- table:" + lab + " --> is not closed by " + CLOSING);
  }
}
