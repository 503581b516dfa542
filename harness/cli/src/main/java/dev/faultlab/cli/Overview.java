package dev.faultlab.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;

/**
 * The commands in {@code ./faultlab --help}, by what people come for. It stands by itself, because
 * to make all commands only to name them takes longer than most of them run.
 */
final class Overview {
  private static final int INDENT = 2;

  /** Width of the column of names. */
  private static final int NAMES = 12;

  /**
   * What people come for.
   *
   * @param commands name to what it does; each command stands in one group
   * @param example one line that works as it stands
   */
  record Group(String purpose, Map<String, String> commands, String example) {}

  static final List<Group> GROUPS =
      List.of(
          new Group(
              "Reproduce a fault",
              commands(
                  "run", "runs a lab: stacks, load, captures, verdict",
                  "labs", "runs every lab, one after the other",
                  "resume", "goes on with a run that broke off",
                  "merge", "makes one result of a run's shards",
                  "results", "lists the runs and their verdicts",
                  "report", "writes the reports of a finished run again",
                  "judge", "judges a finished run again from its evidence"),
              "./faultlab run dns-java"),
          new Group(
              "Live with a fault",
              commands("cures", "says what helps without an upgrade, and what it costs"),
              "./faultlab cures dns-java"),
          new Group(
              "Check an upgrade",
              commands(
                  "upgrade", "holds candidates against what you have, in one run",
                  "bisect", "finds the release that brought a fault, or cured it",
                  "diff", "says what changed between two runs",
                  "table", "shows a run's metrics side by side along an axis"),
              "./faultlab upgrade --from jdk=17 --to jdk=25"),
          new Group(
              "Learn, and try things",
              commands(
                  "class", "opens a lab as a lesson that grades predictions",
                  "plan", "lists what a run would do, and how long it takes here",
                  "repair", "begins a repair: a fault, and files to cure it by",
                  "check", "says whether your files cure the fault of a repair",
                  "mystery", "starts a stack and asks what is wrong with it",
                  "vm", "opens a shell in a guest on a kernel of choice",
                  "new", "writes the folder of a new lab that passes at once"),
              "./faultlab plan syncookie"),
          new Group(
              "Diagnose",
              commands(
                  "diagnose", "looks for the labs' faults in a capture of yours",
                  "live", "looks for them on this host, now, without a capture"),
              "./faultlab diagnose harness/samples/captures/glibc-lost-a.pcap"),
          new Group(
              "This machine",
              commands(
                  "doctor", "says what this machine has and lacks",
                  "images", "finds, pulls or builds every image",
                  "kernels", "lists kernels, and brings some",
                  "clean", "takes away what killed runs have left",
                  "completion", "prints a script that completes commands in your shell"),
              "./faultlab doctor"),
          new Group(
              "This repository",
              commands(
                  "lint", "checks every lab and every document",
                  "reference", "makes a run a committed result, with evidence",
                  "readme", "checks tables, figures and pictures against the results",
                  "site", "writes what is committed as a web site"),
              "./faultlab lint"));

  private Overview() {}

  /** Every command. */
  static List<String> names() {
    return GROUPS.stream().flatMap(group -> group.commands().keySet().stream()).toList();
  }

  /**
   * The commands that a command line needs to be read: the one that it names. None for {@code
   * --help}; all of them to find out what an unknown word was meant to be.
   */
  static List<String> needed(List<String> words) {
    List<String> named = words.stream().filter(word -> !word.startsWith("-")).limit(1).toList();
    return names().containsAll(named) ? named : names();
  }

  /** In the place of picocli's one list. */
  static String render(Help help) {
    int width = help.commandSpec().usageMessage().width();
    StringBuilder text = new StringBuilder();
    for (Group group : GROUPS) {
      TextTable table =
          TextTable.forColumns(
              help.colorScheme(),
              new Column(NAMES, INDENT, Column.Overflow.SPAN),
              new Column(width - NAMES, INDENT, Column.Overflow.WRAP));
      group.commands().forEach(table::addRowValues);
      text.append(String.format("%n%s:%n%s", group.purpose(), table));
      text.append(String.format("  e.g. %s%n", group.example()));
    }
    return text.toString();
  }

  /** In this order, as {@code Map.of} would not have it. */
  private static Map<String, String> commands(String... namesAndDeeds) {
    Map<String, String> commands = new LinkedHashMap<>();
    for (int i = 0; i < namesAndDeeds.length; i += 2) {
      commands.put(namesAndDeeds[i], namesAndDeeds[i + 1]);
    }
    return commands;
  }
}
