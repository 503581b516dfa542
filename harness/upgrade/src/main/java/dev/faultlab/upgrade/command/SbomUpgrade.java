package dev.faultlab.upgrade.command;

import dev.faultlab.command.Toolbox;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.manifest.MentionPairs;
import dev.faultlab.manifest.Unclear;
import dev.faultlab.manifest.UnreadableException;
import dev.faultlab.sbom.Sbom;
import dev.faultlab.sbom.SbomReader;
import dev.faultlab.upgrade.VersionSides;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A question from what two applications consist of; both sides are the same to ask about today.
 *
 * @param from {@code sbom:FILE} or {@code image:NAME}
 */
record SbomUpgrade(Toolbox tools, String from, String to, boolean archives)
    implements GitUpgrade.Source {
  static final String FILE = "sbom:";
  private static final String IMAGE = "image:";

  static boolean isSbom(String side) {
    return side.startsWith(FILE) || side.startsWith(IMAGE);
  }

  @Override
  public VersionSides read(Set<String> libraries) throws IOException, InterruptedException {
    Sbom before = side(from, libraries);
    Sbom after = from.equals(to) ? before : side(to, libraries);
    MentionPairs compared = MentionPairs.of(before.mentions(), after.mentions(), false);
    List<Sbom> sides = Stream.of(before, after).distinct().toList();
    Stream<String> nameless =
        sides.stream()
            .filter(side -> side.nameless() > 0)
            .map(s -> s.name() + ": " + s.nameless() + " components without a valid package URL");
    return new VersionSides(
        sides.stream()
            .map(side -> "%s (%d components)".formatted(side.name(), side.components()))
            .collect(Collectors.joining(" to ")),
        Stream.concat(compared.moves().stream(), compared.kept().stream()).toList(),
        Optional.of(before.mentions()),
        sides.stream().flatMap(side -> side.unclear().stream()).toList(),
        Stream.concat(nameless, compared.unclear().stream().map(Unclear::words)).toList());
  }

  private Sbom side(String side, Set<String> libraries) throws IOException, InterruptedException {
    try {
      if (side.startsWith(IMAGE)) {
        return new Syft(tools, archives).image(side.substring(IMAGE.length()), libraries::contains);
      }
      Path file = Path.of(side.substring(FILE.length()));
      return SbomReader.read(file, file.toString(), libraries::contains);
    } catch (UnreadableException e) {
      throw new WrongUsage("%s", e.getMessage());
    }
  }
}
