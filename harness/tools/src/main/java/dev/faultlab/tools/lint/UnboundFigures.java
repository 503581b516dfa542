package dev.faultlab.tools.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Figures in a document without a source: an interval, a ratio, a count ("37 of 40"), a time, a
 * size or rate from kilobytes on, a percentage or a multiple ("16 times") outside the marks that
 * are rendered from committed results, and the id of a run that is not committed. Figures from
 * elsewhere (a setting, a constant of the kernel, a published figure) are between {@code <!--
 * known: WHY -->} and {@code <!-- /known -->}. Code, lines indented by four and headings show forms
 * and names, not results, and are not checked.
 */
final class UnboundFigures {
  private static final Pattern HELD =
      Pattern.compile(
          "(?s)<!-- (table|fig|csv|cell|output):[^>]*-->.*?<!-- /\\1 -->|<!-- known: [^>]+ -->.*?<!-- /known -->");
  private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");
  private static final Pattern INDENTED = Pattern.compile("(?m)^ {4}.*$");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ .*$");
  private static final Pattern FENCED = Pattern.compile("(?ms)^\\s*```.*?^\\s*```\\s*$");
  static final Pattern RUN = Pattern.compile("\\d{8}T\\d{6}Z-[0-9a-f]{4}");
  private static final Pattern CODE = Pattern.compile("`[^`\\n]*`");
  private static final Pattern FIGURE =
      Pattern.compile(
          "\\d[\\d.,]*[ x]*\\[\\d[\\d.,]*, \\d[\\d.,]*]|(?<![\\w.])\\d[\\d.,]*x(?!\\w)"
              + "|(?<![\\w.])\\d[\\d,]* of (the )?\\d[\\d,]*\\b"
              + "|(?<![\\w.])\\d[\\d.,]*(?: (?:to|and|or) \\d[\\d.,]*)?[ -]?(?:ns|us|ms|s|min|h|%|[kKMG]i?B(?:/s)?|[MG]bit/s"
              + "|seconds?|minutes?|hours?|days?|times)(?!\\w)");

  private final Set<String> committed;

  /**
   * @param committed ids of the runs whose results are in the repository
   */
  UnboundFigures(Set<String> committed) {
    this.committed = committed;
  }

  /** A complaint and its line. */
  record Complaint(int line, String what) {}

  /** Figures without a source in a document, in order of kind and place. */
  List<Complaint> in(String document) {
    List<Complaint> complaints = new ArrayList<>();
    for (Matcher run = RUN.matcher(document); run.find(); ) {
      if (!committed.contains(run.group())) {
        complaints.add(
            complaint(document, run, "run " + run.group() + " is not in results/reference"));
      }
    }
    String open = document;
    for (Pattern form : List.of(HELD, FENCED, INDENTED, CODE, COMMENT, HEADING)) {
      open = blanked(open, form);
    }
    for (Matcher figure = FIGURE.matcher(open); figure.find(); ) {
      complaints.add(
          complaint(
              document,
              figure,
              "'"
                  + figure.group().strip()
                  + "' is bound to no result (<!-- fig:LAB ... -->), and not known otherwise (<!-- known: WHY -->)"));
    }
    return complaints;
  }

  private static Complaint complaint(String document, Matcher found, String what) {
    int line =
        1 + (int) document.substring(0, found.start()).chars().filter(c -> c == '\n').count();
    return new Complaint(line, what);
  }

  /** The same text, with matches blanked out in place. */
  private static String blanked(String text, Pattern pattern) {
    return pattern.matcher(text).replaceAll(m -> m.group().replaceAll("[^\\n]", "~"));
  }
}
