package dev.faultlab.upgrade;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.Trees;
import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.YamlTree;
import dev.faultlab.version.VersionRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a lab knows of the moves of a component.
 *
 * @param component as {@code --from} takes it
 * @param what whether a fault comes or goes with the move
 * @param version with which it does
 * @param fault in one line
 */
public record KnownMove(String component, String what, String version, String lab, String fault) {

  /**
   * What these labs know, by component, and then what comes before what goes; and what rolls know.
   *
   * @param rolls folder of systems
   * @param only the name of one; empty for all versions, without settings
   * @throws BadQuestion when no lab has it
   */
  public static List<KnownMove> ofLabs(List<Lab> labs, Path rolls, String only) throws IOException {
    List<KnownMove> moves = new ArrayList<>();
    for (Lab lab : labs) {
      Components.of(lab)
          .forEach(
              (name, axis) -> {
                if (only.isEmpty() ? !name.contains(":") : name.equals(only)) {
                  moves.addAll(of(lab, name, axis.range().orElse("any")));
                }
              });
    }
    moves.addAll(ofRolls(rolls));
    moves.removeIf(move -> !only.isEmpty() && !move.component.equals(only));
    if (moves.isEmpty()) {
      throw new BadQuestion("there is no component '" + only + "'" + Components.hint(only, labs));
    }
    moves.sort(Comparator.comparing(KnownMove::component).thenComparing(KnownMove::what));
    return moves;
  }

  private static List<KnownMove> ofRolls(Path rolls) throws IOException {
    List<KnownMove> moves = new ArrayList<>();
    for (Path roll : Trees.children(rolls).stream().filter(Files::isDirectory).toList()) {
      Path file = roll.resolve("roll.yaml");
      JsonNode form = YamlTree.read(file, Files.readString(file)).json();
      for (JsonNode known : form.path("known")) {
        if (!known.path("appears").isEmpty()) {
          String versions = known.path("from").asText() + " to " + known.path("to").asText();
          String component = form.path("component").asText();
          String fault = known.path("because").asText();
          String where = "roll " + roll.getFileName();
          moves.add(new KnownMove(component, "comes in between", versions, where, fault));
        }
      }
    }
    return moves;
  }

  private static List<KnownMove> of(Lab lab, String name, String range) {
    List<KnownMove> moves = new ArrayList<>();
    Optional<VersionRange> faulty = Optional.ofNullable(lab.faulty().get(name)).map(f -> f.range());
    for (boolean appears : List.of(true, false)) {
      String what = appears ? "comes with a move up to" : "goes with a move up to";
      faulty.stream()
          .flatMap(f -> f.bounds(appears).stream())
          .forEach(v -> moves.add(new KnownMove(name, what, v, lab.name(), lab.title())));
    }
    if (faulty.isEmpty() || lab.signatures().size() > 1) {
      KnownFault.ofLabs(List.of(lab))
          .forEach(f -> moves.add(new KnownMove(name, "needs a run", range, f.lab(), f.title())));
    }
    return moves;
  }
}
