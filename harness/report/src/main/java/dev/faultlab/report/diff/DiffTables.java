package dev.faultlab.report.diff;

import dev.faultlab.compare.FigureChange;
import dev.faultlab.diff.RunDiff;
import dev.faultlab.result.Numbers;
import java.util.List;

/** The rows of the comparison's tables as text, the same in every form. */
public final class DiffTables {
  private DiffTables() {}

  /** Point, signature, A, B, change. */
  public static List<List<String>> signatures(RunDiff diff) {
    return diff.signatures().stream()
        .map(
            s ->
                List.of(
                    s.point(),
                    s.signature(),
                    s.before(),
                    s.after(),
                    s.change().words(s.change().bearing())))
        .toList();
  }

  /** Point, metric, A, B, ratio, p, change. */
  public static List<List<String>> metrics(RunDiff diff) {
    return diff.metrics().stream()
        .map(
            m ->
                List.of(
                    m.point(),
                    m.name(),
                    Numbers.show(m.before().estimate(), m.before().unit()),
                    Numbers.show(m.after().estimate(), m.after().unit()),
                    m.ratio(),
                    Numbers.p(m.effect().p()).replaceFirst("p (= )?", ""),
                    m.shown()))
        .toList();
  }

  /** Point, figure, A, B, whether changed. */
  public static List<List<String>> figures(List<FigureChange> figures) {
    return figures.stream()
        .map(
            c ->
                List.of(
                    c.point(),
                    c.figure(),
                    c.before(),
                    c.after(),
                    c.changed() ? c.change().words() : ""))
        .toList();
  }

  /** Name, A, B. */
  public static List<List<String>> conditions(RunDiff diff) {
    return diff.context().conditions().stream()
        .map(c -> List.of(c.name(), c.before(), c.after()))
        .toList();
  }
}
