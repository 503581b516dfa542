package dev.faultlab.report.diagnosis;

import dev.faultlab.diagnose.Diagnosis;
import dev.faultlab.diagnose.Finding;
import dev.faultlab.diagnose.LabFault;
import dev.faultlab.lab.NamedCure;
import dev.faultlab.text.Escape;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** A diagnosis for people: findings first, then doubts, then blind spots. */
public final class DiagnosisText {
  private static final int WIDTH = 100;
  private static final String INDENT = "    ";

  private DiagnosisText() {}

  /**
   * @param source name of the capture, for the headline
   * @param cures known fixes for a lab's signature
   */
  public static String of(
      Diagnosis diagnosis, String source, BiFunction<String, String, List<NamedCure>> cures) {
    StringBuilder out = new StringBuilder();
    Diagnosis.Totals totals = diagnosis.totals();
    out.append(
        String.format(
            "%s: %d frames, %d TCP connections, %d DNS lookups of %d names%n",
            Escape.line(source),
            diagnosis.extent().end().frames(),
            totals.connections(),
            totals.lookups(),
            totals.names()));
    if (diagnosis.parts().size() > 1) {
      wrap(out, "", "", "frames are numbered through: " + parts(diagnosis));
    }
    if (diagnosis.findings().isEmpty()) {
      out.append((diagnosis.judged() ? "no finding" : diagnosis.nothingToJudge()) + "\n");
    }
    for (Finding finding : diagnosis.findings()) {
      out.append(
          String.format(
              "%n%s (%s): %s%n",
              Escape.line(finding.id().id()),
              finding.confidence().name().toLowerCase(Locale.ROOT),
              Escape.line(finding.place().subject())));
      paragraph(out, "where", finding.place().where());
      paragraph(out, "why", finding.why());
      paragraph(out, "not", finding.not());
      paragraph(out, "do", finding.remedy());
      finding.lab().ifPresent(one -> paragraph(out, "lab", "make lab-" + one.lab() + " shows it"));
      List<NamedCure> helping = cures(finding, cures);
      if (!helping.isEmpty()) {
        LabFault shownFault = finding.lab().orElseThrow();
        String fault = shownFault.signature().orElseThrow();
        paragraph(out, "fix", NamedCure.line(shownFault.lab(), fault, helping));
      }
    }
    if (!diagnosis.undecided().isEmpty()) {
      out.append("\ninconclusive:\n");
      diagnosis.undecided().forEach(each -> paragraph(out, each.id().id(), each.why()));
    }
    if (!diagnosis.unseen().isEmpty()) {
      out.append("\nnot seen:\n");
      diagnosis.unseen().stream()
          .filter(each -> !each.endsWith(": " + diagnosis.nothingToJudge())) // said above
          .forEach(each -> wrap(out, "  - ", INDENT, each));
    }
    return out.toString();
  }

  /** Known fixes for the finding that need no other version. */
  static List<NamedCure> cures(Finding finding, BiFunction<String, String, List<NamedCure>> known) {
    return finding
        .lab()
        .flatMap(shownFault -> shownFault.signature().map(id -> known.apply(shownFault.lab(), id)))
        .orElse(List.of());
  }

  private static String parts(Diagnosis diagnosis) {
    return diagnosis.parts().stream()
        .map(part -> part.name() + " from " + part.firstFrame())
        .collect(Collectors.joining(", "));
  }

  private static void paragraph(StringBuilder out, String label, String text) {
    wrap(out, "  " + label + ": ", INDENT, text);
  }

  private static void wrap(StringBuilder out, String first, String rest, String text) {
    StringBuilder line = new StringBuilder(Escape.line(first));
    for (String word : List.of(Escape.line(text).split(" "))) {
      boolean isFull = line.length() + word.length() > WIDTH;
      if (isFull && !line.toString().isBlank()) {
        out.append(line.toString().stripTrailing()).append('\n');
        line = new StringBuilder(rest);
      }
      line.append(word).append(' ');
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }
}
