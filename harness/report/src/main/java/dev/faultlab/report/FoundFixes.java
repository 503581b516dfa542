package dev.faultlab.report;

import dev.faultlab.cure.CureLists;
import dev.faultlab.lab.LabReader;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Links;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.document.Text.Style;
import dev.faultlab.result.RunResult;
import dev.faultlab.seen.State;
import dev.faultlab.verdict.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The fixes of the faults that a run found, in one line each. */
record FoundFixes(RunResult result, CureLists cures) {
  /** For a report that is read on its own. */
  static final CureLists NONE = new CureLists(Path.of(""), new LabReader(List.of()));

  List<String> lines() {
    return result.outcomes().stream()
        .filter(outcome -> outcome.state() == State.PRESENT)
        .map(Outcome::signature)
        .distinct()
        .flatMap(signature -> line(signature).stream())
        .toList();
  }

  Optional<String> line(String signature) {
    return cures.line(result.lab(), signature).map(line -> "Fix of " + signature + ": " + line);
  }

  /**
   * The fixes with a link to the lab's page.
   *
   * @param from the folder of the report
   */
  List<Block> linked(Path from) {
    Stream<Block> page =
        cures.page(result.lab()).stream()
            .map(file -> from.toAbsolutePath().relativize(file.toAbsolutePath().normalize()))
            .map(file -> Text.link(Style.PLAIN, "The page of the lab", Links.encoded(file + "")))
            .map(link -> new Block.Paragraph(Block.ParagraphRole.BODY, link));
    return Stream.concat(lines().stream().map(Block::paragraph), page).toList();
  }
}
