package dev.faultlab.cli;

import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;

/** The commands in {@code ./faultlab --help}, by what people come for. */
final class CommandGroups {
  private static final int INDENT = 2;

  /** Between a command and what it does. */
  private static final int GAP = 12;

  /**
   * What people come for.
   *
   * @param commands the first one first; each command stands in one group
   * @param example one line that works as it stands
   */
  record Group(String purpose, List<String> commands, String example) {}

  static final List<Group> ALL =
      List.of(
          new Group(
              "Reproduce a fault",
              List.of("run", "labs", "results", "report", "judge"),
              "./faultlab run dns-java"),
          new Group(
              "Check an upgrade",
              List.of("upgrade", "diff", "table"),
              "./faultlab upgrade --from jdk=17 --to jdk=25"),
          new Group(
              "Learn, and try things", List.of("plan", "vm", "new"), "./faultlab plan syncookie"),
          new Group(
              "Diagnose a capture",
              List.of("diagnose"),
              "./faultlab diagnose harness/src/test/resources/captures/glibc-lost-a.pcap"),
          new Group(
              "This machine", List.of("doctor", "images", "kernels", "clean"), "./faultlab doctor"),
          new Group("This repository", List.of("lint", "readme"), "./faultlab lint"));

  private CommandGroups() {}

  /** In the place of picocli's one list. */
  static String render(Help help) {
    Map<String, CommandLine> commands = help.commandSpec().subcommands();
    StringBuilder text = new StringBuilder();
    for (Group group : ALL) {
      int width = help.commandSpec().usageMessage().width();
      TextTable table =
          TextTable.forColumns(
              help.colorScheme(),
              new Column(GAP, INDENT, Column.Overflow.SPAN),
              new Column(width - GAP, INDENT, Column.Overflow.WRAP));
      for (String name : group.commands()) {
        table.addRowValues(name, first(commands.get(name)));
      }
      text.append(String.format("%n%s:%n%s", group.purpose(), table));
      text.append(String.format("  e.g. %s%n", group.example()));
    }
    return text.toString();
  }

  /** What a command does, without how: the first clause of its description. */
  private static String first(CommandLine command) {
    String all = command.getCommandSpec().usageMessage().description()[0];
    return all.split("(?<=\\w)(\\. |: | \\(|\\.$)", 2)[0] + ".";
  }
}
