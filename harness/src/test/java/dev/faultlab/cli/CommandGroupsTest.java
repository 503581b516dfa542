package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.cli.CommandGroups.Group;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What {@code ./faultlab --help} shows. */
class CommandGroupsTest {
  private static final Path ROOT = Path.of("..");

  private final CommandLine line =
      Main.commandLine(
          new Toolbox(
              new Workspace(ROOT, new CacheDir(Path.of("target", "no-cache"))),
              new LocalCommands(),
              Progress.silent(),
              Map.of(),
              System.out,
              List.of()),
          true);

  @Test
  void everyCommandStandsInOneGroup() {
    assertThat(CommandGroups.ALL.stream().flatMap(group -> group.commands().stream()))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(line.getSubcommands().keySet());
  }

  @Test
  void helpShowsGroupsWithTheirCommandsAndAnExample() {
    line.setUsageHelpWidth(80);
    String help = line.getUsageMessage();

    assertThat(help).containsPattern("Reproduce a fault:\\n  run +Runs a lab\\.\\n");
    for (Group group : CommandGroups.ALL) {
      assertThat(help).contains(group.purpose() + ":").contains("e.g. " + group.example());
      group
          .commands()
          .forEach(name -> assertThat(help).containsPattern("\\n  " + name + " +[A-Z]"));
    }
    assertThat(help.lines()).allSatisfy(text -> assertThat(text).hasSizeLessThanOrEqualTo(80));
    assertThat(help).contains("143").contains("--yes");
  }

  @Test
  void everyExampleCanBeTyped() {
    for (Group group : CommandGroups.ALL) {
      String[] words = group.example().split(" ");
      assertThat(words[0]).isEqualTo("./faultlab");
      line.parseArgs(List.of(words).subList(1, words.length).toArray(String[]::new));
    }
    assertThat(ROOT.resolve("harness/src/test/resources/captures/glibc-lost-a.pcap")).exists();
  }
}
