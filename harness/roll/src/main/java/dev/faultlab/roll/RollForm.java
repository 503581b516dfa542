package dev.faultlab.roll;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.BoundedText;
import dev.faultlab.files.Json;
import dev.faultlab.files.Trees;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Requirement;
import dev.faultlab.lab.YamlTree;
import dev.faultlab.text.Suggestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A system that can be rolled, as {@code rolls/NAME/roll.yaml} declares it. Its image has the
 * system and a program that speaks with it; {@code rolls/README.md} has what the program prints.
 *
 * @param component whose version changes
 * @param oldest version that the program can ask; empty for any
 * @param image of a version, with {@code {version}} in its arguments
 * @param command of a node
 * @param program with which everything is asked
 * @param beside images of services that all nodes share, and that no step touches
 * @param guest environment of the vm program; if it is not empty, the version of a node is that of
 *     its kernel
 * @param nodes how many there are
 * @param port at which programs ask a node
 * @param memory of a node in MiB
 * @param directions what decides who speaks with whom, in the order of the report
 * @param proven those that all nodes must confirm
 * @param counts kinds of operations
 * @param keeps whether the program can also work while a node restarts
 * @param receipts whether acknowledged operations can be read again
 * @param grown whether nodes can join later
 * @param finish whether the cluster has features to raise once all of its nodes are new
 * @param said how its log names the cause of its end, in groups
 * @param seconds that a start, a step and the work of a direction take
 * @param known rolls whose answer is known
 */
record RollForm(
    String title,
    String component,
    String oldest,
    String image,
    List<String> command,
    List<String> program,
    Map<String, String> beside,
    Map<String, String> guest,
    Nodes nodes,
    int port,
    int memory,
    Map<String, Role> directions,
    List<String> proven,
    List<String> counts,
    boolean keeps,
    boolean receipts,
    boolean grown,
    boolean finish,
    Pattern said,
    Seconds seconds,
    List<Known> known) {

  private static final List<String> PER_HOLD =
      Stream.concat(Receipts.MEASURES.stream(), Stream.of(CountKey.MEMBERS)).toList();

  /** The addresses after those of as many nodes are others'. */
  private static final int MAX_NODES = 15;

  /** Who is old or new. */
  enum Role {
    /** An old or upgraded node. */
    node,
    /** The program that asks; both versions of it are there while the nodes' versions are mixed. */
    program
  }

  record Nodes(int usual, int least, int most) {}

  record Seconds(int start, int step, int work) {}

  /**
   * A published fault, or its absence.
   *
   * @param with further options of the command
   * @param appears names of all rows that appear
   */
  record Known(
      String from, String to, String with, List<String> appears, String because, String source) {}

  /** The names of all systems. */
  static List<String> names(Path rolls) {
    return Files.isDirectory(rolls)
        ? Trees.children(rolls).stream()
            .filter(folder -> Files.exists(folder.resolve("roll.yaml")))
            .map(folder -> folder.getFileName().toString())
            .toList()
        : List.of();
  }

  /**
   * The folder of a system.
   *
   * @param name of one of ours, or a path with a slash
   * @throws LabException when there is none
   */
  static Path folder(Path rolls, String name) {
    boolean isOwn = name.contains("/");
    Path folder = isOwn ? Path.of(name).toAbsolutePath().normalize() : rolls.resolve(name);
    if (isOwn && !Files.isRegularFile(folder.resolve("roll.yaml"))) {
      throw new LabException(
          "found no roll.yaml in " + folder + "; docs/how-to/roll-your-own.md says what it has");
    } else if (!isOwn && !names(rolls).contains(name)) {
      throw new LabException("no system '" + name + "'" + Suggestion.hint(name, names(rolls)));
    }
    return folder;
  }

  /**
   * Reads a declaration.
   *
   * @throws LabException when it is not of this form
   */
  static RollForm read(Path folder) {
    Path file = folder.resolve("roll.yaml");
    try {
      JsonNode tree = YamlTree.read(file, BoundedText.read(file)).json();
      RollForm form = Json.STRICT.treeToValue(tree, RollForm.class);
      LabException.throwIf(form == null, file + ": is empty, expected a declaration");
      form.check(file + ": expected ");
      return form;
    } catch (IOException e) {
      throw new LabException(file + ": " + Json.why(e));
    }
  }

  private void check(String must) {
    boolean operations = !counts.isEmpty() && Collections.disjoint(counts, PER_HOLD);
    boolean known = directions.keySet().containsAll(proven);
    int programs = Collections.frequency(directions.values(), Role.program);
    boolean ordered = 1 <= nodes.least && nodes.least <= nodes.usual && nodes.usual <= nodes.most;
    String ascending = "1 <= least <= usual <= most <= " + MAX_NODES + " as nodes, found ";
    LabException.throwIf(!operations, must + "operations as counts, found " + counts);
    LabException.throwIf(!known, must + "directions as proven, found " + proven);
    LabException.throwIf(programs > 1, must + "at most one program, found " + directions);
    LabException.throwIf(!ordered || nodes.most > MAX_NODES, must + ascending + nodes);
    LabException.throwIf(port < 1 || port > 65_535, must + "a port from 1 to 65535, found " + port);
    LabException.throwIf(
        !oldest.matches("|[0-9]+(\\.[0-9]+)*"), must + "numbers as oldest, found " + oldest);
  }

  /** The measures that a hold has once, not once per direction. */
  List<String> perHold() {
    return receipts ? PER_HOLD : List.of(CountKey.MEMBERS);
  }

  boolean guests() {
    return !guest.isEmpty();
  }

  Requirement.Image image(String version) {
    return Requirement.Image.parse(image.replace("{version}", version));
  }
}
