package dev.faultlab.tools.reference;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.lab.YamlTree;
import dev.faultlab.report.Figure;
import dev.faultlab.result.ResultQuery.NoAnswer;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The published claims of one article, {@code docs/claims/LAB.yaml}, each with an answer and with
 * what shows it. {@code {fig:RESULT QUERY}} is replaced by a {@link Figure} of a committed result.
 *
 * @param title what the article is about
 * @param source the article
 */
record ClaimsPage(String title, String source, List<Claim> claims) {
  private static final Pattern FIGURE = Pattern.compile("\\{fig:([^} ]+) ([^}]+)}");

  /** How a claim is answered. */
  enum Kind {
    RUN,
    READ,
    OPEN
  }

  /**
   * A claim.
   *
   * @param extra whether the lab answers what the article did not ask
   */
  record Claim(String claim, boolean extra, String answer, String shown) {
    Kind kind() {
      if (answer.startsWith("open")) {
        return Kind.OPEN;
      }
      return shown.startsWith("read in the ") ? Kind.READ : Kind.RUN;
    }
  }

  static ClaimsPage read(Path file) throws IOException {
    JsonNode tree = YamlTree.read(file, Files.readString(file)).json();
    List<Claim> claims = new ArrayList<>();
    for (JsonNode each : tree.path("claims")) {
      claims.add(
          new Claim(
              text(each, "claim"),
              each.path("beyond").asBoolean(),
              text(each, "answer"),
              text(each, "shown")));
    }
    return new ClaimsPage(text(tree, "title"), text(tree, "source"), List.copyOf(claims));
  }

  private static String text(JsonNode node, String key) {
    return node.path(key).asText().strip();
  }

  /** The article's own claims of a kind. */
  long count(Kind kind) {
    return claims.stream().filter(claim -> !claim.extra() && claim.kind() == kind).count();
  }

  /** The page in Markdown. */
  String markdown(String mark, String lab, RunStore results) throws IOException {
    StringBuilder page = new StringBuilder(mark + "\n# Claims: " + title + "\n\n");
    page.append("Source: ").append(source).append("\n\n");
    page.append(
        "Lab [%s](../../labs/%s/README.md). [How to read this page](README.md). %d claims are answered by a committed result, %d by reading, %d are open.\n"
            .formatted(lab, lab, count(Kind.RUN), count(Kind.READ), count(Kind.OPEN)));
    table(page, claims.stream().filter(claim -> !claim.extra()).toList());
    List<Claim> extraClaims = claims.stream().filter(Claim::extra).toList();
    if (!extraClaims.isEmpty()) {
      page.append("\n## What the article does not ask\n");
      table(page, extraClaims);
    }
    StringBuilder filled = new StringBuilder();
    Matcher figure = FIGURE.matcher(page);
    while (figure.find()) {
      RunResult run = results.find(RunStore.REFERENCE + "/" + figure.group(1)).result();
      try {
        String words = new Figure(run).words(figure.group(2));
        figure.appendReplacement(filled, Matcher.quoteReplacement(words));
      } catch (NoAnswer e) {
        throw new IOException(figure.group() + ": " + e.getMessage(), e);
      }
    }
    return figure.appendTail(filled).toString();
  }

  private static void table(StringBuilder page, List<Claim> claims) {
    page.append("\n| claim | answer | what shows it |\n| --- | --- | --- |\n");
    for (Claim claim : claims) {
      page.append("| ").append(claim.claim()).append(" | ").append(claim.answer());
      page.append(" | ").append(claim.shown()).append(" |\n");
    }
  }
}
