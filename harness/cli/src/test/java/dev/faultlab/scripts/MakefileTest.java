package dev.faultlab.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What make makes of its targets and variables. */
class MakefileTest {
  private static final Path ROOT = Path.of("../..");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lab-dns-java | <run><dns-java>",
        "lab-dns-java FULL=1 | <run><dns-java><--full>",
        "lab-dns-java FULL=0 | <run><dns-java>",
        "lab-dns-java QUICK=1 | <run><dns-java><--quick>",
        "labs FULL=1 | <run><--all><--full>",
        "lab-syncookie KERNEL=debian:trixie DELAY_MS=10 | "
            + "<run><syncookie><--delay-ms><10><--kernel><debian:trixie>",
        "lab-dns-java JDK=17,25 ARGS=--verbose | <run><dns-java><--verbose><--jdk><17,25>",
        "lab-dns-java KERNLE=it's | <run><dns-java><--kernle><it's>"
      })
  void everyVariableOfALabBecomesItsOption(String words, String command, @TempDir Path folder)
      throws IOException {
    String script = "harness/scripts/make-lab";
    Files.createDirectories(folder.resolve(script).getParent());
    Files.copy(ROOT.resolve(script), folder.resolve(script));

    assertThat(makeIn(withPlayedProgram(folder), words.split(" ")).out())
        .isEqualToIgnoringNewLines(command);
  }

  @Test
  void aCaptureMayHaveAnyName(@TempDir Path folder) throws IOException {
    withPlayedProgram(folder);

    assertThat(makeIn(folder, "diagnose", "PCAP=it's a \"b\".pcap").out())
        .isEqualToIgnoringNewLines("<diagnose><it's a \"b\".pcap>");
    assertThat(makeIn(folder, "diagnose").out()).isEqualToIgnoringNewLines("<diagnose><>");
    assertThat(makeIn(folder, "report", "RUN=x'; echo \"injected\"; '").out())
        .isEqualToIgnoringNewLines("<results><render><x'; echo \"injected\"; '>");
    assertThat(makeIn(folder, "upgrade", "FROM=jdk=8", "TO=jdk=17 jdk=25").out())
        .isEqualToIgnoringNewLines("<upgrade><--from><jdk=8><--to><jdk=17><--to><jdk=25>");
  }

  /** The Makefile beside a ./faultlab that prints its words. */
  private static Path withPlayedProgram(Path folder) throws IOException {
    Files.copy(ROOT.resolve("Makefile"), folder.resolve("Makefile"));
    Path program = folder.resolve("faultlab");
    Files.writeString(program, "#!/bin/sh\nprintf '<%s>' \"$@\"\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return folder;
  }

  private static CommandResult makeIn(Path folder, String... words) {
    List<String> command = new ArrayList<>(List.of("make"));
    command.addAll(List.of(words));
    // These tests may themselves be run by make, which tells its children so.
    return new LocalCommands()
        .run(Command.of(command).in(folder).with("MAKEFLAGS", "").with("MAKELEVEL", "0"));
  }
}
