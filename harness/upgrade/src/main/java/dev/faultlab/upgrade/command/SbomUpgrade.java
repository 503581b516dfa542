package dev.faultlab.upgrade.command;

import dev.faultlab.command.PlannedRuns;
import dev.faultlab.command.Toolbox;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Parameter;
import dev.faultlab.manifest.MentionPairs;
import dev.faultlab.manifest.Unclear;
import dev.faultlab.manifest.UnreadableException;
import dev.faultlab.sbom.Sbom;
import dev.faultlab.sbom.SbomReader;
import dev.faultlab.upgrade.Libraries;
import dev.faultlab.upgrade.page.RepositoryReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A question from what two applications consist of; both sides are the same to ask about today.
 *
 * @param from {@code sbom:FILE} or {@code image:NAME}
 */
record SbomUpgrade(Toolbox tools, PlannedRuns runs, String from, String to, boolean archives)
    implements GitUpgrade.Source {
  static final String FILE = "sbom:";
  private static final String IMAGE = "image:";

  static boolean is(String side) {
    return side.startsWith(FILE) || side.startsWith(IMAGE);
  }

  @Override
  public RepositoryReport read(List<Lab> labs, boolean chosen)
      throws IOException, InterruptedException {
    Map<String, String> libraries = Libraries.axes(labs, runs);
    Set<String> wanted = new HashSet<>(libraries.keySet());
    labs.forEach(
        lab ->
            lab.axes().stream().filter(Parameter::open).map(Parameter::name).forEach(wanted::add));
    Sbom before = side(from, wanted);
    Sbom after = from.equals(to) ? before : side(to, wanted);
    MentionPairs compared = MentionPairs.of(before.mentions(), after.mentions());
    List<Sbom> sides = Stream.of(before, after).distinct().toList();
    Stream<String> nameless =
        sides.stream()
            .filter(side -> side.nameless() > 0)
            .map(
                side ->
                    "%s: %d components, because they have no valid package URL"
                        .formatted(side.name(), side.nameless()));
    return RepositoryReport.of(
        sides.stream()
            .map(side -> "%s (%d components)".formatted(side.name(), side.components()))
            .collect(Collectors.joining(" to ")),
        Stream.concat(compared.moves().stream(), compared.kept().stream()).toList(),
        before::mentions,
        libraries,
        labs,
        chosen,
        false,
        sides.stream().flatMap(side -> side.unclear().stream()).toList(),
        Stream.concat(nameless, compared.unclear().stream().map(Unclear::words)).toList());
  }

  private Sbom side(String side, Set<String> wanted) throws IOException, InterruptedException {
    try {
      if (side.startsWith(IMAGE)) {
        return new Syft(tools, archives).image(side.substring(IMAGE.length()), wanted::contains);
      }
      Path file = Path.of(side.substring(FILE.length()));
      return SbomReader.read(file, file.toString(), wanted::contains);
    } catch (UnreadableException e) {
      throw new WrongUsage("%s", e.getMessage());
    }
  }
}
