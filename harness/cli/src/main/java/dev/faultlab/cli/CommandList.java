package dev.faultlab.cli;

import dev.faultlab.files.JarText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;

/**
 * The commands in {@code ./faultlab --help}, grouped by purpose. It is independent of the commands,
 * because creating all of them only for their names takes longer than most of them run.
 */
final class CommandList {
  /** A line of the overview; each fits 80 columns. */
  private static final String FORMAT = "  %-12s%s%n";

  /** Format of a line in the list of commands. */
  private static final int COLUMNS = 5;

  /**
   * A group of commands.
   *
   * @param commands name to description; each command is in one group
   * @param example one line that works as it stands
   */
  record Group(String purpose, Map<String, String> commands, String example) {}

  static final List<Group> GROUPS = read();

  /** Every command. */
  static List<String> names() {
    return GROUPS.stream().flatMap(group -> group.commands().keySet().stream()).toList();
  }

  /** Replaces picocli's list. */
  static String render(Help help) {
    StringBuilder text = new StringBuilder();
    for (Group group : GROUPS) {
      text.append(String.format("%n%s:%n", group.purpose()));
      group.commands().forEach((name, what) -> text.append(String.format(FORMAT, name, what)));
      text.append(String.format("  e.g. %s%n", group.example()));
    }
    return text.toString();
  }

  /** The list explains its columns; the launcher reads it too. */
  private static List<Group> read() {
    List<Group> groups = new ArrayList<>();
    String purpose = "";
    Map<String, String> commands = new LinkedHashMap<>();
    for (String line : JarText.read(CommandList.class, "/commands").lines().toList()) {
      if (line.startsWith("= ")) {
        purpose = line.substring(2);
        commands = new LinkedHashMap<>();
      } else if (line.startsWith("> ")) {
        groups.add(new Group(purpose, commands, line.substring(2)));
      } else if (!line.isBlank() && !line.startsWith("#")) {
        String[] columns = line.split(" +", COLUMNS);
        commands.put(columns[0], columns[COLUMNS - 1]);
      }
    }
    return List.copyOf(groups);
  }
}
