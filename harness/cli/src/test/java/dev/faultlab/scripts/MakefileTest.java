package dev.faultlab.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.LabReader;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What make makes of its targets and variables. */
class MakefileTest {
  private static final Path ROOT = Path.of("../..");

  @Test
  void aloneListsEveryLabByNameAndTitle() {
    CommandResult result = make();
    assertThat(result.ok()).as(result.err()).isTrue();
    LabReader labs = new LabReader(List.of(ROOT.resolve("labs")));
    for (String name : labs.names()) {
      assertThat(result.out())
          .containsPattern("make lab-" + name + " +\\Q" + labs.read(name).title() + "\\E\\n");
    }
    assertThat(result.out()).contains("make doctor");
  }

  @ParameterizedTest
  @CsvSource({
    "lab-dns-java, ./faultlab run dns-java",
    "lab-dns-java FULL=1, ./faultlab run dns-java --full",
    "lab-dns-java FULL=0, ./faultlab run dns-java",
    "lab-dns-java QUICK=1, ./faultlab run dns-java --quick",
    "labs FULL=1, ./faultlab labs --full"
  })
  void theShortFormIsTheDefault(String words, String command) {
    CommandResult result = make(("--dry-run " + words).split(" "));
    assertThat(result.out().strip().replaceAll(" +", " ")).isEqualTo(command);
  }

  @Test
  void aCaptureMayHaveAnyName(@TempDir Path folder) throws IOException {
    Files.copy(ROOT.resolve("Makefile"), folder.resolve("Makefile"));
    Path program = folder.resolve("faultlab");
    Files.writeString(program, "#!/bin/sh\nprintf '<%s>' \"$@\"\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));

    assertThat(makeIn(folder, "diagnose", "PCAP=it's a \"b\".pcap").out())
        .isEqualToIgnoringNewLines("<diagnose><it's a \"b\".pcap>");
    assertThat(makeIn(folder, "diagnose").out()).isEqualToIgnoringNewLines("<diagnose><>");
  }

  private static CommandResult make(String... words) {
    return makeIn(ROOT, words);
  }

  private static CommandResult makeIn(Path folder, String... words) {
    String[] command = new String[words.length + 1];
    command[0] = "make";
    System.arraycopy(words, 0, command, 1, words.length);
    // These tests may themselves be run by make, which tells its children so.
    return new LocalCommands()
        .run(Command.of(command).in(folder).with("MAKEFLAGS", "").with("MAKELEVEL", "0"));
  }
}
