package dev.faultlab.tools.reference;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.lab.Faulty;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import java.util.Map;
import java.util.TreeSet;

/**
 * {@code docs/reference/incidents.md}: the foretold incidents of labs that name their faulty
 * versions.
 */
final class IncidentsPage {
  private static final String HEADER =
      """
      # Incidents of upgrades

      Each row is a published incident that a lab reproduces. The command runs a version without the fault and one with
      it on this machine, and ends with 1, because the fault appears. [Check an
      upgrade](../how-to/upgrade.md#incidents-that-it-foretells) explains the answer.
      `./faultlab upgrade --list COMPONENT` lists the same on the screen, and faults that need a run.
      """;
  private static final String HEAD =
      """

      ## %s with a move up

      | component | incident | origin | first faulty | first healed | command |
      | --- | --- | --- | --- | --- | --- |
      """;

  /**
   * The page.
   *
   * @param foretold an array: of each incident its lab, and versions before and with the fault
   */
  static String of(String mark, LabReader labs, JsonNode foretold) {
    StringBuilder page = new StringBuilder(mark + "\n" + HEADER);
    TreeSet<String> comes = new TreeSet<>();
    TreeSet<String> goes = new TreeSet<>();
    for (JsonNode asked : foretold) {
      Lab lab = labs.read(asked.path("lab").asText());
      if (!lab.faulty().isEmpty()) {
        Faulty faulty = lab.faulty().values().iterator().next();
        (isPast(asked.path("before").asText(), faulty) ? goes : comes).add(row(lab, asked));
      }
    }
    page.append(HEAD.formatted("Comes")).append(String.join("", comes));
    return page.append(HEAD.formatted("Goes")).append(String.join("", goes)).toString();
  }

  private static String row(Lab lab, JsonNode asked) {
    Map.Entry<String, Faulty> first = lab.faulty().entrySet().iterator().next();
    String source = first.getValue().source();
    return """
        | %s | [%s](../../labs/%2$s/README.md): %s | [%s](%s) | %s | %s | `./faultlab upgrade --from %s --to %s --labs %2$s` |
        """
        .formatted(
            first.getKey(),
            lab.name(),
            lab.title(),
            source.replaceFirst("https://(github.com/[^/]*/)?", ""),
            source.contains("://") ? source : "../../" + source,
            String.join(", ", first.getValue().range().bounds(true)),
            String.join(", ", first.getValue().range().bounds(false)),
            asked.path("before").asText(),
            asked.path("broken").asText());
  }

  /** Whether a version is newer than all that are faulty. */
  private static boolean isPast(String before, Faulty faulty) {
    String version = before.substring(before.indexOf('=') + 1);
    return faulty.range().bounds().stream()
        .allMatch(bound -> faulty.range().order().compare(faulty.versionOf(version), bound) >= 0);
  }
}
