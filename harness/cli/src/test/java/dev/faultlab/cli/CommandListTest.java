package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.cli.CommandList.Group;
import dev.faultlab.command.Toolbox;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Workspace;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** What {@code ./faultlab --help} shows. */
public class CommandListTest {
  private static final Path ROOT = Path.of("../..");

  private final CommandLine line = Main.commandLine(tools(), true);

  /** Of this repository, with nothing in its cache. */
  public static Toolbox tools() {
    return new Toolbox(
        new Workspace(ROOT, new CacheDir(Path.of("target", "no-cache"))),
        new LocalCommands(),
        message -> {},
        Map.of(),
        System.out,
        List.of());
  }

  @Test
  void everyCommandStandsInOneGroup() {
    assertThat(CommandList.names())
        .doesNotHaveDuplicates()
        .hasSizeLessThanOrEqualTo(20)
        .containsExactlyInAnyOrderElementsOf(line.getSubcommands().keySet());
  }

  @Test
  void helpShowsGroupsWithTheirCommandsAndAnExample() {
    line.setUsageHelpWidth(80);
    String help = line.getUsageMessage();

    assertThat(help).containsPattern("Reproduce a fault:\\n  run +Run a lab");
    for (Group group : CommandList.GROUPS) {
      assertThat(help).contains(group.purpose() + ":").contains("e.g. " + group.example());
      group
          .commands()
          .forEach((name, does) -> assertThat(help).containsPattern("\n  " + name + " +" + does));
    }
    assertThat(help.lines()).allSatisfy(text -> assertThat(text).hasSizeLessThanOrEqualTo(80));
    assertThat(help).contains("143").contains("--yes");
  }

  /** Where a percent sign is not doubled picocli warns on the terminal, above the help. */
  @Test
  void helpThatIsWrittenAsAnnotationsCanBeFormatted() {
    List<String> texts = listed(line).flatMap(command -> texts(command.getCommandSpec())).toList();
    assertThat(texts).hasSizeGreaterThan(100);
    assertThat(texts).noneMatch(text -> text.contains("%"));
  }

  private static Stream<CommandLine> listed(CommandLine line) {
    return Stream.concat(
        Stream.of(line), line.getSubcommands().values().stream().flatMap(CommandListTest::listed));
  }

  private static Stream<String> texts(CommandSpec spec) {
    return Stream.concat(
            Stream.ofNullable(spec.userObject()).map(Object::getClass),
            spec.args().stream()
                .map(ArgSpec::userObject)
                .filter(AnnotatedElement.class::isInstance)
                .map(AnnotatedElement.class::cast))
        .flatMap(element -> Stream.of(element.getAnnotations()))
        .map(annotation -> annotation.toString().replaceAll("%%|%n", ""));
  }

  @Test
  void onlyWhatACommandLineNamesIsMade() {
    assertThat(Main.needed(List.of("--help"))).isEmpty();
    assertThat(Main.needed(List.of())).isEmpty();
    assertThat(Main.needed(List.of("diagnose", "run"))).containsExactly("diagnose");
    assertThat(Main.needed(List.of("--help", "run"))).containsExactly("run");
    assertThat(Main.needed(List.of("diagnos"))).isEqualTo(CommandList.names());
  }

  @Test
  void everyExampleCanBeTyped() {
    for (Group group : CommandList.GROUPS) {
      String[] words = group.example().split(" ");
      assertThat(words[0]).isEqualTo("./faultlab");
      line.parseArgs(List.of(words).subList(1, words.length).toArray(String[]::new));
    }
    assertThat(ROOT.resolve("harness/samples/captures/glibc-lost-a.pcap")).exists();
  }
}
