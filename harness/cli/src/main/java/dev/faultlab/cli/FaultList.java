package dev.faultlab.cli;

import dev.faultlab.files.BoundedText;
import dev.faultlab.lab.Lab;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.Screen;
import dev.faultlab.report.document.TerminalRenderer;
import dev.faultlab.report.document.Text;
import dev.faultlab.upgrade.KnownComponent;
import dev.faultlab.upgrade.KnownFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What labs know of a component: {@code upgrade --list}. */
final class FaultList {
  private static final Pattern LINK = Pattern.compile("\\]\\((https://[^)\\s]{1,300})\\)");
  private static final int MOST_SOURCES = 3;

  private final Toolbox tools;

  FaultList(Toolbox tools) {
    this.tools = tools;
  }

  /**
   * Prints the faults, with the versions that each lab runs and the sources that its page names.
   *
   * @param component empty for all
   */
  int print(String component) throws IOException {
    List<Lab> labs = tools.labs().names().stream().map(tools.labs()::read).toList();
    List<List<Text>> rows = new ArrayList<>();
    Set<Lab> listed = new LinkedHashSet<>();
    for (KnownComponent known : KnownComponent.in(labs, component)) {
      listed.add(known.lab());
      for (KnownFault fault : known.faults()) {
        rows.add(
            Block.row(
                known.name(), known.versions(), fault.lab(), fault.signature(), fault.title()));
      }
    }
    List<String> sources = new ArrayList<>();
    for (Lab lab : listed) {
      sources.add(lab.name() + ": " + sources(lab.folder()));
    }
    Document document =
        new Document(
            Document.Head.of("upgrade", "what the labs know"),
            List.of(
                Block.table(List.of("component", "versions", "lab", "fault", "when present"), rows),
                Block.part("sources", "Sources", Block.bullets(sources))));
    tools.out().print(new TerminalRenderer(Screen.of(tools.environment())).render(document));
    return ExitStatus.OK;
  }

  /** The first links of the lab's page. */
  private static String sources(Path folder) throws IOException {
    Path page = folder.resolve("README.md");
    Set<String> links = new LinkedHashSet<>();
    if (Files.isRegularFile(page)) {
      LINK.matcher(BoundedText.read(page))
          .results()
          .map(found -> found.group(1))
          .forEach(links::add);
    }
    List<String> parts = new ArrayList<>(List.of("its page README.md"));
    links.stream().limit(MOST_SOURCES).forEach(parts::add);
    return String.join(", ", parts);
  }
}
